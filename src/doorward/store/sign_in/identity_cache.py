"""Caches users by their state, which is read from the database with every request (docs/decisions/0014).

The state of a user is a few columns: the version, which every change of the row increments, the last sign-in, which
does not change the version, and the roles with their permissions. While they are unchanged, the other columns need not
be read, nor the user be constructed: that is half the cost of authenticating a request.
"""

from collections.abc import Sequence
from hmac import compare_digest
from typing import Final

from doorward.database.protocol import Database, Reader, Row
from doorward.domain.access import worth_caching
from doorward.domain.api_keys import KeyDigest, KeyIdentity, identity
from doorward.domain.users import User
from doorward.fifo_cache import FifoCache
from doorward.store import api_keys, users
from doorward.store.sign_in.session_lookup import SessionLookup

# The state of an enabled user: a row for each role, or one row without a role. Empty for any other user.
UserState = Sequence[Row]

# A user takes about 2 KiB with the values derived from it: at most some 8 MiB.
_MAX_USERS: Final = 4096
_STATE: Final = "u.id, u.version, u.last_login_at, r.name, r.permissions, r.required_strength"
_ROLE: Final = 3
_WIDTH: Final = 6
_ENABLED: Final = f"FROM users u {users.JOIN_ROLES} WHERE u.id = $1 AND u.status = 1"
_SELECT_STATE: Final = f"SELECT {_STATE} {_ENABLED}"
# The state of an API key: that of its owner, the hash of its text, and the version, which every change increments.
_KEY_STATE: Final = f"{_STATE}, k.key_hash, k.version"
_KEY_WIDTH: Final = _WIDTH + 2
_SELECT_KEY: Final = f"SELECT {_KEY_STATE}, {users.SELECT}, {api_keys.ACTING} FROM {users.LIVE_KEY.format(key='$1')}"
_SELECT_ALL: Final = f"SELECT {_STATE}, {users.SELECT} {_ENABLED}"


async def read_state(reader: Reader, user_id: int) -> UserState:
    return await reader.fetch(_SELECT_STATE, user_id)


class IdentityCache:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._sessions = SessionLookup(database, f"{_STATE}, s.amr, s.impersonator_session")
        self._keys = SessionLookup(database, _KEY_STATE, users.LIVE_KEY)
        self._users: FifoCache[int, tuple[UserState, User]] = FifoCache(_MAX_USERS)
        # The rows of the last lookup by a session of a user, whose values are in `_users`.
        self._latest: FifoCache[int, tuple[Sequence[Row], User]] = FifoCache(_MAX_USERS)
        # By the id of a key: the rows of its last lookup, and what was made of them.
        self.known_keys: FifoCache[int, tuple[Sequence[Row], KeyIdentity]] = FifoCache(_MAX_USERS)

    async def find_by_session(self, session_id: int, now: int) -> tuple[User | None, str, int | None]:
        """Finds the user of a live session, the methods by which they authenticated, and the session of an
        administrator who acts as the user: session, status, roles and permissions are read in one statement."""
        rows = await self._sessions.find(session_id, now)
        if not rows:
            return None, "", None
        first = rows[0]
        latest = self._latest.get(first[0])
        # Most requests follow one of the same user that found the same: whole rows compare faster than parts of them.
        if latest is not None and latest[0] == rows:
            return latest[1], first[_WIDTH], first[_WIDTH + 1]
        user = await self.find_by_state([row[:_WIDTH] for row in rows])
        if user is not None and user.id in self._users:
            self._latest.put(user.id, (rows, user))
        return user, first[_WIDTH], first[_WIDTH + 1]

    async def find_by_key(self, digest: KeyDigest, now: int) -> KeyIdentity | None:
        """Finds the owner of a live API key: key, status, roles and permissions are read in one statement, the other
        columns only when one of these has changed."""
        rows = await self._keys.find(digest.id, now)
        if not rows or not compare_digest(rows[0][_WIDTH], digest.hash):
            return None
        latest = self.known_keys.get(digest.id)
        if latest is not None and latest[0] == rows:
            return latest[1]
        return await self._load_key(digest.id, now)

    async def _load_key(self, key_id: int, now: int) -> KeyIdentity | None:
        rows = await self._database.fetch(_SELECT_KEY, key_id, now)
        if not rows:
            return None
        owner = users.one_from_rows([row[_KEY_WIDTH:] for row in rows])
        found = identity(owner, *rows[0][-api_keys.ACTING_WIDTH :])
        if worth_caching(owner.roles):
            # Cached under the state that was read by the same statement.
            self.known_keys.put(key_id, ([row[:_KEY_WIDTH] for row in rows], found))
        return found

    async def find_enabled(self, user_id: int) -> User | None:
        return await self.find_by_state(await read_state(self._database, user_id))

    async def find_by_state(self, state: UserState) -> User | None:
        """Finds the user with this state, which was just read; a user that changed since then is read again."""
        return (self._find_cached(state) or await self._load(state[0][0])) if state else None

    def _find_cached(self, state: UserState) -> User | None:
        cached = self._users.get(state[0][0])
        return cached[1] if cached is not None and cached[0] == _ordered(state) else None

    async def _load(self, user_id: int) -> User | None:
        rows = await self._database.fetch(_SELECT_ALL, user_id)
        if not rows:
            return None
        user = users.one_from_rows([row[_WIDTH:] for row in rows])
        if worth_caching(user.roles):
            # Cached under the state that was read by the same statement.
            self._users.put(user.id, (_ordered([row[:_WIDTH] for row in rows]), user))
        return user


def _ordered(state: UserState) -> UserState:
    """Sorts by the names of the roles, because a database returns them in any order."""
    return state if len(state) == 1 else sorted(state, key=_role_name)


def _role_name(row: Row) -> str:
    return row[_ROLE] or ""  # None for a role that is being deleted.
