"""Operations on many users: each user's change is the one of a single request, in a transaction of its own."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from doorward.core import rights
from doorward.core.idempotency import IdempotentRequest
from doorward.core.operations.kinds import OperationKind, RunningOperation
from doorward.core.operations.service import Operations
from doorward.core.sessions import Sessions
from doorward.core.sign_in.step_up import StepUp
from doorward.core.users import Users
from doorward.crypto.passwords.hasher import NO_PASSWORD
from doorward.database.protocol import Database, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Actor
from doorward.domain.operations import Failure, Operation, Step
from doorward.domain.paging import PageRequest
from doorward.domain.user_fields import DISABLED, ENABLED
from doorward.domain.user_query import UserFilter
from doorward.domain.users import Profile
from doorward.errors import Fault, ImpersonationNotAllowed, OwnAccount, PreconditionFailed
from doorward.search import scan
from doorward.store import users

KIND: Final = "users"
ASSIGN_ROLES: Final = "assign_roles"
REMOVE_ROLES: Final = "remove_roles"
ENABLE: Final = "enable"
DISABLE: Final = "disable"
END_SESSIONS: Final = "end_sessions"
REQUIRE_PASSWORD_CHANGE: Final = "require_password_change"  # noqa: S105
DELETE: Final = "delete"

# The permission that a single request of this kind asks for.
PERMISSIONS: Final = {
    ASSIGN_ROLES: "users:update",
    REMOVE_ROLES: "users:update",
    ENABLE: "users:update",
    DISABLE: "users:update",
    END_SESSIONS: "sessions:delete",
    REQUIRE_PASSWORD_CHANGE: "users:update",
    DELETE: "users:delete",
}
# On the creator's own account these would end the session or the rights that the operation works with: the users behind
# would be left as they are.
_NOT_OWN: Final = (REMOVE_ROLES, END_SESSIONS, REQUIRE_PASSWORD_CHANGE)
# What "all who match" includes the creator in. Other actions are refused for the own account, or would lock it out.
_ALSO_OWN: Final = (ENABLE, ASSIGN_ROLES)
# Users that one piece of work changes, and users among which it looks for matches.
_AT_ONCE: Final = 50
_WINDOW: Final = 2000
# Faults of a service that is busy, or has lost its database, from this code on: they say nothing about a user.
_TRY_AGAIN: Final = 429


class UserChanges(Struct, frozen=True):
    """What is to be done with which users: those with the ids, or those who match and existed at the start."""

    action: str
    roles: tuple[str, ...] = ()
    ids: tuple[int, ...] | None = None  # In ascending order.
    match: UserFilter | None = None
    last: int = 0  # The highest id at the start.
    left_out: int = 0  # The creator, where the action is not meant for them.


class _Progress(Struct, frozen=True):
    after: int = 0  # Every user up to this id has been dealt with.


class UserOperations(Struct, frozen=True):
    database: Database
    operations: Operations
    users: Users
    sessions: Sessions
    step_up: StepUp
    step_up_permissions: tuple[str, ...]

    def kind(self) -> OperationKind:
        return OperationKind(KIND, self.run)

    async def start(self, actor: Actor, changes: UserChanges, idempotent: IdempotentRequest | None = None) -> Operation:
        permission = PERMISSIONS[changes.action]
        actor.require(permission)
        earlier = await self.users.idempotency.find(self.database, actor, idempotent, Operation)
        if earlier is not None:
            return earlier
        if permission in self.step_up_permissions:
            await self.step_up.require_recent_factor(actor)
        if changes.match is None:
            return await self._queue(actor, changes, len(changes.ids or ()), idempotent)
        changes, match = _of_people(changes, changes.match, actor.user_id or 0)
        # The number is what the list of users shows. Beyond its cap it is counted by the operation itself.
        found = await self.users.page(actor, match, PageRequest(1, 1))
        total = None if found.total_capped else found.total - await self._own_matches(actor, match, changes.left_out)
        return await self._queue(actor, changes, total, idempotent)

    async def _own_matches(self, actor: Actor, match: UserFilter, own: int) -> int:
        if not own or match.id not in (None, own):
            return 0
        return (await self.users.page(actor, replace(match, id=own), PageRequest(1, 1))).total

    @transaction
    async def _queue(
        self,
        tx: Transaction,
        actor: Actor,
        changes: UserChanges,
        total: int | None,
        idempotent: IdempotentRequest | None,
    ) -> Operation:
        acting = await rights.current(tx, actor, self.users.clock())
        acting.require(PERMISSIONS[changes.action])
        if acting.impersonator is not None:
            # It would outlast their session, and change the user that they act as.
            raise ImpersonationNotAllowed
        earlier = await self.users.idempotency.claim(tx, acting, idempotent, Operation)
        if earlier is not None:
            return earlier
        if changes.match is not None:
            acting.require("users:read")
            changes = replace(changes, last=await users.last_id(tx))
        queued = await self.operations.queue(tx, acting, KIND, changes.action, changes, total)
        await self.users.idempotency.keep(tx, acting, idempotent, queued)
        return queued

    async def run(self, running: RunningOperation) -> None:
        changes = running.parameters(UserChanges)
        after = running.progress(_Progress).after
        if changes.match is not None and running.operation.total is None:
            return await self._count(running, changes, changes.match)
        if changes.match is None:
            wanted = [user_id for user_id in changes.ids or () if user_id > after]
            found, upto, more = wanted[:_AT_ONCE], 0, len(wanted) > _AT_ONCE
        else:
            found, upto, more = await self._matching(changes, changes.match, after)
        for user_id in found:
            await self._change(running, changes, user_id)
        if upto > after or not more:
            await self._pass(running, changes, max(upto, after, *found), finished=not more)
        return None

    async def _matching(self, changes: UserChanges, match: UserFilter, after: int) -> tuple[list[int], int, bool]:
        """The next users that match, up to which id there are no others, and whether there may be more behind."""
        window = await self.database.read_in_background(
            lambda reader: scan.window(reader, match, after, changes.last, _WINDOW)
        )
        found = [user_id for user_id in window.ids if user_id != changes.left_out]
        if len(found) > _AT_ONCE:
            return found[:_AT_ONCE], 0, True
        return found, window.end, window.more

    async def _count(self, running: RunningOperation, changes: UserChanges, match: UserFilter) -> None:
        """Counts all that match, in short reads, before the first is changed."""
        total, after, more = 0, 0, True
        while more:
            start = after
            window = await self.database.read_in_background(
                lambda reader, start=start: scan.window(reader, match, start, changes.last, _WINDOW)  # type: ignore[misc]
            )
            total += len(window.ids) - (changes.left_out in window.ids)
            after, more = window.end, window.more
            await running.keep()

        async def counted(tx: Transaction, acting: Actor) -> Step:
            return Step({"after": 0}, total=total)

        await running.write(PERMISSIONS[changes.action], counted)

    async def _change(self, running: RunningOperation, changes: UserChanges, user_id: int) -> None:
        permission = PERMISSIONS[changes.action]

        async def change(tx: Transaction, acting: Actor) -> Step:
            await self._apply(tx, acting, changes, user_id)
            return Step({"after": user_id}, succeeded=1)

        try:
            await running.write(permission, change)
        except Fault as fault:
            if fault.code >= _TRY_AGAIN:
                raise
            failure = fault

            # The rights are read once more: a creator who lost them ends the operation, and fails no user.
            async def fail(tx: Transaction, acting: Actor) -> Step:
                user = await users.find(tx, user_id)
                return Step({"after": user_id}, failures=(Failure.of(user_id, user.username if user else "", failure),))

            await running.write(permission, fail)

    async def _pass(self, running: RunningOperation, changes: UserChanges, upto: int, *, finished: bool) -> None:
        async def passed(tx: Transaction, acting: Actor) -> Step:
            # Users who ceased to match meanwhile are not done, and none of them will be.
            total = running.operation.done if finished else None
            return Step({"after": upto}, total=total, finished=finished)

        await running.write(PERMISSIONS[changes.action], passed)

    async def _apply(self, tx: Transaction, acting: Actor, changes: UserChanges, user_id: int) -> None:
        if user_id == acting.user_id and changes.action in _NOT_OWN:
            raise OwnAccount
        match changes.action:
            case "delete":
                await self.users.remove(tx, actor=acting, user_id=user_id)
            case "end_sessions":
                await self.sessions.end(tx, actor=acting, user_id=user_id)
            case _:
                profile = await _profile(tx, changes, user_id)
                if profile is not None:
                    await self.users.change(tx, actor=acting, user_id=user_id, profile=profile, password_hash=None)


def _of_people(changes: UserChanges, match: UserFilter, creator: int) -> tuple[UserChanges, UserFilter]:
    """All who match are people, and not those whom the service would refuse to change: to be left out is no failure.
    Service accounts that a filter asks for are named as failures."""
    if match.service is None:
        match = replace(match, service=False)
    left_out = 0 if changes.action in _ALSO_OWN else creator
    return replace(changes, match=match, left_out=left_out), match


async def _profile(tx: Transaction, changes: UserChanges, user_id: int) -> Profile | None:
    """The change of a user; None where there is nothing to change."""
    await tx.lock(rights.LOCK)  # The roles are those that the change replaces.
    user = await users.get(tx, user_id)
    held = set(user.role_names)
    match changes.action:
        case "assign_roles" | "remove_roles":
            wanted = held | set(changes.roles) if changes.action == ASSIGN_ROLES else held - set(changes.roles)
            return None if wanted == held else Profile(roles=tuple(sorted(wanted)))
        case "enable":
            return None if user.enabled else Profile(status=ENABLED)
        case "disable":
            return None if not user.enabled else Profile(status=DISABLED)
        case "require_password_change":
            asked = user.must_change_password or await users.find_password_hash(tx, user_id) == NO_PASSWORD
            return None if asked else Profile(must_change_password=1)
        case _:
            raise PreconditionFailed  # An action of a newer version, which this node does not know.
