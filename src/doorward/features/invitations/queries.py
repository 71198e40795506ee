"""Statements on invitations."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from doorward.database.protocol import Reader, Transaction
from doorward.domain.paging import TOTAL_CAP, Page, PageRequest
from doorward.domain.users import Profile, fold
from doorward.features.invitations.model import Invitation

_COLUMNS: Final = "id, email, username, name, inviter_id, inviter_name, created_at, expires_at, accepted_at, user_id"
_STATES: Final = {
    "pending": "accepted_at IS NULL AND expires_at > $1",
    "accepted": "accepted_at IS NOT NULL",
    "expired": "accepted_at IS NULL AND expires_at <= $1",
    "": "TRUE",
}
# A deleted role stays until it is taken from all its users. It grants nothing, to an invited person either.
_ROLES: Final = (
    "SELECT ir.invitation_id, r.name FROM invitation_roles ir JOIN roles r ON r.id = ir.role_id"
    " WHERE r.deleted_at IS NULL AND ir.invitation_id IN ({ids}) ORDER BY r.name_key"
)


async def insert(
    tx: Transaction,
    profile: Profile,
    role_ids: Iterable[int],
    inviter_id: int | None,
    inviter_name: str,
    now: int,
    expires_at: int,
) -> Invitation:
    email = profile.email or None
    row = await tx.fetchrow(
        "INSERT INTO invitations (email, email_key, username, name, inviter_id, inviter_name, created_at, expires_at)"
        f" VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING {_COLUMNS}",
        email,
        fold(email) if email else None,
        profile.username or None,
        profile.name or None,
        inviter_id,
        inviter_name,
        now,
        expires_at,
    )
    assert row is not None  # noqa: S101
    added = Invitation(*row)
    rows = [(added.id, role_id) for role_id in role_ids]
    await tx.insert_rows("invitation_roles", "invitation_id, role_id", rows)
    return await _with_roles(tx, added)


async def find(reader: Reader, invitation_id: int) -> Invitation | None:
    row = await reader.fetchrow(f"SELECT {_COLUMNS} FROM invitations WHERE id = $1", invitation_id)
    return await _with_roles(reader, Invitation(*row)) if row else None


async def find_pending(reader: Reader, email: str, now: int) -> int | None:
    """The id of an invitation for the address that can still be accepted."""
    sql = f"SELECT id FROM invitations WHERE email_key = $2 AND {_STATES['pending']} ORDER BY id LIMIT 1"
    row = await reader.fetchrow(sql, now, fold(email))
    return row[0] if row else None


async def count_pending(reader: Reader, now: int) -> int:
    row = await reader.fetchrow(f"SELECT count(*) FROM invitations WHERE {_STATES['pending']}", now)
    return row[0] if row else 0


async def page(reader: Reader, state: str, now: int, request: PageRequest) -> Page[Invitation]:
    """The newest first."""
    where = _STATES[state]
    values = [now] if "$1" in where else []
    counting = f"SELECT count(*) FROM (SELECT 1 FROM invitations WHERE {where} LIMIT {TOTAL_CAP + 1}) AS found"
    counted = await reader.fetchrow(counting, *values)
    total = counted[0] if counted else 0
    rows = await reader.fetch(
        f"SELECT {_COLUMNS} FROM invitations WHERE {where} ORDER BY id DESC"
        f" LIMIT {request.size} OFFSET {request.offset}",
        *values,
    )
    found = [Invitation(*row) for row in rows]
    roles = await _roles(reader, [each.id for each in found])
    items = [replace(each, roles=tuple(roles.get(each.id, ()))) for each in found]
    return Page(items, min(total, TOTAL_CAP), total > TOTAL_CAP, request)


async def renew(
    tx: Transaction, invitation_id: int, inviter_id: int | None, inviter_name: str, expires_at: int
) -> None:
    await tx.execute(
        "UPDATE invitations SET inviter_id = $2, inviter_name = $3, expires_at = $4 WHERE id = $1",
        invitation_id,
        inviter_id,
        inviter_name,
        expires_at,
    )


async def accept(tx: Transaction, invitation_id: int, now: int) -> bool:
    """Of concurrent calls one succeeds; none once it has expired."""
    sql = f"UPDATE invitations SET accepted_at = $1 WHERE id = $2 AND {_STATES['pending']} RETURNING id"
    return await tx.fetchrow(sql, now, invitation_id) is not None


async def set_user(tx: Transaction, invitation_id: int, user_id: int) -> None:
    await tx.execute("UPDATE invitations SET user_id = $2 WHERE id = $1", invitation_id, user_id)


async def delete(tx: Transaction, invitation_id: int) -> None:
    await tx.execute("DELETE FROM invitations WHERE id = $1", invitation_id)


async def purge(tx: Transaction, before: int, most: int) -> int:
    """Deletes up to `most` invitations whose time ended before the moment, and returns their number."""
    rows = await tx.fetch(
        "DELETE FROM invitations WHERE id IN (SELECT id FROM invitations WHERE expires_at < $1"
        f" LIMIT {most}) RETURNING id",
        before,
    )
    return len(rows)


async def _with_roles(reader: Reader, invitation: Invitation) -> Invitation:
    roles = await _roles(reader, [invitation.id])
    return replace(invitation, roles=tuple(roles.get(invitation.id, ())))


async def _roles(reader: Reader, ids: list[int]) -> dict[int, list[str]]:
    """Names of roles by the id of the invitation. A page has 100 ids at most."""
    found: dict[int, list[str]] = {}
    if ids:
        placeholders = ", ".join(f"${number}" for number in range(1, len(ids) + 1))
        for invitation_id, name in await reader.fetch(_ROLES.format(ids=placeholders), *ids):
            found.setdefault(invitation_id, []).append(name)
    return found
