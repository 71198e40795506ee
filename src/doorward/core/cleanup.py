"""Clearing away what counts no more, in steps so small that nobody waits for them."""

from collections.abc import Callable
from functools import partial
from typing import Final

from doorward.core.audit.trail import trim_lane
from doorward.core.idempotency import KEPT_FOR
from doorward.crypto.hash_chain import HashChain
from doorward.database.protocol import Database
from doorward.store import audit, idempotency, sessions

_STEP: Final = 500
# A run looks at this many steps of sessions at most; the next one goes on where it stopped.
_STEPS: Final = 20


class Cleanup:
    def __init__(
        self, database: Database, chain: Callable[[], HashChain], audit_retention: int, clock: Callable[[], int]
    ) -> None:
        """`audit_retention` in milliseconds; 0 keeps the trail for ever."""
        self._database, self._chain, self._audit_retention, self._clock = database, chain, audit_retention, clock
        self._next_session = 0

    async def expired_sessions(self) -> None:
        """Walks the table by its key: an index on the expiry would have to be moved with every refresh."""
        now = self._clock()
        for _ in range(_STEPS):
            step = await sessions.scan_expired(self._database, self._next_session, _STEP, now)
            if step.expired:
                work = partial(sessions.purge, after=self._next_session, upto=step.last, now=now)
                await self._database.write(work)
            self._next_session = step.last if step.seen == _STEP else 0
            if step.seen < _STEP:
                return

    async def old_idempotency_keys(self) -> None:
        until = self._clock() - KEPT_FOR
        while await self._database.write(partial(idempotency.purge, until=until, most=_STEP)) == _STEP:
            pass

    async def old_audit_entries(self) -> None:
        if not self._audit_retention:
            return
        before = self._clock() - self._audit_retention
        for lane in range(audit.LANES):
            while await audit.oldest_is_before(self._database, lane, before):
                work = partial(trim_lane, chain=self._chain(), lane=lane, before=before, most=_STEP)
                await self._database.write(work)
