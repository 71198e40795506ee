"""Sessions. A session lives exactly as long as its row."""

from typing import Final

from msgspec import Struct

from doorward.database.protocol import Reader, Transaction
from doorward.domain.access import Origin
from doorward.domain.paging import Page, PageRequest
from doorward.domain.sign_in.auth_context import AuthContext
from doorward.domain.sign_in.sessions import EndedSessions, Session
from doorward.domain.users import User
from doorward.errors import SessionEnded
from doorward.store import users

_USER_AGENT_MAX: Final = 256
# Bounds how long other writers wait for one transaction.
_ENDED_AT_ONCE: Final = 500
_FIND_USER: Final = (
    f"SELECT {users.SELECT}, s.amr, s.auth_time, s.impersonator_session FROM {users.LIVE_SESSION.format(key='$1')}"
)
# The sessions that an administrator opened as other users from the sessions of a user.
_OPENED_BY: Final = "impersonator_session IN (SELECT p.id FROM sessions p WHERE p.user_id = $1)"


class Rotation(Struct, frozen=True):
    """The position of a session in the sequence of its refresh tokens, and the client that holds the current one."""

    user_id: int
    generation: int
    rotated_at: int
    expires_at: int
    address: str
    user_agent: str
    methods: str
    auth_time: int

    @property
    def context(self) -> AuthContext:
        return AuthContext(self.methods, self.auth_time)


class Owner(Struct, frozen=True):
    user_id: int
    username: str
    impersonator_session: int | None


class LiveSession(Struct, frozen=True):
    user: User
    context: AuthContext
    impersonator_session: int | None


def shown_user_agent(origin: Origin) -> str:
    return origin.user_agent[:_USER_AGENT_MAX]


async def open_session(
    tx: Transaction,
    session_id: int,
    user_id: int,
    origin: Origin,
    context: AuthContext,
    expires_at: int,
    impersonator_session: int | None = None,
) -> None:
    """Opens a session at the time of its authentication."""
    sql = (
        "INSERT INTO sessions (id, user_id, generation, rotated_at, created_at, last_used_at, expires_at, address,"
        " user_agent, amr, auth_time, impersonator_session) VALUES ($1, $2, 1, $3, $3, $3, $4, $5, $6, $7, $3, $8)"
    )
    client = (origin.address, shown_user_agent(origin))
    await tx.execute(
        sql, session_id, user_id, context.auth_time, expires_at, *client, context.methods, impersonator_session
    )


async def end_excess(tx: Transaction, user_id: int, current: int, limit: int, now: int) -> EndedSessions:
    """Ends the least recently used sessions of a user beyond the limit, and returns those that had not expired.

    Concurrent sign-ins of one user must wait for each other before this: `users.record_login` locks the user's row.
    """
    others = "SELECT id FROM sessions WHERE user_id = $1 AND id <> $2 ORDER BY last_used_at DESC, id"
    excess = f"{others} LIMIT {_ENDED_AT_ONCE} OFFSET $3"
    sql = f"DELETE FROM sessions WHERE id IN ({excess}) RETURNING id, expires_at"
    rows = await tx.fetch(sql, user_id, current, limit - 1)
    return EndedSessions([row[0] for row in rows if row[1] > now], await _end_orphaned(tx) if rows else [])


async def users_above(reader: Reader, limit: int) -> list[int]:
    """The users with more sessions than the limit, expired ones included."""
    sql = "SELECT user_id FROM sessions GROUP BY user_id HAVING count(*) > $1"
    return [row[0] for row in await reader.fetch(sql, limit)]


async def find_oldest_within(reader: Reader, user_id: int, limit: int) -> int | None:
    """When the last session within the limit was used; None if the user has fewer."""
    sql = "SELECT last_used_at FROM sessions WHERE user_id = $1 ORDER BY last_used_at DESC LIMIT 1 OFFSET $2"
    row = await reader.fetchrow(sql, user_id, limit - 1)
    return row[0] if row else None


async def end_unused_since(tx: Transaction, user_id: int, moment: int) -> EndedSessions:
    """Ends some of a user's sessions that were last used before the moment; returns them, none at the end."""
    unused = f"SELECT id FROM sessions WHERE user_id = $1 AND last_used_at < $2 LIMIT {_ENDED_AT_ONCE}"
    rows = await tx.fetch(f"DELETE FROM sessions WHERE id IN ({unused}) RETURNING id", user_id, moment)
    ended = [row[0] for row in rows]
    return EndedSessions(ended, await _end_orphaned(tx) if ended else [])


async def find_live(reader: Reader, session_id: int, now: int) -> LiveSession | None:
    """Session, status, roles and permissions are read in one statement."""
    rows = await reader.fetch(_FIND_USER, session_id, now)
    if not rows:
        return None
    methods, auth_time, impersonator_session = rows[0][-3:]
    return LiveSession(users.one_from_rows(rows), AuthContext(methods, auth_time), impersonator_session)


async def find_rotation(reader: Reader, session_id: int) -> Rotation | None:
    columns = "user_id, generation, rotated_at, expires_at, address, user_agent, amr, auth_time"
    row = await reader.fetchrow(f"SELECT {columns} FROM sessions WHERE id = $1", session_id)
    return Rotation(*row) if row else None


async def advance(
    tx: Transaction, session_id: int, generation: int, step: int, origin: Origin, now: int, idle_ttl: int, max_ttl: int
) -> tuple[int, AuthContext] | None:
    """Advances a live session from the given generation, and returns its user's id and how the user authenticated. Of
    concurrent calls one succeeds.

    One statement, so that it can run in `Database.write_once`.
    """
    sql = (
        "UPDATE sessions SET generation = generation + $3, rotated_at = $4, last_used_at = $4, address = $7,"
        " user_agent = $8, expires_at = CASE WHEN created_at + $6 < $5 THEN created_at + $6 ELSE $5 END"
        " WHERE id = $1 AND generation = $2 AND expires_at > $4 RETURNING user_id, amr, auth_time"
    )
    client = (origin.address, shown_user_agent(origin))
    row = await tx.fetchrow(sql, session_id, generation, step, now, now + idle_ttl, max_ttl, *client)
    return (row[0], AuthContext(row[1], row[2])) if row else None


async def authenticate_again(
    tx: Transaction, session_id: int, method: str, step: int, now: int, *, counts_as_recent: bool = True
) -> tuple[int, AuthContext]:
    """Records that the user of a live session authenticated by a method now, and advances its refresh tokens by `step`.
    Without `counts_as_recent` the time of the last authentication stays: the method alone is too weak for this user.
    Returns the generation of the next one. One step is a rotation as by `advance`. Two invalidate every token: the
    grace period serves the direct predecessor of the current one, which was never issued.
    """
    sql = (
        "UPDATE sessions SET generation = generation + $3, last_used_at = $4,"
        " rotated_at = CASE WHEN $3 = 0 THEN rotated_at ELSE $4 END,"
        " auth_time = CASE WHEN $5 = 1 THEN $4 ELSE auth_time END,"
        " amr = CASE WHEN ' ' || amr || ' ' LIKE '% ' || $2 || ' %' THEN amr"
        " WHEN amr = '' THEN $2 ELSE amr || ' ' || $2 END"
        " WHERE id = $1 AND expires_at > $4 RETURNING generation, amr, auth_time"
    )
    row = await tx.fetchrow(sql, session_id, method, step, now, int(counts_as_recent))
    if row is None:
        raise SessionEnded
    return row[0], AuthContext(row[1], row[2])


async def get_auth_context(reader: Reader, session_id: int) -> tuple[AuthContext, str, int]:
    """How the user of a session authenticated, the hash of their password and the kinds of their factors."""
    columns = "s.amr, s.auth_time, u.password_hash, u.factors"
    sql = f"SELECT {columns} FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1"
    row = await reader.fetchrow(sql, session_id)
    if row is None:
        raise SessionEnded
    return AuthContext(row[0], row[1]), row[2], row[3]


async def record_client(tx: Transaction, session_id: int, generation: int, origin: Origin, now: int) -> None:
    """Shows a client that was given the current tokens without a rotation."""
    sql = "UPDATE sessions SET address = $3, user_agent = $4, last_used_at = $5 WHERE id = $1 AND generation = $2"
    await tx.execute(sql, session_id, generation, origin.address, shown_user_agent(origin), now)


async def end(tx: Transaction, session_id: int) -> tuple[Owner | None, EndedSessions]:
    """Ends a session. Returns its owner, None when it had ended before, and all sessions that ended: those that it
    opened as other users end with it."""
    username = "(SELECT u.username FROM users u WHERE u.id = sessions.user_id)"
    sql = f"DELETE FROM sessions WHERE id = $1 RETURNING user_id, {username}, impersonator_session"
    row = await tx.fetchrow(sql, session_id)
    # A statement of its own: it sees a session that was opened while the first one waited, see `hold`.
    opened = await end_opened_from(tx, session_id)
    return (Owner(*row), EndedSessions([session_id], opened)) if row else (None, EndedSessions([], opened))


async def hold(tx: Transaction, session_id: int, now: int) -> int | None:
    """Locks a live session until the commit, so that its end waits, and returns when it expires."""
    sql = "UPDATE sessions SET generation = generation WHERE id = $1 AND expires_at > $2 RETURNING expires_at"
    row = await tx.fetchrow(sql, session_id, now)
    return row[0] if row else None


async def end_of_user(tx: Transaction, session_id: int, user_id: int) -> EndedSessions:
    """Ends a session if it belongs to that user, and those that it opened as other users. Returns them."""
    sql = "DELETE FROM sessions WHERE id = $1 AND user_id = $2 RETURNING id"
    if await tx.fetchrow(sql, session_id, user_id) is None:
        return EndedSessions([])
    return EndedSessions([session_id], await end_opened_from(tx, session_id))


async def end_opened_from(tx: Transaction, session_id: int) -> list[int]:
    """Ends the sessions that this one opened as other users."""
    rows = await tx.fetch("DELETE FROM sessions WHERE impersonator_session = $1 RETURNING id", session_id)
    return [row[0] for row in rows]


async def _end_orphaned(tx: Transaction) -> list[int]:
    """Ends the sessions whose impersonator's session is gone. A statement of its own, behind the one that ended those:
    it sees sessions that were opened while that one waited, see `hold`."""
    rows = await tx.fetch(
        "DELETE FROM sessions WHERE impersonator_session IS NOT NULL AND NOT EXISTS"
        " (SELECT 1 FROM sessions p WHERE p.id = sessions.impersonator_session) RETURNING id"
    )
    return [row[0] for row in rows]


async def end_opened_by(tx: Transaction, user_id: int) -> list[int]:
    """Ends the sessions that a user opened as other users."""
    rows = await tx.fetch(f"DELETE FROM sessions WHERE {_OPENED_BY} RETURNING id", user_id)
    return [row[0] for row in rows]


async def end_all(tx: Transaction, user_id: int, but: int = 0) -> EndedSessions:
    """Ends a user's sessions except the given one, and those that they opened as other users. Returns them."""
    rows = await tx.fetch("DELETE FROM sessions WHERE user_id = $1 AND id <> $2 RETURNING id", user_id, but)
    return EndedSessions([row[0] for row in rows], await _end_orphaned(tx) if rows else [])


async def page(reader: Reader, user_id: int, now: int, request: PageRequest) -> Page[Session]:
    where = "WHERE user_id = $1 AND expires_at > $2"
    counted = await reader.fetchrow(f"SELECT count(*) FROM sessions {where}", user_id, now)
    sql = (
        "SELECT id, user_agent, address, created_at, last_used_at, expires_at, (SELECT a.username FROM sessions p"
        " JOIN users a ON a.id = p.user_id WHERE p.id = sessions.impersonator_session)"
        f" FROM sessions {where} ORDER BY last_used_at DESC, id LIMIT {request.size} OFFSET {request.offset}"
    )
    rows = await reader.fetch(sql, user_id, now)
    return Page([Session(*row) for row in rows], counted[0] if counted else 0, False, request)


class ScannedRange(Struct, frozen=True):
    """A range of the table by id: its last id, how many sessions it has, and how many of them have expired."""

    last: int
    seen: int
    expired: int


async def scan_expired(reader: Reader, after: int, limit: int, now: int) -> ScannedRange:
    rows = await reader.fetch(f"SELECT id, expires_at FROM sessions WHERE id > $1 ORDER BY id LIMIT {limit}", after)
    return ScannedRange(rows[-1][0] if rows else after, len(rows), sum(row[1] <= now for row in rows))


async def purge(tx: Transaction, *, after: int, upto: int, now: int) -> None:
    await tx.execute("DELETE FROM sessions WHERE id > $1 AND id <= $2 AND expires_at <= $3", after, upto, now)
