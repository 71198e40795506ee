"""Accounts that their owners open themselves: by registering, or by accepting an invitation."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Final

from msgspec import Struct

from doorward.core.audit.trail import AuditTrail
from doorward.core.confusables import note_username
from doorward.core.sign_in.login import OpenedSession, SignIn
from doorward.crypto.passwords.hasher import Hasher, HashSlot
from doorward.database.protocol import Database, Transaction
from doorward.domain.access import Actor, Origin
from doorward.domain.audit import user_target
from doorward.domain.sign_in.throttle import WIDER, networks_of
from doorward.domain.users import User
from doorward.errors import TooManyRequests, UsernameTaken
from doorward.store import users
from doorward.token_buckets import TokenBuckets

# A person who looks for a free name needs a few. A list of names takes years.
TAKEN_USERNAMES: Final = 20
HOUR: Final = 3_600_000


class TakenUsernames:
    """Limits how often a network may learn that a username is taken. In the memory of the worker."""

    def __init__(self) -> None:
        self._widths = [TokenBuckets(TAKEN_USERNAMES * factor, HOUR) for factor in WIDER]

    def take(self, address: str, now: int) -> None:
        for network, buckets in zip(networks_of(address), self._widths, strict=False):
            if wait := buckets.take(network, now):
                raise TooManyRequests("taken-usernames", TAKEN_USERNAMES, HOUR // 1000, -(-wait // 1000))

    def give_back(self, address: str) -> None:
        for network, buckets in zip(networks_of(address), self._widths, strict=False):
            buckets.give_back(network)


class NewAccounts(Struct, frozen=True):
    database: Database
    hasher: Hasher
    sign_in: SignIn
    trail: AuditTrail
    clock: Callable[[], int]
    taken: TakenUsernames

    async def check_username_free(self, username: str, origin: Origin) -> None:
        """Raises UsernameTaken, a limited number of times for each network."""
        # Taken before the lookup and given back after it, so that concurrent requests do not exceed the limit.
        self.taken.take(origin.address, self.clock())
        if await users.username_taken(self.database, username):
            raise UsernameTaken
        self.taken.give_back(origin.address)

    def slot(self, origin: Origin, stored: str = "") -> AbstractAsyncContextManager[HashSlot]:
        """Networks take turns in the queue for hashes, as for signing in."""
        return self.hasher.slot(networks_of(origin.address)[-1], stored)

    async def begin(
        self, tx: Transaction, user: User, method: str, origin: Origin, action: str, **details: Any
    ) -> OpenedSession:
        """Opens the first session of a user whom this transaction inserted. Call it last: it adds two entries to the
        audit trail, `action` and the sign-in."""
        recorded = user.audited() | details | await note_username(tx, user)
        actor = Actor(user.id, None, (), origin, user.username)
        await self.trail.record(tx, actor, action, user_target(user), **recorded)
        opened = await self.sign_in.open_session(tx, user.id, method, origin)
        assert opened is not None  # noqa: S101  (the transaction inserted the user, enabled)
        return opened
