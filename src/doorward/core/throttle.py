"""Slows down whoever guesses passwords. Counts live in the database, so that all workers and nodes share them."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final
from weakref import WeakValueDictionary

from doorward.database.protocol import Database, Transaction
from doorward.domain.throttle import KNOWN_FOR, Attempt, Rule, account_rule, network_rule, pair_rule
from doorward.errors import TooManyAttempts
from doorward.settings import Settings
from doorward.store import attempts

_PURGED_AT_ONCE: Final = 1000
_UNBOUNDED: Final = 1 << 16


class Throttle:
    def __init__(self, database: Database, settings: Settings, clock: Callable[[], int]) -> None:
        self._database, self._clock = database, clock
        self._pair = pair_rule(settings.login_failures, settings.login_pause * 1000, settings.login_account_failures)
        self._account = account_rule(settings.login_account_failures)
        self._network = network_rule(settings.login_network_failures)
        self._at_once = (
            max(1, (settings.login_failures - 1) // settings.workers) if settings.login_failures else _UNBOUNDED
        )
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    def attempt(self, username: str, address: str) -> Attempt:
        return Attempt.of(username, address, self._clock())

    def turn(self, attempt: Attempt) -> asyncio.Semaphore:
        """To be held from counting to the outcome.

        An attempt counts as failed until it succeeds; somebody who signs in many times at once would be refused for
        failures that never were, if the later did not wait for the earlier.
        """
        return self._turns.setdefault(attempt.pair, asyncio.Semaphore(self._at_once))

    async def count(self, attempt: Attempt) -> None:
        """Counts a failure before the password is looked at, so that guesses at the same moment can't share a count."""
        await self._database.write(partial(self._count, attempt=attempt, now=self._clock()))

    async def _count(self, tx: Transaction, *, attempt: Attempt, now: int) -> None:
        counted = await _count_under(tx, attempt.pair, self._pair, now)
        # Where somebody signed in lately, strangers elsewhere can't lock them out.
        if counted.signed_in_at <= now - KNOWN_FOR:
            await _count_under(tx, attempt.account, self._account, now)
        # The row that most attempts share comes last: it stays locked until the commit.
        await _count_under(tx, attempt.network, self._network, now)

    async def succeeded(self, tx: Transaction, attempt: Attempt, now: int) -> None:
        """Clears the account's failures. The network keeps those of its other attempts: a success is no amnesty."""
        await attempts.record_success(tx, attempt.pair, now, now + KNOWN_FOR)
        await attempts.clear(tx, attempt.account)
        await attempts.undo_failure(tx, attempt.network)

    async def purge(self) -> None:
        """Removes what is forgotten, a little at a time, so that nobody waits long for the writer."""
        while await self._database.write(partial(attempts.purge, now=self._clock(), most=_PURGED_AT_ONCE)):
            pass


async def _count_under(tx: Transaction, name: str, rule: Rule, now: int) -> attempts.Count:
    """Raises inside the transaction, so that a refused attempt leaves no count under its other names either."""
    counted = await attempts.count(tx, name, now, rule.memory)
    if counted is None:
        wait = await attempts.blocked_until(tx, name) - now
        raise TooManyAttempts(rule.policy, rule.quota, rule.window // 1000, max(1, -(-wait // 1000)))
    if pause := rule.pause(counted.failures, now):
        await attempts.block(tx, name, now + pause)
    return counted
