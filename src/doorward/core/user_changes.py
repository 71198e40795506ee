"""Steps of changes to users, which the use cases of users, service accounts, invitations and accounts have in common.

Each runs in the transaction of the change and raises where a guard rail forbids it.
"""

from collections.abc import Sequence
from typing import Any

from doorward.core import rights
from doorward.core.audit.trail import AuditTrail
from doorward.core.confusables import note_username
from doorward.crypto.passwords.hasher import NO_PASSWORD
from doorward.database.protocol import Transaction
from doorward.domain.access import ADMIN_ROLE, Actor
from doorward.domain.audit import differences, user_target
from doorward.domain.events import revocation
from doorward.domain.roles import RoleRecord, unknown_role
from doorward.domain.sign_in.sessions import EndedSessions
from doorward.domain.users import Profile, User, fold
from doorward.errors import EmailTaken, LastAdministrator, OwnAccount, UsernameTaken, ValidationFailed
from doorward.store import identifiers, roles, users


async def assignable_roles(tx: Transaction, acting: Actor, names: tuple[str, ...]) -> list[RoleRecord]:
    """The roles for a new user. Raises for a role that is unknown, or that the actor may not give."""
    granted = await _roles(tx, names)
    for record in granted:
        acting.require_may_assign(record.name, record.grants)
    return granted


async def insert_user(
    tx: Transaction, profile: Profile, password_hash: str, granted: Sequence[RoleRecord], now: int
) -> User:
    """A new user with roles that the caller has checked. Raises UsernameTaken or EmailTaken."""
    if await identifiers.is_address(tx, str(profile.username)):
        raise UsernameTaken
    if profile.email and await identifiers.is_username(tx, profile.email):
        raise EmailTaken
    user_id = await users.insert(tx, profile, password_hash, now)
    if user_id is None:
        raise UsernameTaken if await identifiers.username_taken(tx, str(profile.username)) else EmailTaken
    await users.set_roles(tx, user_id, (record.id for record in granted))
    user = await users.find(tx, user_id)
    assert user is not None  # noqa: S101  (just inserted)
    return user


async def _roles(tx: Transaction, names: tuple[str, ...]) -> list[RoleRecord]:
    found = await roles.find_all_by_name(tx, names)
    unknown = next((name for name in names if name not in found), None)
    if unknown is not None:
        raise ValidationFailed(unknown_role(unknown))
    by_id = {record.id: record for record in found.values()}
    return list(by_id.values())


async def change_roles(tx: Transaction, acting: Actor, user: User, names: tuple[str, ...], rp_id: str) -> None:
    wanted = await _roles(tx, names)
    held, names_wanted = set(user.role_names), {record.name for record in wanted}
    for record in wanted:
        if record.name not in held:
            acting.require_may_assign(record.name, record.grants)
    if ADMIN_ROLE in held - names_wanted:
        await check_not_last_administrator(tx, user, rp_id)
    if names_wanted == held:
        return  # Forms echo the roles. Writing them again would update the search index.
    await users.set_roles(tx, user.id, (record.id for record in wanted))


async def check_names_free(tx: Transaction, profile: Profile, user: User) -> None:
    """Forms repeat what they do not change. That is not refused, also where two users have had one name for long."""
    username, email = profile.username or user.username, profile.email or user.email or ""
    new_username, new_email = fold(username) != fold(user.username), fold(email) != fold(user.email or "")
    if new_username and await identifiers.username_in_use(tx, username, by_other_than=user.id):
        raise UsernameTaken
    if new_email and await identifiers.email_in_use(tx, email, by_other_than=user.id):
        raise EmailTaken


async def check_has_password(tx: Transaction, user: User) -> None:
    """For what only a new password ends: a user without one would have no current password to change, and would be left
    without rights."""
    if await users.find_password_hash(tx, user.id) == NO_PASSWORD:
        raise ValidationFailed(("mustChangePassword", "must be false for a user without a password"))


async def check_not_last_administrator(tx: Transaction, user: User, rp_id: str) -> None:
    if (
        user.enabled
        and not user.service
        and ADMIN_ROLE in user.role_names
        and not await users.has_other_administrator(tx, than=user.id, no_password=NO_PASSWORD, rp_id=rp_id)
    ):
        raise LastAdministrator


def check_not_self(acting: Actor, user: User) -> None:
    if acting.user_id == user.id:
        raise OwnAccount


async def record_change(
    tx: Transaction,
    trail: AuditTrail,
    acting: Actor,
    before: User,
    after: User,
    *,
    password: bool,
    ended: EndedSessions | None = None,
) -> None:
    """`ended`: the sessions that the change ended, which are all of the user, if any."""
    details: dict[str, Any] = {"changes": differences(before.audited(), after.audited())}
    if "username" in details["changes"]:
        details |= await note_username(tx, after)
    if password:
        details["passwordChanged"] = True
    if password or details["changes"]:
        revokes = revocation.of_sessions(ended, after.id) if ended else ""
        if not ended and revocation.gives_less(before, after):
            revokes = await rights.reduced(tx, (after.id,))
        await trail.record(tx, acting, "user.updated", user_target(after), revokes, **details)
