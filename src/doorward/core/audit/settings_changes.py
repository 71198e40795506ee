"""Records in the audit trail that the service starts with changed settings."""

from typing import Any, Final

import msgspec

from doorward.core.audit.trail import AuditTrail
from doorward.database.protocol import Database, Transaction
from doorward.domain.access import SYSTEM
from doorward.domain.audit import Target, differences
from doorward.settings import Settings
from doorward.store import metadata

_NAME: Final = "settings"
# Settings that differ between nodes of one installation, or do not concern security.
_LOCAL: Final = {"host", "port", "workers", "tls_cert", "tls_key", "data_dir", "admin_username", "drain"}


async def record(database: Database, trail: AuditTrail, settings: Settings) -> None:
    current = msgspec.json.encode(_visible(settings), order="sorted").decode()
    if await metadata.find(database, _NAME) != current:
        await database.write(lambda tx: _record(tx, trail, settings, current))


async def _record(tx: Transaction, trail: AuditTrail, settings: Settings, current: str) -> None:
    await tx.lock(_NAME)
    stored = await metadata.find(tx, _NAME)
    if stored == current:
        return  # Another node recorded it first.
    await metadata.put(tx, _NAME, current)
    if stored is None:
        return
    after = msgspec.json.decode(current)
    defaults = {name: _shown(field.default) for name, field, _ in settings.values()}
    before = defaults | msgspec.json.decode(stored)
    changes = differences({name: before[name] for name in after}, after)
    if changes:
        await trail.record(tx, SYSTEM, "settings.changed", Target(_NAME, ""), changes=changes)


def _visible(settings: Settings) -> dict[str, Any]:
    return {
        name: _shown(value)
        for name, field, value in settings.values()
        if name not in _LOCAL and not name.startswith("database_") and not field.metadata["secret"]
    }


def _shown(value: Any) -> Any:
    if isinstance(value, tuple):
        return [str(item) for item in value]
    return value if isinstance(value, (bool, int, str)) or value is None else str(value)
