"""The state of the system, as administrators see it."""

from typing import Any

from msgspec import Struct

from doorward.core.jobs import JobHealth
from doorward.domain.keys import State, StoredKey
from doorward.domain.operations import Operation
from doorward.settings import Settings, shown
from doorward.settings.values import Duration
from doorward.store.outbox import QueueLength


class ShownSetting(Struct, frozen=True):
    name: str
    value: Any
    source: str
    secret: bool
    duration: bool  # The value is a number of seconds.


class AuditState(Struct, frozen=True):
    entries: int
    last_entry: int | None
    verification: Operation | None  # The newest one.


class SystemState(Struct, frozen=True):
    version: str
    database: str
    database_version: str
    schema: str
    jobs: list[JobHealth]
    keys: list[tuple[StoredKey, State]]
    settings: list[ShownSetting]
    mail_server: bool
    mails: QueueLength
    audit: AuditState
    checklist: dict[str, bool]  # What a new installation should do, and whether it is done.


def shown_settings(settings: Settings) -> list[ShownSetting]:
    return [
        ShownSetting(
            name,
            shown(field, value),
            settings.sources.get(name, "default"),
            field.metadata["secret"],
            isinstance(field.metadata["parse"], Duration),
        )
        for name, field, value in settings.values()
    ]
