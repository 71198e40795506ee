"""What a kind of operation is, and an operation that a node works on."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct

from doorward.core import rights
from doorward.core.audit.trail import AuditTrail
from doorward.database.protocol import Database, Transaction
from doorward.domain.access import Actor
from doorward.domain.audit import Target
from doorward.domain.operations import DONE, FAILED, Operation, Step
from doorward.errors import Fault
from doorward.store import operations

T = TypeVar("T")

# Milliseconds for which no other node works on an operation after its last step. Far longer than a step takes.
LEASE: Final = 10_000
# Seconds between two extensions of a claim, while work goes on that writes no step.
_KEPT_EVERY: Final = LEASE / 4000


class ClaimLost(Exception):
    """Another node works on the operation, or it has ended: this transaction has to be rolled back."""


class OperationFailed(Exception):
    """The operation cannot go on. Most often the creator may not do this any more: the fault is the answer that a
    request would get."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.reason)
        self.fault = fault


class RunningOperation:
    """An operation that this node has claimed. Everything that it does goes through `write`."""

    def __init__(
        self, database: Database, trail: AuditTrail, clock: Callable[[], int], claim: str, operation: Operation
    ) -> None:
        self.database, self.clock, self.claim = database, clock, claim
        self._trail = trail
        self.operation = operation  # As of the last step.
        self.finished = False
        self._held_at = clock()

    async def keep_during(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of work of unknown length, such as parsing a file. The claim is extended meanwhile, and when it is
        lost, the work is cancelled."""
        task = asyncio.create_task(work)
        try:
            while not (await asyncio.wait((task,), timeout=_KEPT_EVERY))[0]:
                await self.keep()
            return task.result()
        finally:
            if not task.done():
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    async def keep(self) -> None:
        """Extends the claim, while a step is prepared that takes long."""
        now = self.clock()
        if now - self._held_at < LEASE // 4:
            return
        if not await self.database.write(lambda tx: operations.hold(tx, self.operation.id, self.claim, now + LEASE)):
            raise ClaimLost
        self._held_at = now

    def parameters(self, kind: type[T]) -> T:
        return msgspec.json.decode(self.operation.parameters, type=kind)

    def progress(self, kind: type[T]) -> T:
        return msgspec.json.decode(self.operation.progress, type=kind)

    async def write(self, permission: str, work: Callable[[Transaction, Actor], Awaitable[Step]]) -> Step:
        """Runs one step in a transaction, with the rights that the creator holds in it, and stores its outcome in the
        same one: after a kill the next node goes on behind the last step that was committed, and repeats none.

        `work` gets the creator as an actor. Raises what it raises, and then nothing is stored.
        """

        async def step(tx: Transaction) -> tuple[Step, Operation]:
            now = self.clock()
            if not await operations.hold(tx, self.operation.id, self.claim, now + LEASE):
                raise ClaimLost
            try:
                acting = await rights.current(tx, self.operation.creator(), now)
                acting.require(permission)
            except Fault as fault:
                raise OperationFailed(fault) from None
            taken = await work(tx, acting)
            advanced = await operations.advance(tx, self.operation.id, taken)
            if taken.finished:
                state = FAILED if taken.reason else DONE
                await operations.finish(tx, self.operation.id, state, taken.reason, now)
                why = {"reason": taken.reason} if taken.reason else {}
                await record(tx, self._trail, acting, "operation.finished", advanced, state=state, **why)
            return taken, advanced

        taken, self.operation = await self.database.write(step)
        self.finished = taken.finished
        return taken


async def record(
    tx: Transaction, trail: AuditTrail, actor: Actor, action: str, operation: Operation, **details: str
) -> None:
    counts = {"done": operation.done, "succeeded": operation.succeeded, "failed": operation.failed}
    target = Target(f"operation:{operation.id}", f"{operation.kind} {operation.action}")
    await trail.record(tx, actor, action, target, total=operation.total, **counts, **details)


class OperationKind(Struct, frozen=True):
    """A kind of operation, which the kernel or a feature adds.

    `run` does a bounded piece of work: at least one step, until a step says that it is finished. It is called again
    and again, by any node, and takes up where the last step ended.
    """

    name: str
    run: Callable[[RunningOperation], Awaitable[None]]
