"""Reads the audit trail by filter, newest first, in steps of bounded cost (docs/decisions/0024).

Each filter has an index in the order of the list. One condition is read from its index; of several, the rarest is, and
each entry that it finds is compared with the others. So a step examines a bounded number of entries and says where the
next one continues, also when it found nothing.
"""

from typing import Any, Final

from msgspec import Struct

from doorward.database.protocol import Reader
from doorward.domain.audit import Entry, Position
from doorward.store.audit import ENTRY, entries

# Entries that a step examines where they may not match: some milliseconds on SQLite.
EXAMINED: Final = 2000
# How far the matches of a condition are counted, to find the rarest one.
_COUNTED: Final = 5000
_ORDER: Final = "ORDER BY at DESC, lane DESC, seq DESC"
_ENTRY: Final = ", ".join(f"a.{column}" for column in ENTRY.split(", "))


class AuditFilter(Struct, frozen=True):
    """Empty or None means no condition. Of several values, any matches."""

    actor: tuple[str, ...] = ()
    target: tuple[str, ...] = ()
    action: tuple[str, ...] = ()
    since: int | None = None
    until: int | None = None
    # The column whose index is read; empty for the index by time.
    driver: str = ""

    def conditions(self) -> dict[str, tuple[str, ...]]:
        given = {"target": self.target, "actor": self.actor, "action": self.action}  # The usually rarest first.
        return {column: values for column, values in given.items() if values}


async def find_rarest(reader: Reader, wanted: AuditFilter) -> str:
    """The column whose condition the fewest entries match."""
    counts = {column: await _count(reader, column, wanted) for column in wanted.conditions()}
    return min(counts, key=lambda column: counts[column])


async def _count(reader: Reader, column: str, wanted: AuditFilter) -> int:
    values: list[Any] = []
    given = f"{column} IN ({_bind(values, wanted.conditions()[column])})"
    where = " AND ".join((given, *_bounds(wanted, None, values)))
    sql = f"SELECT count(*) FROM (SELECT 1 FROM audit WHERE {where} LIMIT {_COUNTED}) AS c"
    row = await reader.fetchrow(sql, *values)
    return int(row[0]) if row else 0


async def step(
    reader: Reader, wanted: AuditFilter, before: Position | None, limit: int, examined: int = EXAMINED
) -> tuple[list[Entry], Position | None]:
    """The next matches, at most `limit`, and the position to continue from; None at the end of the trail.

    Examines that many entries at most, where an entry of the driver may not match the other conditions.
    """
    others = {column: given for column, given in wanted.conditions().items() if column != wanted.driver}
    most = examined if others else limit
    values: list[Any] = []
    candidates = _candidates(wanted, before, most, values)
    bound = len(values)
    matches = "".join(f" AND a.{column} IN ({_bind(values, given)})" for column, given in others.items())
    # SQLite never reorders the tables of a CROSS JOIN: candidates first, each looked up by its primary key.
    rows = await reader.fetch(
        f"SELECT {_ENTRY} FROM ({candidates}) AS c CROSS JOIN audit AS a"
        f" WHERE a.lane = c.lane AND a.seq = c.seq{matches}"
        f" ORDER BY c.at DESC, c.lane DESC, c.seq DESC LIMIT {limit}",
        *values,
    )
    found = entries(rows)
    if len(found) == limit:
        return found, found[-1].position
    if not others:
        return found, None
    sql = f"SELECT at, lane, seq FROM ({candidates}) AS c {_ORDER} LIMIT 1 OFFSET {most - 1}"
    last = await reader.fetchrow(sql, *values[:bound])
    return found, Position(*last) if last else None


def _candidates(wanted: AuditFilter, before: Position | None, limit: int, values: list[Any]) -> str:
    """The newest entries that match the driver. Each of its values has a SELECT of its own, which reads its part of the
    index in order and stops: with IN, all entries of all values would be sorted."""
    bounds = _bounds(wanted, before, values)
    branches = []
    for value in wanted.conditions().get(wanted.driver, (None,)):
        equal = [] if value is None else [f"{wanted.driver} = {_bind(values, (value,))}"]
        where = f"WHERE {' AND '.join((*equal, *bounds))}" if equal or bounds else ""
        branches.append(f"SELECT at, lane, seq FROM audit {where} {_ORDER} LIMIT {limit}")
    if len(branches) == 1:
        return branches[0]
    union = " UNION ALL ".join(f"SELECT * FROM ({branch}) AS branch" for branch in branches)
    return f"SELECT at, lane, seq FROM ({union}) AS merged {_ORDER} LIMIT {limit}"


def _bounds(wanted: AuditFilter, before: Position | None, values: list[Any]) -> list[str]:
    bounds = []
    if wanted.since is not None:
        bounds.append(f"at >= {_bind(values, (wanted.since,))}")
    if wanted.until is not None:
        bounds.append(f"at < {_bind(values, (wanted.until,))}")
    if before is not None:
        bounds.append(f"(at, lane, seq) < ({_bind(values, (before.at, before.lane, before.seq))})")
    return bounds


def _bind(values: list[Any], given: tuple[Any, ...]) -> str:
    """Adds the values, and returns their placeholders."""
    values.extend(given)
    return ", ".join(f"${number}" for number in range(len(values) - len(given) + 1, len(values) + 1))
