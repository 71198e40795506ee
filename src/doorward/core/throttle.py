"""Slows down password guessing. The counts are in the database, so that all workers and nodes share them."""

import asyncio
from collections.abc import Callable
from typing import Final
from weakref import WeakValueDictionary

from doorward.database.protocol import Database, Transaction
from doorward.database.transaction import transaction
from doorward.domain.throttle import KNOWN_FOR, Attempt, Rule, account_rule, network_rule, pair_rule
from doorward.errors import TooManyAttempts
from doorward.settings import Settings
from doorward.store import attempts

_PURGED_AT_ONCE: Final = 1000
_UNBOUNDED: Final = 1 << 16


class Throttle:
    def __init__(self, database: Database, settings: Settings, clock: Callable[[], int]) -> None:
        self.database, self._clock = database, clock
        self._pair = pair_rule(settings.login_failures, settings.login_pause * 1000, settings.login_account_failures)
        self._account = account_rule(settings.login_account_failures)
        self._network = network_rule(settings.login_network_failures)
        self._at_once = (
            max(1, (settings.login_failures - 1) // settings.workers) if settings.login_failures else _UNBOUNDED
        )
        self._limits: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    def attempt(self, username: str, address: str) -> Attempt:
        return Attempt.of(username, address, self._clock())

    def concurrency_limit(self, attempt: Attempt) -> asyncio.Semaphore:
        """Hold it from `count` until the outcome is stored.

        An attempt counts as failed until it succeeds. Without this limit, concurrent sign-ins with the right password
        would be refused because of each other's provisional failures.
        """
        return self._limits.setdefault(attempt.pair, asyncio.Semaphore(self._at_once))

    @transaction
    async def count(self, tx: Transaction, attempt: Attempt) -> None:
        """Counts a failure before the password is verified, so that concurrent guesses each count."""
        now = self._clock()
        counted = await _count_under(tx, attempt.pair, self._pair, now)
        # A user who signed in from this network lately cannot be locked out by failures from other networks.
        if counted.signed_in_at <= now - KNOWN_FOR:
            await _count_under(tx, attempt.account, self._account, now)
        # The row that most attempts share comes last: it stays locked until the commit.
        await _count_under(tx, attempt.network, self._network, now)

    async def succeeded(self, tx: Transaction, attempt: Attempt, now: int) -> None:
        """Clears the failures of the account. The network keeps the failures of its other attempts, so that an attacker
        with one valid account cannot reset them."""
        await attempts.record_success(tx, attempt.pair, now, now + KNOWN_FOR)
        await attempts.clear(tx, attempt.account)
        await attempts.undo_failure(tx, attempt.network)

    async def purge(self) -> None:
        """Deletes expired counts, in small transactions so that other writers do not wait long."""
        while await self.database.write(lambda tx: attempts.purge(tx, self._clock(), _PURGED_AT_ONCE)):
            pass


async def _count_under(tx: Transaction, name: str, rule: Rule, now: int) -> attempts.FailureCount:
    """Raises inside the transaction, so that a refused attempt is not counted under its other names either."""
    counted = await attempts.count(tx, name, now, rule.memory)
    if counted is None:
        wait = await attempts.blocked_until(tx, name) - now
        raise TooManyAttempts(rule.policy, rule.quota, rule.window // 1000, max(1, -(-wait // 1000)))
    if pause := rule.pause(counted.failures, now):
        await attempts.block(tx, name, now + pause)
    return counted
