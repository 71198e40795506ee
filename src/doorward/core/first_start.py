"""What a new database needs before anybody can sign in: keys, and an administrator."""

import base64
from functools import partial

from doorward.core import Core
from doorward.core.audit import settings_changes
from doorward.core.audit.trail import AuditTrail
from doorward.database.protocol import Transaction
from doorward.domain.access import ADMIN_ROLE, SYSTEM
from doorward.domain.audit import Target
from doorward.domain.users import Profile
from doorward.errors import ValidationFailed
from doorward.settings import Settings, SettingsError
from doorward.store import roles, users

_LOCK = "first administrator"


async def prepare(core: Core, settings: Settings, generated: bytes) -> str | None:
    """Makes what is missing. Returns the administrator's password if it was generated, and so must be shown."""
    await core.keys.ensure()
    await settings_changes.record(core.database, core.users.trail, settings)
    if await users.any_exists(core.database):
        return None
    password = settings.admin_password or _readable(generated)
    try:
        profile = Profile.parse(username=settings.admin_username)
        core.users.policy.check(password, username=settings.admin_username, email=None)
    except ValidationFailed as fault:
        wrong = fault.data["fields"][0]
        raise SettingsError(f"DOORWARD_ADMIN_{wrong['field'].upper()} {wrong['message']}") from None
    password_hash = await core.hasher.hash(password)
    now = core.auth.clock()
    work = partial(_create, profile=profile, password_hash=password_hash, trail=core.users.trail, now=now)
    created = await core.database.write(work)
    return password if created and not settings.admin_password else None


async def _create(tx: Transaction, *, profile: Profile, password_hash: str, trail: AuditTrail, now: int) -> bool:
    await tx.lock(_LOCK)
    if await users.any_exists(tx):
        return False  # Another node was first.
    user_id = await users.insert(tx, profile, password_hash, now)
    role = await roles.find_by_name(tx, ADMIN_ROLE)
    if user_id is None or role is None:
        raise RuntimeError("a new database has no users, and the role of administrators")
    await users.set_roles(tx, user_id, [role.id])
    target = Target(f"user:{user_id}", str(profile.username))
    await trail.record(tx, SYSTEM, "user.created", target, roles=[ADMIN_ROLE])
    return True


def _readable(random: bytes) -> str:
    """Letters and digits that can't be mistaken for each other, in groups."""
    text = base64.b32encode(random).decode().lower().rstrip("=")
    return "-".join(text[start : start + 5] for start in range(0, len(text), 5))
