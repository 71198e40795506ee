"""Starts, follows, cancels and carries out operations (docs/decisions/0048)."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct, field

from doorward.core.audit.trail import AuditTrail
from doorward.core.operations.kinds import LEASE, ClaimLost, OperationFailed, OperationKind, RunningOperation, record
from doorward.database.protocol import Database, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Actor, covers
from doorward.domain.operations import ALL_OPEN_MAX, CANCELLED, FAILED, OPEN_MAX, Failure, Operation, encoded
from doorward.domain.paging import Page, PageRequest
from doorward.errors import (
    DatabaseUnavailable,
    Fault,
    InternalError,
    OperationEnded,
    OperationNotFound,
    TooManyOperations,
)
from doorward.search.filling import PAUSE, Pacer
from doorward.store import operations

logger = logging.getLogger("doorward")

_LOCK: Final = "operations"
_CLAIM_BYTES: Final = 12
# Pieces of work before the next operation has its turn.
_PIECES: Final = 20
# Seconds of work between two pauses, in which writers of other processes get SQLite's lock.
_STRETCH: Final = 0.2
# Milliseconds. Finished operations are kept for this long, and no more of them than this.
KEPT_FOR: Final = 30 * 86_400_000
KEPT_MAX: Final = 1000
_PURGED_AT_ONCE: Final = 20
READ_ALL: Final = "system:read"
CANCEL_ALL: Final = "system:write"


class Operations(Struct, frozen=True):
    database: Database
    trail: AuditTrail
    clock: Callable[[], int]
    entropy: Callable[[int], bytes]
    kinds: dict[str, OperationKind] = field(default_factory=dict)

    def add(self, *kinds: OperationKind) -> None:
        """To be called before the service opens."""
        self.kinds.update({kind.name: kind for kind in kinds})

    async def queue(
        self, tx: Transaction, acting: Actor, kind: str, action: str, parameters: Any, total: int | None
    ) -> Operation:
        """Queues an operation in the caller's transaction. The caller has checked the actor's rights in it, and writes
        nothing after it: it ends with an audit entry."""
        await tx.lock(_LOCK)  # Requests at the same time do not exceed the limits together.
        if await operations.count_open(tx, acting.user_id or 0) >= OPEN_MAX:
            raise TooManyOperations(OPEN_MAX)
        if await operations.count_open(tx) >= ALL_OPEN_MAX:
            raise TooManyOperations(ALL_OPEN_MAX)
        queued = await operations.insert(tx, acting, kind, action, encoded(parameters), total, self.clock())
        await record(tx, self.trail, acting, "operation.created", queued)
        return queued

    async def page(self, actor: Actor, request: PageRequest) -> Page[Operation]:
        """The newest first: the actor's own, or all for an actor who may read the state of the system."""
        actor.require_rights()
        creator_id = None if covers(actor.permissions, READ_ALL) else actor.user_id or 0
        return await self.database.read_in_background(
            lambda reader: operations.page(reader, creator_id, request), actor.user_id
        )

    async def read(self, actor: Actor, operation_id: int) -> Operation:
        actor.require_rights()
        return _visible(actor, await operations.find(self.database, operation_id))

    async def failures(self, actor: Actor, operation_id: int, request: PageRequest) -> Page[Failure]:
        await self.read(actor, operation_id)
        return await self.database.read_in_background(
            lambda reader: operations.failures(reader, operation_id, request), actor.user_id
        )

    @transaction
    async def cancel(self, tx: Transaction, actor: Actor, operation_id: int) -> Operation:
        """Ends an operation after the step that is under way. What it has done stays."""
        actor.require_rights()
        operation = _visible(actor, await operations.find(tx, operation_id))
        if not _is_own(actor, operation):
            actor.require(CANCEL_ALL)
        cancelled = await operations.finish(tx, operation_id, CANCELLED, "", self.clock())
        if cancelled is None:
            raise OperationEnded
        await record(tx, self.trail, actor, "operation.cancelled", cancelled)
        return cancelled

    async def work(self, kinds: tuple[str, ...] = ()) -> None:
        """Carries out what no node works on, of these kinds or of all, each operation for a while, until all have
        ended."""
        kinds = kinds or tuple(self.kinds)
        while await operations.any_claimable(self.database, self.clock(), kinds):
            claim = self.entropy(_CLAIM_BYTES).hex()
            operation = await self._claim(claim, kinds)
            if operation is None:
                return
            running = RunningOperation(self.database, self.trail, self.clock, claim, operation)
            await self._carry_on(running)

    @transaction
    async def _claim(self, tx: Transaction, claim: str, kinds: tuple[str, ...]) -> Operation | None:
        now = self.clock()
        return await operations.claim(tx, claim, now, now + LEASE, kinds)

    async def _carry_on(self, running: RunningOperation) -> None:
        run, pacer = self.kinds[running.operation.kind].run, Pacer(PAUSE, _STRETCH)
        try:
            for _ in range(_PIECES):
                await run(running)
                if running.finished:
                    return
                await pacer.pause_if_due()
        except ClaimLost:
            return  # It has ended, or another node goes on with it.
        except OperationFailed as lost:
            await self._fail(running, lost.fault.reason)
        except (Fault, asyncio.CancelledError):
            # The service is busy or stops: another node, or this one later, need not wait for the claim to run out.
            await self._release(running)
            raise
        except Exception:
            logger.exception("operation %s failed", running.operation.id)
            await self._fail(running, InternalError.reason)
        else:
            await self._release(running)

    async def _release(self, running: RunningOperation) -> None:
        with contextlib.suppress(DatabaseUnavailable):
            await self.database.write_once(
                lambda tx: operations.release(tx, running.operation.id, running.claim, self.clock())
            )

    @transaction
    async def _fail(self, tx: Transaction, running: RunningOperation, reason: str) -> None:
        operation, now = running.operation, self.clock()
        if not await operations.hold(tx, operation.id, running.claim, now + LEASE):
            return  # Another node goes on with it.
        failed = await operations.finish(tx, operation.id, FAILED, reason, now)
        if failed is not None:
            await record(tx, self.trail, operation.creator(), "operation.finished", failed, state=FAILED, reason=reason)

    async def purge(self) -> None:
        before, most = self.clock() - KEPT_FOR, _PURGED_AT_ONCE
        while await self.database.write(lambda tx: operations.purge(tx, before, KEPT_MAX, most)) == most:
            pass


def _visible(actor: Actor, operation: Operation | None) -> Operation:
    """Operations of others do not exist for an actor without the permission to read all."""
    if operation is None or not (_is_own(actor, operation) or covers(actor.permissions, READ_ALL)):
        raise OperationNotFound
    return operation


def _is_own(actor: Actor, operation: Operation) -> bool:
    return actor.user_id is not None and operation.creator_id == actor.user_id
