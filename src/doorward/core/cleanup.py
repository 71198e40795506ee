"""Deletes expired rows, in transactions small enough not to delay other writers."""

import logging
from collections.abc import Awaitable, Callable
from typing import Final

from doorward.core.audit.trail import trim_lane
from doorward.core.idempotency import KEPT_FOR
from doorward.core.sign_in import email_changes
from doorward.crypto.hash_chain import HashChain
from doorward.database.protocol import Database, Transaction
from doorward.domain.sign_in.devices import KEPT_FOR as DEVICES_KEPT_FOR
from doorward.store import audit, idempotency
from doorward.store.sign_in import devices, sessions

logger = logging.getLogger("doorward")

_STEP: Final = 500
# Upper bound of session steps in one run; the next run continues where this one stopped.
_STEPS: Final = 20


async def in_steps(database: Database, step: Callable[[Transaction, int], Awaitable[int]]) -> None:
    """Repeats a step until nothing is left. It changes as many rows as it is told at most, and returns their number."""
    while await database.write(lambda tx: step(tx, _STEP)) == _STEP:
        pass


class Cleanup:
    def __init__(
        self, database: Database, chain: Callable[[], HashChain], audit_retention: int, clock: Callable[[], int]
    ) -> None:
        """`audit_retention` in milliseconds; 0 keeps the audit trail forever."""
        self._database, self._chain, self._audit_retention, self._clock = database, chain, audit_retention, clock
        self._next_session = 0

    async def expired_sessions(self) -> None:
        """Scans the table by primary key: an index on the expiry would have to be updated by every refresh."""
        now = self._clock()
        for _ in range(_STEPS):
            if not await self._expire_step(now):
                return

    async def _expire_step(self, now: int) -> bool:
        """Deletes the expired sessions among the next rows; False at the end of the table."""
        after = self._next_session
        step = await sessions.scan_expired(self._database, after, _STEP, now)
        if step.expired:
            await self._database.write(lambda tx: sessions.purge(tx, after=after, upto=step.last, now=now))
        full = step.seen == _STEP
        self._next_session = step.last if full else 0
        return full

    async def old_idempotency_keys(self) -> None:
        until = self._clock() - KEPT_FOR
        await in_steps(self._database, lambda tx, most: idempotency.purge(tx, until, most))

    async def expired_one_time_tokens(self) -> None:
        await in_steps(self._database, lambda tx, most: email_changes.purge_tokens(tx, self._clock(), most))

    async def old_devices(self) -> None:
        until = self._clock() - DEVICES_KEPT_FOR
        await in_steps(self._database, lambda tx, most: devices.purge(tx, until, most))

    async def old_audit_entries(self) -> None:
        if not self._audit_retention:
            return
        before = self._clock() - self._audit_retention
        for lane in range(audit.LANES):
            await self._trim(lane, before)

    async def _trim(self, lane: int, before: int) -> None:
        while await audit.oldest_is_before(self._database, lane, before):
            step = await self._database.write(lambda tx: trim_lane(tx, self._chain(), lane, before, _STEP))
            if step.damaged:
                logger.error(
                    "retention keeps %s of the audit trail, which was tampered with; run doorward audit verify",
                    step.damaged,
                )
            if step.removed < _STEP:
                return
