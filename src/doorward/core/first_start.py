"""Sets up a new database: keys and the first administrator."""

import base64
from collections.abc import Callable
from typing import Final

from doorward.core import Core, rights
from doorward.core.audit import settings_changes
from doorward.core.audit.trail import AuditTrail
from doorward.database.protocol import Transaction
from doorward.domain.access import ADMIN_ROLE, SYSTEM
from doorward.domain.audit import Target, user_target
from doorward.domain.users import Profile
from doorward.errors import ValidationFailed
from doorward.settings import Settings, SettingsError
from doorward.store import metadata, roles, users

_LOCK: Final = "first administrator"
# A generated password gives way to one that a person chose: it was on a screen or in a file, and may be there still.
GENERATED_TTL: Final = 24 * 3600 * 1000


async def prepare(
    core: Core, settings: Settings, generated: bytes, check_place: Callable[[], None] = lambda: None
) -> str | None:
    """Creates what is missing. Returns the administrator's password if it was generated, so that it can be shown.

    `check_place` is called before one is generated; raises if it could not be shown.
    """
    await core.keys.ensure()
    await settings_changes.record(core.database, core.trail, settings)
    if await users.any_exists(core.database):
        return None
    if not settings.admin_password:
        check_place()
    password = settings.admin_password or readable_password(generated)
    try:
        profile = Profile.parse(username=settings.admin_username)
        await core.policy.check(password, username=settings.admin_username, email=None)
    except ValidationFailed as fault:
        wrong = fault.data["fields"][0]
        raise SettingsError(f"DOORWARD_ADMIN_{wrong['field'].upper()} {wrong['message']}") from None
    password_hash = await core.hasher.hash(password)
    now = core.clock()
    generates = not settings.admin_password
    created = await core.database.write(lambda tx: _create(tx, profile, password_hash, core.trail, now, generates))
    return password if created and generates else None


async def expire_generated_password(core: Core) -> None:
    """Asks the first administrator for a password of their own, once the generated one has been valid for a day."""
    noted, now = await metadata.find(core.database, metadata.FIRST_PASSWORD), core.clock()
    if noted is not None and int(noted.split(" ")[0]) <= now:
        await core.database.write(lambda tx: _expire(tx, core.trail, now))


async def generated_password_in_use(core: Core) -> bool:
    """Whether the first administrator still has the password that was generated, and shown on a screen or in a file."""
    noted = await metadata.find(core.database, metadata.FIRST_PASSWORD)
    if noted is None:
        return False
    _, user_id, password_hash = noted.split(" ")
    return await users.find_password_hash(core.database, int(user_id)) == password_hash


async def _expire(tx: Transaction, trail: AuditTrail, now: int) -> None:
    await tx.lock(_LOCK)
    noted = await metadata.find(tx, metadata.FIRST_PASSWORD)
    if noted is None:
        return  # Another node did it.
    # A sign-in that renews the hash has this lock as well, and writes the new hash into the value.
    await users.lock_row(tx, int(noted.split(" ")[1]))
    _, user_id, password_hash = str(await metadata.find(tx, metadata.FIRST_PASSWORD)).split(" ")
    await metadata.delete(tx, metadata.FIRST_PASSWORD)
    user = await users.find(tx, int(user_id))
    if user is not None and await users.require_password_change(tx, user.id, password_hash, now):
        changes = {"mustChangePassword": [False, True]}
        revokes = await rights.reduced(tx, (user.id,))
        await trail.record(tx, SYSTEM, "user.updated", user_target(user), revokes, changes=changes)


async def _create(
    tx: Transaction, profile: Profile, password_hash: str, trail: AuditTrail, now: int, generated: bool
) -> bool:
    await tx.lock(_LOCK)
    if await users.any_exists(tx):
        return False  # Another node created it first.
    user_id = await users.insert(tx, profile, password_hash, now)
    role = await roles.find_by_name(tx, ADMIN_ROLE)
    if user_id is None or role is None:
        raise RuntimeError("a new database must have the role admin and no users")
    await users.set_roles(tx, user_id, [role.id])
    if generated:
        # With the hash, which says whether the password is still the generated one.
        await metadata.put(tx, metadata.FIRST_PASSWORD, f"{now + GENERATED_TTL} {user_id} {password_hash}")
    await roles.date_built_in(tx, now)
    target = Target(f"user:{user_id}", str(profile.username))
    await trail.record(tx, SYSTEM, "user.created", target, roles=[ADMIN_ROLE])
    return True


def readable_password(random: bytes) -> str:
    """Base32 in groups of five: no two of its characters look alike."""
    text = base64.b32encode(random).decode().lower().rstrip("=")
    return "-".join(text[start : start + 5] for start in range(0, len(text), 5))
