"""Managing roles."""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from msgspec import UNSET, Struct

from doorward.core import rights
from doorward.core.audit.trail import AuditTrail
from doorward.core.idempotency import Idempotency, IdempotentRequest
from doorward.database.protocol import Database, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import ADMIN_ROLE, GRANT_ROLES, WILDCARD, Actor, first_missing
from doorward.domain.audit import Target, differences
from doorward.domain.events import revocation
from doorward.domain.paging import Page, PageRequest
from doorward.domain.roles import (
    GRANTS_MAX,
    GRANTS_TEXT_MAX,
    ROLES_MAX,
    PermissionUse,
    RoleChange,
    RoleFilter,
    RoleRecord,
    RoleUsage,
    permission_uses,
    unknown_role,
)
from doorward.domain.sign_in.strength import Strength
from doorward.domain.user_fields import ROLES_OF_USER_MAX
from doorward.errors import (
    BuiltInRole,
    Outranked,
    PreconditionFailed,
    RoleNameTaken,
    RoleNotFound,
    RoleStillInUse,
    TooManyGrants,
    TooManyRoles,
)
from doorward.search.filling import PAUSE, Pacer
from doorward.store import roles

# How many user ids the audit entry of a deleted role lists, and the event of a role that gives less.
_NAMED_HOLDERS: Final = revocation.MAX_NAMED
# How many users one transaction takes a deleted role from: PostgreSQL updates their search entries, in 0.5 ms each.
_STEP: Final = 100
# Seconds of such work between two pauses.
_STRETCH: Final = 0.2


class Roles(Struct, frozen=True):
    database: Database
    trail: AuditTrail
    idempotency: Idempotency
    clock: Callable[[], int]
    known_permissions: Mapping[str, str]  # What this service itself asks for, with descriptions.

    async def wrong_names(self, given: Any) -> list[tuple[str, str]]:
        """The first name that no role has, as a wrong field. `given` is whatever a request calls its roles."""
        if not isinstance(given, list) or not all(isinstance(name, str) and "\0" not in name for name in given):
            return []
        names = given[:ROLES_OF_USER_MAX]
        found = await roles.find_all_by_name(self.database, names)
        return [unknown_role(name) for name in names if name not in found][:1]

    async def page(self, actor: Actor, wanted: RoleFilter, request: PageRequest) -> Page[RoleUsage]:
        actor.require("roles:read")
        return await self.database.read_in_background(
            lambda tx: roles.page(tx, wanted, request), actor.user_id, replica=True
        )

    async def read(self, actor: Actor, role_id: int) -> RoleUsage:
        actor.require("roles:read")
        return _found(await roles.find(self.database, role_id))

    async def find(self, actor: Actor, name: str) -> RoleUsage:
        actor.require("roles:read")
        record = await roles.find_by_name(self.database, name)
        return _found(await roles.find(self.database, record.id) if record else None)

    async def permissions(self, actor: Actor) -> list[PermissionUse]:
        """Every permission that the service asks for or a role grants, and the roles that grant it."""
        actor.require("roles:read")
        records = await self.database.read_in_background(roles.list_all, actor.user_id)
        # In a thread: with as many roles as there can be, it takes tens of milliseconds.
        return await asyncio.to_thread(permission_uses, records, self.known_permissions)

    @transaction
    async def create(
        self, tx: Transaction, actor: Actor, change: RoleChange, idempotent: IdempotentRequest | None = None
    ) -> RoleUsage:
        acting = await rights.lock(tx, actor, "roles:create", self.clock())
        earlier = await self.idempotency.claim(tx, acting, idempotent, RoleUsage)
        if earlier is not None:
            return earlier
        acting.require_may_grant(change.permissions or ())
        await _check_limits(tx, None, change.permissions or ())
        role_id = await roles.insert(tx, change, self.clock())
        if role_id is None:
            raise RoleNameTaken
        created = _found(await roles.find(tx, role_id))
        await self.idempotency.keep(tx, acting, idempotent, created)
        await self.trail.record(tx, acting, "role.created", _target(created.record), **_visible(created.record))
        return created

    @transaction
    async def update(
        self, tx: Transaction, actor: Actor, role_id: int, change: RoleChange, expected: frozenset[int] | None = None
    ) -> RoleUsage:
        record, acting = await self._lock(tx, actor, role_id, "roles:update", expected)
        if change.permissions is not UNSET:
            acting.require_may_grant(change.permissions)
            await _check_limits(tx, record, change.permissions)
        _check_built_in(record, change)
        if change.required_strength is not UNSET:
            await _check_strength(tx, acting, record, change.required_strength)
        if change.name is not UNSET and change.name != record.name:
            # It gives every holder a name that the actor may not hold (docs/decisions/0021).
            acting.require(GRANT_ROLES)
            namesake = await roles.find_by_name(tx, change.name)
            if namesake is not None and namesake.id != record.id:
                raise RoleNameTaken
        await roles.update(tx, record, change, self.clock())
        changed = _found(await roles.find(tx, role_id))
        changes = differences(_visible(record), _visible(changed.record))
        if changes:
            less = _gives_less(record, changed.record)
            holders = await roles.holders(tx, role_id, _NAMED_HOLDERS + 1) if less else ()
            revokes = await rights.reduced(tx, holders)
            await self.trail.record(tx, acting, "role.updated", _target(changed.record), revokes, changes=changes)
        return changed

    @transaction
    async def delete(
        self,
        tx: Transaction,
        actor: Actor,
        role_id: int,
        *,
        force: bool = False,
        expected: frozenset[int] | None = None,
    ) -> None:
        """The role grants nothing from the commit on. A first step takes it from its users in the same transaction, and
        `finish_deletions` from the others."""
        record, acting = await self._lock(tx, actor, role_id, "roles:delete", expected)
        if record.built_in:
            raise BuiltInRole
        used = _found(await roles.find(tx, role_id)).users
        if used and not force:
            raise RoleStillInUse(used)
        if used:
            await _check_no_holder_outranks(tx, acting, record)
        holders = await roles.holders(tx, role_id, _NAMED_HOLDERS + 1)
        await roles.mark_deleted(tx, role_id, self.clock())
        await roles.detach(tx, role_id, _STEP)
        details = _visible(record) | {"userCount": used, "users": holders[:_NAMED_HOLDERS]}
        await self.trail.record(
            tx, acting, "role.deleted", _target(record), await rights.reduced(tx, holders), **details
        )

    async def finish_deletions(self) -> None:
        """Takes deleted roles from the users that still have them, in short transactions without the rights lock, so
        that other writers wait only briefly. An interrupted run is continued by the next."""
        pacer = Pacer(PAUSE, _STRETCH)
        for role_id in await roles.list_deleted(self.database):
            while await self.database.write(partial(roles.detach, role_id=role_id, limit=_STEP)):
                await pacer.pause_if_due()

    async def _lock(
        self, tx: Transaction, actor: Actor, role_id: int, permission: str, expected: frozenset[int] | None
    ) -> tuple[RoleRecord, Actor]:
        """The role to change and the actor with their current permissions; neither can change until the commit."""
        acting = await rights.lock(tx, actor, permission, self.clock())
        record = _found(await roles.find(tx, role_id)).record
        acting.require_rank_over(record.grants)
        if expected is not None and record.version not in expected:
            raise PreconditionFailed
        return record, acting


def _check_built_in(record: RoleRecord, change: RoleChange) -> None:
    """The service relies on the names of built-in roles, and on `admin` granting every permission."""
    if not record.built_in:
        return
    renamed = change.name is not UNSET and change.name != record.name
    weakened = record.name == ADMIN_ROLE and change.permissions is not UNSET and change.permissions != (WILDCARD,)
    if renamed or weakened:
        raise BuiltInRole


async def _check_strength(tx: Transaction, acting: Actor, record: RoleRecord, wanted: int) -> None:
    """Lowering the strength opens the role to weaker sessions, its name included, which applications decide by. Raising
    it may take all rights from its holders, until they enrol a factor (docs/decisions/0037)."""
    if wanted < record.required_strength:
        acting.require_roles((record.name,))
    elif wanted > record.required_strength:
        await _check_no_holder_outranks(tx, acting, record)


async def _check_no_holder_outranks(tx: Transaction, acting: Actor, record: RoleRecord) -> None:
    """Removing a role from a user, or their rights for now, changes that user: so it requires every permission that the
    user holds."""
    missing = {other.id: first_missing(acting.permissions, other.grants) for other in await roles.list_all(tx)}
    if any(missing.values()):
        for other_id in await roles.held_together(tx, record.id):
            lacking = missing.get(other_id)
            if lacking is not None:
                raise Outranked(lacking)


async def _check_limits(tx: Transaction, before: RoleRecord | None, permissions: tuple[str, ...]) -> None:
    """The rights lock is held, so that concurrent changes do not exceed the limits together."""
    totals = await roles.totals(tx)
    if before is None and totals.roles >= ROLES_MAX:
        raise TooManyRoles(ROLES_MAX)
    more = len(permissions) - len(before.grants if before else ())
    longer = len(" ".join(permissions)) - len(before.permissions if before else "")
    # A change that adds nothing is allowed, also where an earlier version left more than the limit.
    if (more > 0 and totals.grants + more > GRANTS_MAX) or (
        longer > 0 and totals.characters + longer > GRANTS_TEXT_MAX
    ):
        raise TooManyGrants(GRANTS_MAX, GRANTS_TEXT_MAX)


def _gives_less(before: RoleRecord, after: RoleRecord) -> bool:
    """Whether tokens from before the change may say more of the role's holders than new ones."""
    return (
        before.name != after.name
        or first_missing(after.grants, before.grants) is not None
        or after.required_strength > before.required_strength
    )


def _target(record: RoleRecord) -> Target:
    return Target(f"role:{record.id}", record.name)


def _visible(record: RoleRecord) -> dict[str, Any]:
    """What the audit trail records of a role."""
    return {
        "name": record.name,
        "description": record.description,
        "permissions": list(record.grants),
        "requiredStrength": Strength(record.required_strength).wire,
    }


def _found(role: RoleUsage | None) -> RoleUsage:
    if role is None:
        raise RoleNotFound
    return role
