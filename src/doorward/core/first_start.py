"""Sets up a new database: keys and the first administrator."""

import base64

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
    """Creates what is missing. Returns the administrator's password if it was generated, so that it can be shown."""
    await core.keys.ensure()
    await settings_changes.record(core.database, core.trail, settings)
    if await users.any_exists(core.database):
        return None
    password = settings.admin_password or _readable(generated)
    try:
        profile = Profile.parse(username=settings.admin_username)
        await core.policy.check(password, username=settings.admin_username, email=None)
    except ValidationFailed as fault:
        wrong = fault.data["fields"][0]
        raise SettingsError(f"DOORWARD_ADMIN_{wrong['field'].upper()} {wrong['message']}") from None
    password_hash = await core.hasher.hash(password)
    now = core.clock()
    created = await core.database.write(lambda tx: _create(tx, profile, password_hash, core.trail, now))
    return password if created and not settings.admin_password else None


async def _create(tx: Transaction, profile: Profile, password_hash: str, trail: AuditTrail, now: int) -> bool:
    await tx.lock(_LOCK)
    if await users.any_exists(tx):
        return False  # Another node created it first.
    user_id = await users.insert(tx, profile, password_hash, now)
    role = await roles.find_by_name(tx, ADMIN_ROLE)
    if user_id is None or role is None:
        raise RuntimeError("a new database must have the role admin and no users")
    await users.set_roles(tx, user_id, [role.id])
    target = Target(f"user:{user_id}", str(profile.username))
    await trail.record(tx, SYSTEM, "user.created", target, roles=[ADMIN_ROLE])
    return True


def _readable(random: bytes) -> str:
    """Base32 in groups of five: no two of its characters look alike."""
    text = base64.b32encode(random).decode().lower().rstrip("=")
    return "-".join(text[start : start + 5] for start in range(0, len(text), 5))
