"""Sessions in the database. A session lives exactly as long as its row."""

from typing import Final

from msgspec import Struct

from doorward.domain.access import Origin
from doorward.domain.users import User
from doorward.store import users
from doorward.store.database import Database, Reader, Transaction

_USER_AGENT_MAX: Final = 256
_FIND_USER: Final = (
    f"SELECT {users.SELECT} FROM sessions s JOIN users u ON u.id = s.user_id {users.JOIN_ROLES}"
    " WHERE s.id = $1 AND s.expires_at > $2 AND u.status = 1"
)


class Rotation(Struct, frozen=True):
    """Where a session stands in the sequence of its refresh tokens."""

    user_id: int
    generation: int
    rotated_at: int
    created_at: int
    expires_at: int


class Owner(Struct, frozen=True):
    user_id: int
    username: str


async def open_session(
    tx: Transaction, session_id: int, user_id: int, origin: Origin, now: int, expires_at: int
) -> None:
    await tx.execute(
        "INSERT INTO sessions (id, user_id, generation, rotated_at, created_at, last_used_at, expires_at, address,"
        " user_agent) VALUES ($1, $2, 1, $3, $3, $3, $4, $5, $6)",
        session_id,
        user_id,
        now,
        expires_at,
        origin.address,
        origin.user_agent[:_USER_AGENT_MAX],
    )


async def find_user(reader: Reader, session_id: int, now: int) -> User | None:
    """Who is signed in with a live session: session, status, roles and permissions in one statement."""
    rows = await reader.fetch(_FIND_USER, session_id, now)
    return users.one(rows) if rows else None


async def find_rotation(reader: Reader, session_id: int) -> Rotation | None:
    sql = "SELECT user_id, generation, rotated_at, created_at, expires_at FROM sessions WHERE id = $1"
    row = await reader.fetchrow(sql, session_id)
    return Rotation(*row) if row else None


async def advance(
    database: Database, session_id: int, generation: int, step: int, now: int, idle_ttl: int, max_ttl: int
) -> bool:
    """Moves a live session on from the given generation. Of any number that try, one succeeds."""
    row = await database.write_row(
        "UPDATE sessions SET generation = generation + $3, rotated_at = $4, last_used_at = $4,"
        " expires_at = CASE WHEN created_at + $6 < $5 THEN created_at + $6 ELSE $5 END"
        " WHERE id = $1 AND generation = $2 AND expires_at > $4 RETURNING id",
        session_id,
        generation,
        step,
        now,
        now + idle_ttl,
        max_ttl,
    )
    return row is not None


async def end(tx: Transaction, session_id: int) -> Owner | None:
    """Ends a session, and says whose it was; None when it had ended before."""
    row = await tx.fetchrow(
        "DELETE FROM sessions WHERE id = $1"
        " RETURNING user_id, (SELECT u.username FROM users u WHERE u.id = sessions.user_id)",
        session_id,
    )
    return Owner(*row) if row else None


async def end_all(tx: Transaction, user_id: int) -> None:
    await tx.execute("DELETE FROM sessions WHERE user_id = $1", user_id)
