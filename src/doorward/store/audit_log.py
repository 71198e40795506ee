"""Pages of the audit trail, by filter. A page costs the same however old its entries are."""

from typing import Any

from msgspec import Struct

from doorward.database.protocol import Reader
from doorward.domain.audit import Entry, Position
from doorward.store.audit import ENTRY, entries


class AuditFilter(Struct, frozen=True):
    """Empty or None means no condition. Any of several references matches; the action `user.` matches all `user.*`."""

    actors: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    action: str = ""
    since: int | None = None
    until: int | None = None


async def page(reader: Reader, wanted: AuditFilter, before: Position | None, size: int) -> list[Entry]:
    """Reads the newest matching entries before the given position."""
    where, values = _where(wanted, before)
    sql = f"SELECT {ENTRY} FROM audit {where} ORDER BY at DESC, lane DESC, seq DESC LIMIT {size}"
    return entries(await reader.fetch(sql, *values))


def _where(wanted: AuditFilter, before: Position | None) -> tuple[str, list[Any]]:
    conditions: list[str] = []
    values: list[Any] = []

    def add(condition: str, *given: Any) -> None:
        numbers = range(len(values) + 1, len(values) + len(given) + 1)
        conditions.append(condition.format(", ".join(f"${number}" for number in numbers)))
        values.extend(given)

    if wanted.actors:
        add("actor IN ({})", *wanted.actors)
    if wanted.targets:
        add("target IN ({})", *wanted.targets)
    if wanted.action.endswith("."):
        add("action >= {}", wanted.action)
        add("action < {}", wanted.action.removesuffix(".") + "/")  # The character after the full stop.
    elif wanted.action:
        add("action = {}", wanted.action)
    if wanted.since is not None:
        add("at >= {}", wanted.since)
    if wanted.until is not None:
        add("at < {}", wanted.until)
    if before is not None:
        add("(at, lane, seq) < ({})", before.at, before.lane, before.seq)
    return ("WHERE " + " AND ".join(conditions)) if conditions else "", values
