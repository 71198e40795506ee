"""Users that were read before. Whether they are still the same is asked of the database every time.

A few columns say so, a user's state: the version, which every change of the row moves on, the last sign-in, which does
not, and the roles with their permissions. As long as these are as they were, the others need not be read again, nor the
user be put together anew: together half of what it takes to tell who is signed in.
"""

from collections.abc import Sequence
from operator import itemgetter
from typing import Final

from doorward.database.protocol import Database, Row
from doorward.domain.users import User
from doorward.fifo_cache import FifoCache
from doorward.store import users
from doorward.store.session_lookup import SessionLookup

# One is about 2 KiB, with what is worked out from it: at most some 8 MiB.
_KNOWN: Final = 4096
_STATE: Final = "u.id, u.version, u.last_login_at, r.name, r.permissions"
_ROLE: Final = 3
_WIDTH: Final = 5
_ENABLED: Final = f"FROM users u {users.JOIN_ROLES} WHERE u.id = $1 AND u.status = 1"
STATE_OF_ENABLED: Final = f"SELECT {_STATE} {_ENABLED}"
_ALL_OF_ENABLED: Final = f"SELECT {_STATE}, {users.SELECT} {_ENABLED}"


class IdentityCache:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._sessions = SessionLookup(database, _STATE)
        self._known: FifoCache[int, tuple[Sequence[Row], User]] = FifoCache(_KNOWN)

    async def signed_in(self, session_id: int, now: int) -> User | None:
        """Who is signed in with a live session: session, status, roles and permissions are read in one statement."""
        return await self.in_state(await self._sessions.ask(session_id, now))

    async def enabled(self, user_id: int) -> User | None:
        return await self.in_state(await self._database.fetch(STATE_OF_ENABLED, user_id))

    async def in_state(self, state: Sequence[Row]) -> User | None:
        """Whose state this is, if anybody's. It was read a moment ago, and may be another by now."""
        return self._recall(state) or await self._learn(state)

    def _recall(self, state: Sequence[Row]) -> User | None:
        known = self._known.get(state[0][0]) if state else None
        return known[1] if known is not None and known[0] == _ordered(state) else None

    async def _learn(self, state: Sequence[Row]) -> User | None:
        rows = await self._database.fetch(_ALL_OF_ENABLED, state[0][0]) if state else ()
        if not rows:
            return None
        user = users.one_from_rows([row[_WIDTH:] for row in rows])
        # Kept with the state that was read together with it.
        self._known.keep(user.id, (_ordered([row[:_WIDTH] for row in rows]), user))
        return user


def _ordered(state: Sequence[Row]) -> Sequence[Row]:
    """By the names of the roles: databases give them in whatever order they come upon them."""
    return state if len(state) == 1 else sorted(state, key=itemgetter(_ROLE))
