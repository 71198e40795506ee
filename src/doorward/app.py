"""The composition root: builds the service from settings, a clock, a source of randomness and the features."""

import dataclasses
import secrets
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from doorward import storage
from doorward.core import Core, account, schedule
from doorward.core.account import Account
from doorward.core.audit.checkpoints import Checkpoints
from doorward.core.audit.log import AuditLog
from doorward.core.audit.trail import AuditTrail
from doorward.core.branding import Branding
from doorward.core.cleanup import Cleanup
from doorward.core.confusables import Confusables
from doorward.core.deferred import Deferred
from doorward.core.idempotency import Idempotency
from doorward.core.jobs import JobRunner
from doorward.core.keys.ring import KeyRing
from doorward.core.keys.rotation import KeyRotation
from doorward.core.links import Links
from doorward.core.mail.composing import Composer
from doorward.core.mail.kinds import MailKind
from doorward.core.mail.limits import MailLimits
from doorward.core.mail.mailbox import Mailbox
from doorward.core.mail.sender import MailSender
from doorward.core.mail.texts import MailTexts
from doorward.core.roles import Roles
from doorward.core.sessions import Sessions
from doorward.core.sign_in.authentication import Authentication
from doorward.core.sign_in.devices import Devices
from doorward.core.sign_in.email_changes import EmailChanges
from doorward.core.sign_in.factor_changes import FactorChanges
from doorward.core.sign_in.flow import SignInFlow
from doorward.core.sign_in.login import SignIn
from doorward.core.sign_in.new_accounts import NewAccounts, TakenUsernames
from doorward.core.sign_in.one_time_tokens import OneTimeTokens
from doorward.core.sign_in.opening import SessionOpener
from doorward.core.sign_in.refresh import Refresh
from doorward.core.sign_in.second_factors import SecondFactors
from doorward.core.sign_in.stand_ins import StandIns
from doorward.core.sign_in.step_up import StepUp
from doorward.core.sign_in.throttle import Throttle
from doorward.core.statistics import Statistics
from doorward.core.users import Users
from doorward.crypto import secret_file
from doorward.crypto.hash_chain import HashChain
from doorward.crypto.passwords.breached import BreachedPasswords
from doorward.crypto.passwords.hasher import Hasher
from doorward.crypto.vault import Entropy, Vault
from doorward.database.protocol import Database
from doorward.domain.access import PERMISSIONS
from doorward.domain.audit import ACTIONS
from doorward.domain.passwords import PasswordPolicy
from doorward.domain.sign_in.relying_party import relying_party
from doorward.domain.sign_in.sessions import SessionPolicy
from doorward.feature import Feature
from doorward.features import (
    branding,
    breached_passwords,
    devices,
    email_change,
    email_code,
    factors,
    hosted_pages,
    invitations,
    mail,
    mail_texts,
    passkeys,
    recovery,
    registration,
    totp,
    transfer,
)
from doorward.search.directory import UserDirectory
from doorward.search.options import DEFAULTS, SearchOptions
from doorward.settings import Settings, fields_of, load
from doorward.store.sign_in.identity_cache import IdentityCache
from doorward.token_buckets import TokenBuckets

if TYPE_CHECKING:
    from doorward.api.application import Application
    from doorward.web.routing import Route

# Every capability outside the kernel. A feature is added here and nowhere else.
FEATURES: Final[tuple[Feature, ...]] = (
    branding.FEATURE,
    breached_passwords.FEATURE,
    devices.FEATURE,
    email_change.FEATURE,
    email_code.FEATURE,
    factors.FEATURE,
    hosted_pages.FEATURE,
    invitations.FEATURE,
    mail.FEATURE,
    mail_texts.FEATURE,
    passkeys.FEATURE,
    recovery.FEATURE,
    registration.FEATURE,
    totp.FEATURE,
    transfer.FEATURE,
)

Clock = Callable[[], int]


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
    clock: Clock = system_clock,
    entropy: Entropy = secrets.token_bytes,
    *,
    search: SearchOptions = DEFAULTS,
    features: Sequence[Feature] = FEATURES,
    patient: bool = False,
) -> Core:
    """The core of the service, not yet open. The clock and randomness are passed in here and nowhere else.

    `patient`: for commands, whose commits on PostgreSQL have no time limit.
    """
    actions = audit_actions(features)
    database, backend = storage.choose(settings, search, patient)
    hasher = Hasher(settings.password_memory, settings.password_time, settings.password_pool_memory, entropy)
    open_vault = partial(_open_vault, settings, entropy)
    keys = KeyRing(database, open_vault, settings, clock, entropy)

    def chain() -> HashChain:
        return keys.audit  # Known once the key ring is loaded.

    trail, idempotency = AuditTrail(chain, clock, actions), Idempotency(chain, clock)
    breached = BreachedPasswords(settings.breached_passwords) if settings.breached_passwords else None
    lists = breached.lists if breached else None
    policy = PasswordPolicy(settings.password_min_length, settings.password_max_length, lists)
    sessions = SessionPolicy(
        settings.refresh_idle_ttl * 1000,
        settings.refresh_max_ttl * 1000,
        settings.refresh_grace * 1000,
        settings.refresh_rotation,
        settings.refresh_grace_bound,
        settings.sessions_per_user,
    )
    one_time_tokens, links = OneTimeTokens(keys, clock, entropy), Links(settings.base_url)
    kinds = mail_kinds(features)
    mailbox = Mailbox(keys, kinds, bool(settings.smtp_url), clock)
    mail_limits = MailLimits(chain, clock, settings.mail_address_limit, settings.mail_network_limit)
    email_changes = EmailChanges(one_time_tokens, mailbox, mail_limits, links, clock)
    throttle = Throttle(database, settings, chain, clock)
    second_factors = SecondFactors(throttle, clock)
    step_up = StepUp(database, keys, hasher, throttle, second_factors, sessions, settings.step_up_ttl, trail, clock)
    stand_ins = StandIns(database, chain, hasher.unmatchable)
    identities = IdentityCache(database)
    directory = UserDirectory(database, backend, search)
    texts, brand = MailTexts(database, kinds), Branding(database, settings)
    opener = SessionOpener(keys, sessions, trail, clock, entropy)
    known = Devices(one_time_tokens, mailbox, mail_limits, links, trail, settings, clock, entropy)
    flow = SignInFlow(database, opener, one_time_tokens, second_factors, known, throttle, trail, clock)
    sign_in = SignIn(database, hasher, throttle, stand_ins, flow, policy, settings.login_by_email, trail, clock)
    composer = Composer(mailbox, texts, brand)
    party = relying_party(settings)
    rp_id = party.id if party else ""
    core = Core(
        clock=clock,
        entropy=entropy,
        database=database,
        hasher=hasher,
        keys=keys,
        rotation=KeyRotation(database, open_vault, trail, settings, clock),
        jobs=JobRunner(entropy),
        trail=trail,
        policy=policy,
        breached=breached,
        idempotency=idempotency,
        sign_in=sign_in,
        refresh=Refresh(database, identities, keys, sessions, trail, clock),
        authentication=Authentication(database, identities, keys, trail, clock),
        second_factors=second_factors,
        factor_changes=FactorChanges(step_up, mailbox, trail, clock, entropy, rp_id),
        step_up=step_up,
        users=Users(database, directory, hasher, policy, trail, idempotency, mailbox, step_up, clock, rp_id),
        confusables=Confusables(database),
        statistics=Statistics(database, clock),
        roles=Roles(database, trail, idempotency, clock, permissions(features)),
        account=Account(
            database,
            keys,
            hasher,
            policy,
            throttle,
            trail,
            clock,
            changes=TokenBuckets(account.CHANGES, account.MINUTE),
            step_up=step_up,
            mailbox=mailbox,
            mail_limits=mail_limits,
            email_changes=email_changes,
            email_change_rate=TokenBuckets(account.EMAIL_CHANGES, account.DAY),
        ),
        sessions=Sessions(database, trail, sessions, clock),
        cleanup=Cleanup(database, chain, settings.audit_retention * 1000, clock),
        audit_log=AuditLog(database, trail, actions),
        checkpoints=Checkpoints(
            database, chain, settings.audit_checkpoint_file, settings.audit_checkpoint_interval * 1000, clock
        ),
        one_time_tokens=one_time_tokens,
        email_changes=email_changes,
        new_accounts=NewAccounts(database, hasher, opener, known, trail, clock, TakenUsernames()),
        mailbox=mailbox,
        composer=composer,
        mail_limits=mail_limits,
        mail_texts=texts,
        branding=brand,
        mail_sender=MailSender(database, composer, settings, clock, entropy) if settings.smtp_url else None,
        deferred=Deferred(database, keys, clock, entropy),
        links=links,
        settings=settings,
    )
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


def _open_vault(settings: Settings, entropy: Entropy) -> Vault:
    if settings.secret:
        return Vault(settings.secret, settings.previous_secret, entropy)
    # Read each time: `doorward keys rekey` may have replaced it under a service that runs.
    folder = settings.data_dir
    return Vault(secret_file.read(folder), secret_file.previous(folder), entropy)
