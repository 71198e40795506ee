"""Slows down password guessing, and bounds what one account or one network may take of the capacity to hash.

Failures are counted in the database, so that all workers and nodes share them. All other limits protect the worker that
keeps them, and are in its memory (decision 6).
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from typing import Any, Final, TypeVar
from weakref import WeakValueDictionary

from doorward.crypto.hash_chain import HashChain
from doorward.database.protocol import Database, Transaction
from doorward.database.transaction import transaction
from doorward.domain.sign_in.throttle import (
    KNOWN_FOR,
    WIDER,
    WINDOW,
    Attempt,
    Rule,
    account_key,
    account_rule,
    accounts_of,
    key_networks,
    network_rule,
    networks_of,
    pair_rule,
)
from doorward.domain.users import User
from doorward.errors import Busy, Fault, TooManyAttempts
from doorward.settings import Settings
from doorward.store.sign_in import attempts
from doorward.token_buckets import TokenBuckets

T = TypeVar("T")

_PURGED_AT_ONCE: Final = 1000
_MINUTE: Final = 60_000
# Attempts at one account from one network: how many run at once at most, and how many wait for their turn.
_MOST_AT_ONCE: Final = 8
_MOST_WAITING: Final = 96


class Throttle:
    def __init__(
        self, database: Database, settings: Settings, chain: Callable[[], HashChain], clock: Callable[[], int]
    ) -> None:
        self.database, self._chain, self._clock = database, chain, clock
        self._pair = pair_rule(settings.login_failures, settings.login_pause * 1000, settings.login_account_failures)
        self._account = account_rule(settings.login_account_failures)
        self._networks = [network_rule(settings.login_network_failures * factor) for factor in WIDER]
        self._pair_rate = _Rate("login-rate", settings.login_rate, _MINUTE)
        self._network_rates = [_Rate("login-network-rate", settings.login_network_rate * by, WINDOW) for by in WIDER]
        self._key_rates = [_Rate("passkey-network-rate", settings.login_network_rate * by, WINDOW) for by in WIDER]
        allowed = (settings.login_failures - 1) // settings.workers if settings.login_failures else _MOST_AT_ONCE
        self._at_once = max(1, min(allowed, _MOST_AT_ONCE))
        self._turns: WeakValueDictionary[str, _Turns] = WeakValueDictionary()
        self._counting: set[asyncio.Task[Any]] = set()

    def attempt(self, username: str, address: str) -> Attempt:
        return Attempt.of(username, address, self._clock(), self._chain().fingerprint)

    @contextlib.asynccontextmanager
    async def turn(self, attempt: Attempt, former: Attempt | None = None) -> AsyncIterator[None]:
        """Hold it from before `count` until the outcome is stored. Applies alike to usernames that do not exist.

        An attempt that is counted before its password is verified counts as failed until it succeeds. Without this
        limit, concurrent ones with the right password would be refused because of each other's provisional failures.
        Wait for it before reserving a hashing slot, so that attempts at one account do not hold the slots of others.
        `former`: the same attempt under the name that it had a turn with before, whose limits it has taken from.
        """
        now = self._clock()
        if former is None or former.pair != attempt.pair:
            self._pair_rate.take(attempt.pair, now)
        for source, rate in () if former else zip(attempt.sources, self._network_rates, strict=False):
            rate.take(source, now)
        async with self._turns.setdefault(attempt.pair, _Turns(self._at_once)):
            yield

    async def check(self, attempt: Attempt) -> None:
        """Raises while an attempt would be refused. Counts nothing: for an attempt that `count_within` counts in the
        transaction that decides it, so that those which are blocked already take no time to hash."""
        now = self._clock()
        found = await attempts.find_states(self.database, (attempt.pair, attempt.account, *attempt.networks))
        pair = found.get(attempt.pair)
        rules = [(attempt.pair, self._pair)]
        if pair is None or pair.signed_in_at <= now - KNOWN_FOR:
            rules.append((attempt.account, self._account))
        for name, rule in (*rules, *zip(attempt.networks, self._networks, strict=False)):
            if name in found and found[name].blocked_until > now:
                raise _refusal(rule, found[name].blocked_until - now)

    def count_abandoned(self, attempt: Attempt) -> None:
        """Counts an attempt whose request was cancelled while its password was hashed: a client that hangs up has used
        as much of the processor as one that waits for the answer."""

        async def count() -> None:
            with contextlib.suppress(Fault):
                await self.count(attempt)

        self._start(count())

    async def uninterrupted(self, counting: Coroutine[Any, Any, T]) -> T:
        """Runs a transaction that counts an attempt to its end, even if the request is cancelled: PostgreSQL would roll
        the count back."""
        return await asyncio.shield(self._start(counting))

    def _start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._counting.add(task)  # The event loop holds no reference to it.
        task.add_done_callback(self._counting.discard)
        return task

    async def close(self) -> None:
        await asyncio.gather(*self._counting, return_exceptions=True)

    @transaction
    async def count(self, tx: Transaction, attempt: Attempt) -> None:
        """Counts a failure before the password is verified, so that concurrent guesses each count."""
        await self.count_within(tx, attempt)

    async def count_within(self, tx: Transaction, attempt: Attempt) -> None:
        now = self._clock()
        counted = await _count_under(tx, attempt.pair, self._pair, now)
        # A user who signed in from this network lately cannot be locked out by failures from other networks.
        if counted.signed_in_at <= now - KNOWN_FOR:
            await _count_under(tx, attempt.account, self._account, now)
        # The rows that most attempts share come last: they stay locked until the commit.
        for name, rule in zip(attempt.networks, self._networks, strict=False):
            await _count_under(tx, name, rule, now)

    def admit_key(self, address: str) -> None:
        """Bounds what one network may ask of sign-ins by a key: challenges are rows, and signatures take time."""
        now = self._clock()
        for source, rate in zip(networks_of(address), self._key_rates, strict=False):
            rate.take(source, now)

    async def check_key(self, tx: Transaction, address: str) -> None:
        """Raises while a network is blocked for its failed sign-ins by a key."""
        now = self._clock()
        for name, rule in zip(self._key_networks(address), self._networks, strict=False):
            if (until := await attempts.blocked_until(tx, name)) > now:
                raise _refusal(rule, until - now)

    async def count_key(self, tx: Transaction, address: str) -> None:
        """Counts a failed sign-in by a key, for its networks alone: a key cannot be guessed, so no account is blocked.
        Apart from passwords, so that wrong ones from the same network do not block keys. Counted after the failure, so
        that sign-ins of one network do not wait for each other."""
        now = self._clock()
        for name, rule in zip(self._key_networks(address), self._networks, strict=False):
            counted = await attempts.count(tx, name, now, rule.memory)
            if counted is not None and (pause := rule.pause(counted.failures, now)):
                await attempts.block(tx, name, now + pause)

    def _key_networks(self, address: str) -> tuple[str, ...]:
        return key_networks(address, self._clock(), self._chain().fingerprint)

    async def undo(self, tx: Transaction, attempt: Attempt, now: int) -> None:
        """Takes the failure back that was counted for an attempt whose password is right, while the sign-in waits for
        its second factor."""
        signed_in_at = await attempts.undo_failure(tx, attempt.pair)
        if signed_in_at <= now - KNOWN_FOR:  # Otherwise `count` left the account alone.
            await attempts.undo_failure(tx, attempt.account)
        for name in attempt.networks:
            await attempts.undo_failure(tx, name)

    async def reserve(self, tx: Transaction, attempt: Attempt) -> None:
        """Locks what `finished` writes, for a transaction that counts under other names before it: those of networks
        come last, and two sign-ins must not wait for each other."""
        for name in (attempt.pair, attempt.account):
            await attempts.lock(tx, name)

    async def finished(self, tx: Transaction, attempt: Attempt, now: int) -> None:
        """After `undo`, when the second factor is proved as well."""
        await attempts.record_success(tx, attempt.pair, now, now + KNOWN_FOR)
        await attempts.clear(tx, attempt.account)

    async def succeeded(self, tx: Transaction, attempt: Attempt, now: int) -> None:
        """Clears the failures of the account. The network keeps the failures of its other attempts, so that an attacker
        with one valid account cannot reset them."""
        await self.finished(tx, attempt, now)
        for name in attempt.networks:
            await attempts.undo_failure(tx, name)

    def accounts_of(self, user: User) -> list[str]:
        return accounts_of(user, self._chain().fingerprint)

    async def forgive(self, tx: Transaction, user: User, accounts: Sequence[str], address: str) -> int:
        """Forgets the failures of a user that were counted under these names, from all networks and from each. Networks
        are counted under hashes, so the audit trail tells which; `address` is that of the request. Returns how many
        counts there were."""
        addresses = {address, *await attempts.failed_from(tx, user.id)}
        found = [self.attempt(account, each) for account in accounts for each in addresses]
        # The row of the user first, as sign-ins that count for one have it, and none waits for the other.
        await attempts.hold_user(tx, user.id)
        return await attempts.forgive(tx, list({name for each in found for name in (each.pair, each.account)}))

    async def forget_name(self, tx: Transaction, *usernames: str) -> None:
        """Forgets the failures under names that users get now. They were no guesses at these users, and would keep them
        out: strangers lock a name from everywhere without knowing whether it belongs to a user."""
        fingerprint = self._chain().fingerprint
        await attempts.forgive(tx, [account_key(username, fingerprint) for username in usernames])

    async def purge(self) -> None:
        """Deletes expired counts, in small transactions so that other writers do not wait long."""
        while await self.database.write(lambda tx: attempts.purge(tx, self._clock(), _PURGED_AT_ONCE)):
            pass


async def _count_under(tx: Transaction, name: str, rule: Rule, now: int) -> attempts.FailureCount:
    """Raises inside the transaction, so that a refused attempt is not counted under its other names either."""
    counted = await attempts.count(tx, name, now, rule.memory)
    if counted is None:
        raise _refusal(rule, await attempts.blocked_until(tx, name) - now)
    if pause := rule.pause(counted.failures, now):
        await attempts.block(tx, name, now + pause)
    return counted


def _refusal(rule: Rule, wait: int) -> TooManyAttempts:
    return TooManyAttempts(rule.policy, rule.quota, rule.window // 1000, max(1, -(-wait // 1000)))


class _Turns:
    """Attempts at one account from one network. Some run at once, a bounded number waits."""

    def __init__(self, at_once: int) -> None:
        self._running = asyncio.Semaphore(at_once)
        self._waiting = 0

    async def __aenter__(self) -> None:
        if self._running.locked() and self._waiting >= _MOST_WAITING:
            raise Busy
        self._waiting += 1
        try:
            await self._running.acquire()
        finally:
            self._waiting -= 1

    async def __aexit__(self, *_: object) -> None:
        self._running.release()


class _Rate:
    """A limit on attempts, successful ones included; 0 sets none."""

    def __init__(self, policy: str, quota: int, window: int) -> None:
        self._policy, self._quota, self._window = policy, quota, window
        self._buckets = TokenBuckets(quota, window) if quota else None

    def take(self, name: str, now: int) -> None:
        wait = self._buckets.take(name, now) if self._buckets else 0
        if wait:
            raise TooManyAttempts(self._policy, self._quota, self._window // 1000, -(-wait // 1000))
