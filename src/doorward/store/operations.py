"""Operations, and the items that failed. A claim keeps two nodes from working on one operation."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import astuple

from doorward.database.protocol import Reader, Transaction
from doorward.domain.access import Actor
from doorward.domain.operations import FAILURES_MAX, QUEUED, RUNNING, Failure, Operation, Step, encoded
from doorward.domain.paging import Page, PageRequest
from doorward.store.sign_in.sessions import shown_user_agent

COLUMNS: Final = ", ".join(Operation.__struct_fields__)


async def insert(
    tx: Transaction, actor: Actor, kind: str, action: str, parameters: str, total: int | None, now: int
) -> Operation:
    sql = (
        "INSERT INTO operations (kind, action, parameters, state, total, creator_id, creator_name, session_id, key_id,"
        " address, user_agent, request_id, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)"
        f" RETURNING {COLUMNS}"
    )
    creator = (actor.user_id, actor.name, actor.session_id, None if actor.key is None else actor.key.id)
    origin = (actor.origin.address, shown_user_agent(actor.origin), actor.origin.request_id)
    row = await tx.fetchrow(sql, kind, action, parameters, QUEUED, total, *creator, *origin, now)
    assert row is not None  # noqa: S101
    return Operation(*row)


async def count_open(reader: Reader, creator_id: int | None = None) -> int:
    """How many are not finished: those of one user, or all."""
    of_creator = "" if creator_id is None else " AND creator_id = $1"
    sql = f"SELECT count(*) FROM operations WHERE finished_at IS NULL{of_creator}"
    row = await reader.fetchrow(sql, *([] if creator_id is None else [creator_id]))
    return int(row[0]) if row else 0


async def find(reader: Reader, operation_id: int) -> Operation | None:
    row = await reader.fetchrow(f"SELECT {COLUMNS} FROM operations WHERE id = $1", operation_id)
    return Operation(*row) if row else None


async def page(reader: Reader, creator_id: int | None, request: PageRequest) -> Page[Operation]:
    """The newest first: those of one user, or all. The table is bounded by its retention."""
    where = "" if creator_id is None else "WHERE creator_id = $1"
    values = [] if creator_id is None else [creator_id]
    counted = await reader.fetchrow(f"SELECT count(*) FROM operations {where}", *values)
    sql = f"SELECT {COLUMNS} FROM operations {where} ORDER BY id DESC LIMIT {request.size} OFFSET {request.offset}"
    rows = await reader.fetch(sql, *values)
    return Page([Operation(*row) for row in rows], int(counted[0]) if counted else 0, False, request)


async def any_claimable(reader: Reader, now: int, kinds: Sequence[str]) -> bool:
    """A cheap look before a transaction is opened: mostly there is none."""
    sql = f"SELECT 1 FROM operations WHERE finished_at IS NULL AND claimed_until <= $1 AND {_of(kinds, 2)} LIMIT 1"
    return await reader.fetchrow(sql, now, *kinds) is not None


async def claim(tx: Transaction, claim: str, now: int, until: int, kinds: Sequence[str]) -> Operation | None:
    """Claims the operation that has waited longest since a node worked on it, so that all get on. Only of kinds that
    this node knows: while nodes are upgraded, some do not."""
    sql = (
        "WITH due AS MATERIALIZED (SELECT id FROM operations WHERE finished_at IS NULL AND claimed_until <= $2"
        f" AND {_of(kinds, 4)} ORDER BY claimed_until, id LIMIT 1{tx.skip_locked})"
        f" UPDATE operations SET claim = $1, claimed_until = $3, state = '{RUNNING}',"
        f" started_at = coalesce(started_at, $2) WHERE id IN (SELECT id FROM due) RETURNING {COLUMNS}"
    )
    row = await tx.fetchrow(sql, claim, now, until, *kinds)
    return Operation(*row) if row else None


def _of(kinds: Sequence[str], first: int) -> str:
    return f"kind IN ({', '.join(f'${first + number}' for number in range(len(kinds)))})"


async def hold(tx: Transaction, operation_id: int, claim: str, until: int) -> bool:
    """Extends a claim; False when it was lost, or the operation has ended. Others wait for this transaction."""
    sql = "UPDATE operations SET claimed_until = $3 WHERE id = $1 AND claim = $2 AND finished_at IS NULL RETURNING id"
    return await tx.fetchrow(sql, operation_id, claim, until) is not None


async def release(tx: Transaction, operation_id: int, claim: str, now: int) -> None:
    sql = "UPDATE operations SET claim = '', claimed_until = $3 WHERE id = $1 AND claim = $2"
    await tx.execute(sql, operation_id, claim, now)


async def advance(tx: Transaction, operation_id: int, step: Step) -> Operation:
    """Stores what a step did. `hold` it before, in the same transaction."""
    sql = (
        "UPDATE operations SET progress = $2, succeeded = succeeded + $3, failed = failed + $4,"
        " done = done + $3 + $4, total = coalesce($5, total), result = coalesce($6, result)"
        f" WHERE id = $1 RETURNING {COLUMNS}"
    )
    failed, result = len(step.failures), None if step.result is None else encoded(step.result)
    row = await tx.fetchrow(sql, operation_id, encoded(step.progress), step.succeeded, failed, step.total, result)
    assert row is not None  # noqa: S101
    operation = Operation(*row)
    room = FAILURES_MAX - (operation.failed - failed)
    kept = [(operation_id, *astuple(failure)) for failure in step.failures[: max(room, 0)]]
    await tx.insert_rows("operation_failures", "operation_id, item, name, reason, message", kept)
    return operation


async def finish(tx: Transaction, operation_id: int, state: str, reason: str, now: int) -> Operation | None:
    """Ends an operation; None when it has ended already."""
    sql = (
        "UPDATE operations SET state = $2, reason = $3, finished_at = $4, claim = '', claimed_until = 0"
        f" WHERE id = $1 AND finished_at IS NULL RETURNING {COLUMNS}"
    )
    row = await tx.fetchrow(sql, operation_id, state, reason, now)
    return Operation(*row) if row else None


async def failures(reader: Reader, operation_id: int, request: PageRequest) -> Page[Failure]:
    counted = await reader.fetchrow("SELECT count(*) FROM operation_failures WHERE operation_id = $1", operation_id)
    sql = (
        "SELECT item, name, reason, message FROM operation_failures WHERE operation_id = $1"
        f" ORDER BY item LIMIT {request.size} OFFSET {request.offset}"
    )
    rows = await reader.fetch(sql, operation_id)
    return Page([Failure(*row) for row in rows], int(counted[0]) if counted else 0, False, request)


async def purge(tx: Transaction, before: int, kept: int, most: int) -> int:
    """Deletes operations that ended before a time, and the oldest beyond the number that is kept. Returns how many."""
    sql = (
        "DELETE FROM operations WHERE finished_at IS NOT NULL AND id IN (SELECT id FROM operations"
        " WHERE finished_at IS NOT NULL AND (finished_at < $1 OR id <= coalesce((SELECT id FROM operations"
        f" WHERE finished_at IS NOT NULL ORDER BY id DESC LIMIT 1 OFFSET {kept}), 0)) ORDER BY id LIMIT {most})"
        " RETURNING id"
    )
    return len(await tx.fetch(sql, before))
