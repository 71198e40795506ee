"""Accounts that their owners open themselves: by registering, or by accepting an invitation."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Final
from weakref import WeakValueDictionary

from msgspec import Struct
from msgspec.structs import replace

from doorward.core.audit.trail import AuditTrail
from doorward.core.confusables import note_username
from doorward.core.sign_in.devices import Devices
from doorward.core.sign_in.opening import OpenedSession, SessionOpener
from doorward.core.sign_in.throttle import Throttle
from doorward.crypto.passwords.hasher import Hasher, HashSlot
from doorward.database.protocol import Database, Transaction
from doorward.domain.access import Actor, Origin
from doorward.domain.audit import user_target
from doorward.domain.sign_in.throttle import WIDER, networks_of
from doorward.domain.users import User, fold
from doorward.errors import TooManyRequests, UsernameTaken, ValidationFailed
from doorward.store import identifiers, users
from doorward.token_buckets import TokenBuckets

# A person who looks for a free name needs a few. A list of names takes years.
TAKEN_USERNAMES: Final = 20
HOUR: Final = 3_600_000


class TakenUsernames:
    """Limits how often a network may learn that a username is taken. In the memory of the worker."""

    def __init__(self) -> None:
        self._widths = [TokenBuckets(TAKEN_USERNAMES * factor, HOUR) for factor in WIDER]
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def check(self, address: str, now: int, is_taken: Callable[[], Awaitable[bool]]) -> None:
        """Raises UsernameTaken, or TooManyRequests whether or not the name is taken."""
        networks = networks_of(address)
        # Taken before the lookup and given back after it, so that concurrent requests do not exceed the limit; one
        # lookup at a time, so that they do not reach it with free names.
        async with self._turns.setdefault(networks[0], asyncio.Lock()):
            for network, buckets in zip(networks, self._widths, strict=False):
                if wait := buckets.take(network, now):
                    raise TooManyRequests("taken-usernames", TAKEN_USERNAMES, HOUR // 1000, -(-wait // 1000))
            if await is_taken():
                raise UsernameTaken
            for network, buckets in zip(networks, self._widths, strict=False):
                buckets.give_back(network)


class NewAccounts(Struct, frozen=True):
    database: Database
    hasher: Hasher
    opener: SessionOpener
    devices: Devices
    throttle: Throttle
    trail: AuditTrail
    clock: Callable[[], int]
    taken: TakenUsernames

    async def check_username(self, username: str, email: str | None, origin: Origin) -> None:
        """For a username that its owner chose: raises UsernameTaken, a limited number of times for each network, and
        ValidationFailed for an address that is not `email`. A username wins over an address at sign-ins and resets, so
        its holder would keep the reader of that address out."""
        if "@" in fold(username) and fold(username) != fold(email or ""):
            raise ValidationFailed(("username", "must not be an e-mail address, except your own"))
        # No look at addresses: the answer would tell who has one.
        await self.taken.check(
            origin.address, self.clock(), lambda: identifiers.username_taken(self.database, username)
        )

    def slot(self, origin: Origin, stored: str = "") -> AbstractAsyncContextManager[HashSlot]:
        """Networks take turns in the queue for hashes, as for signing in."""
        return self.hasher.slot(networks_of(origin.address)[-1], stored)

    async def begin(
        self, tx: Transaction, user: User, method: str, origin: Origin, action: str, **details: Any
    ) -> OpenedSession:
        """Opens the first session of a user whom this transaction inserted. Call it last: it adds two entries to the
        audit trail, `action` and the sign-in."""
        await self.throttle.forget_name(tx, user.username)
        noted = await self.devices.note(tx, user.id, origin, None) if self.devices.watched else None
        recorded = user.audited() | details | await note_username(tx, user)
        actor = Actor(user.id, None, (), origin, user.username)
        await self.trail.record(tx, actor, action, user_target(user), **recorded)
        await users.record_login(tx, user.id, self.clock())
        opened = await self.opener.open(tx, user.id, method, origin)
        return replace(opened, device=noted.secret) if noted else opened
