"""The composition root: builds the service from settings, a clock, a source of randomness and the features."""

import dataclasses
import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from doorward import kernel, storage
from doorward.core import Core, schedule
from doorward.core.mail.kinds import MailKind
from doorward.crypto.sealing import Entropy
from doorward.database.protocol import Database
from doorward.domain.access import PERMISSIONS
from doorward.domain.audit import ACTIONS
from doorward.feature import Feature
from doorward.features import (
    api_keys,
    avatars,
    branding,
    breached_passwords,
    capacity,
    devices,
    email_change,
    email_code,
    event_stream,
    factors,
    hosted_pages,
    impersonation,
    invitations,
    locks,
    mail,
    mail_texts,
    move,
    passkeys,
    recovery,
    registration,
    revocations,
    service_accounts,
    system,
    totp,
    transfer,
    webhooks,
)
from doorward.search.directory import UserDirectory
from doorward.search.options import DEFAULTS, SearchOptions
from doorward.settings import Settings, fields_of, load

if TYPE_CHECKING:
    from doorward.api.application import Application
    from doorward.web.routing import Route

# Every capability outside the kernel. A feature is added here and nowhere else.
FEATURES: Final[tuple[Feature, ...]] = (
    api_keys.FEATURE,
    avatars.FEATURE,
    branding.FEATURE,
    breached_passwords.FEATURE,
    capacity.FEATURE,
    devices.FEATURE,
    email_change.FEATURE,
    email_code.FEATURE,
    event_stream.FEATURE,
    factors.FEATURE,
    hosted_pages.FEATURE,
    impersonation.FEATURE,
    invitations.FEATURE,
    locks.FEATURE,
    mail.FEATURE,
    mail_texts.FEATURE,
    move.FEATURE,
    passkeys.FEATURE,
    recovery.FEATURE,
    registration.FEATURE,
    revocations.FEATURE,
    service_accounts.FEATURE,
    system.FEATURE,
    totp.FEATURE,
    transfer.FEATURE,
    webhooks.FEATURE,
)


def system_clock() -> int:
    return time.time_ns() // 1_000_000


def load_settings(**sources: Any) -> Settings:
    """The settings of the kernel and of all features; arguments as for `settings.load`."""
    return load(sections=_sections(), **sources)


def setting_fields() -> dict[str, dataclasses.Field[Any]]:
    return fields_of(Settings, *_sections())


def _sections() -> list[type[Any]]:
    return [feature.settings for feature in FEATURES if feature.settings]


def audit_actions(features: Sequence[Feature] = FEATURES) -> dict[str, str]:
    return ACTIONS | {name: text for feature in features for name, text in feature.audit_actions.items()}


def permissions(features: Sequence[Feature] = FEATURES) -> dict[str, str]:
    return PERMISSIONS | {name: text for feature in features for name, text in feature.permissions.items()}


def mail_kinds(features: Sequence[Feature] = FEATURES) -> dict[str, MailKind]:
    return {kind.name: kind for feature in features for kind in feature.mails}


def routes(features: Sequence[Feature] = FEATURES) -> "tuple[Route, ...]":
    from doorward.api.routes import ROUTES

    return (*ROUTES, *(route for feature in features for route in feature.routes))


def build(
    settings: Settings,
    clock: kernel.Clock = system_clock,
    entropy: Entropy = secrets.token_bytes,
    *,
    search: SearchOptions = DEFAULTS,
    features: Sequence[Feature] = FEATURES,
    patient: bool = False,
) -> Core:
    """The core of the service, not yet open. The clock and randomness are passed in here and nowhere else.

    `patient`: for commands, whose commits on PostgreSQL have no time limit.
    """
    database, backend = storage.choose(settings, search, patient)
    core = kernel.build(
        settings,
        clock,
        entropy,
        database,
        UserDirectory(database, backend, search, replicated=bool(settings.database_replica_url)),
        actions=audit_actions(features),
        permissions=permissions(features),
        kinds=mail_kinds(features),
    )
    core.operations.add(*(kind for feature in features if feature.operations for kind in feature.operations(core)))
    core.jobs.add(*schedule.jobs(core, settings))
    core.jobs.add(*(job for feature in features if feature.jobs for job in feature.jobs(core)))
    methods = (feature.second_factors(core) for feature in features if feature.second_factors)
    core.second_factors.add(*(method for added in methods for method in added))
    return core


def connect(settings: Settings) -> Database:
    return storage.choose(settings, DEFAULTS)[0]


def asgi(settings: Settings, metrics_folder: Path | None = None) -> "Application":
    from doorward.telemetry import logs

    logs.configure(settings.log_format, settings.log_level)
    return application(build(settings), settings, metrics_folder)


def application(
    core: Core, settings: Settings, metrics_folder: Path | None = None, features: Sequence[Feature] = FEATURES
) -> "Application":
    from doorward.api.application import Application

    sources = [feature.metrics for feature in features if feature.metrics]
    return Application(core, settings, routes(features), sources, metrics_folder)
