"""Listing and ending sessions."""

from collections.abc import Callable
from functools import partial

from msgspec import Struct

from doorward.core import rights
from doorward.core.audit.trail import AuditTrail
from doorward.database.protocol import Database, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import SYSTEM, Actor
from doorward.domain.audit import actor_target, user_target
from doorward.domain.events import revocation
from doorward.domain.paging import Page, PageRequest
from doorward.domain.sign_in.sessions import EndedSessions, Session, SessionPolicy
from doorward.domain.users import User
from doorward.errors import SessionEnded, SessionNotFound
from doorward.store import users
from doorward.store.sign_in import sessions


class Sessions(Struct, frozen=True):
    database: Database
    trail: AuditTrail
    policy: SessionPolicy
    clock: Callable[[], int]

    async def own(self, actor: Actor, request: PageRequest) -> Page[Session]:
        return await self._page(actor, _own_id(actor), request)

    @transaction
    async def end_own(self, tx: Transaction, actor: Actor, session_id: int) -> None:
        user_id = _own_id(actor)
        acting = await rights.current(tx, actor, self.clock())
        ended = await sessions.end_of_user(tx, session_id, user_id)
        if not ended:
            raise SessionNotFound
        revokes = revocation.of_sessions(ended, user_id)
        await self.trail.record(tx, acting, "auth.logout", actor_target(acting), revokes, session=session_id)

    @transaction
    async def end_all_own(self, tx: Transaction, actor: Actor) -> None:
        """Ends every session of the actor, the current one included."""
        user_id = _own_id(actor)
        acting = await rights.current(tx, actor, self.clock())
        ended = await sessions.end_all(tx, user_id)
        revokes = revocation.of_sessions(ended, user_id)
        await self.trail.record(tx, acting, "auth.logout_all", actor_target(acting), revokes, sessions=len(ended))

    async def of_user(self, actor: Actor, user_id: int, request: PageRequest) -> Page[Session]:
        actor.require("sessions:read")
        await users.get(self.database, user_id)
        return await self._page(actor, user_id, request)

    async def _page(self, actor: Actor, user_id: int, request: PageRequest) -> Page[Session]:
        now = self.clock()
        return await self.database.read_in_background(
            lambda reader: sessions.page(reader, user_id, now, request), actor.user_id
        )

    @transaction
    async def end_of_user(self, tx: Transaction, actor: Actor, user_id: int, session_id: int | None = None) -> None:
        """Ends one session of a user, or all of them when none is named."""
        await self.end(tx, actor=actor, user_id=user_id, session_id=session_id)

    async def end(self, tx: Transaction, *, actor: Actor, user_id: int, session_id: int | None = None) -> None:
        """Ends sessions of a user in the caller's transaction."""
        acting = await rights.lock(tx, actor, "sessions:delete", self.clock())
        acting.require_not_acting_as(user_id)
        user = await users.get(tx, user_id)
        acting.require_rank_over(user.permissions)
        if session_id is None:
            await self._record_ended(tx, acting, user, await sessions.end_all(tx, user_id))
        elif ended := await sessions.end_of_user(tx, session_id, user_id):
            revokes = revocation.of_sessions(ended, user_id)
            await self.trail.record(tx, acting, "user.sessions_ended", user_target(user), revokes, session=session_id)
        else:
            raise SessionNotFound

    async def _record_ended(self, tx: Transaction, acting: Actor, user: User, ended: EndedSessions) -> None:
        revokes = revocation.of_sessions(ended, user.id)
        await self.trail.record(tx, acting, "user.sessions_ended", user_target(user), revokes, sessions=len(ended))

    async def end_excess(self) -> None:
        """Ends sessions beyond the limit of a user: those from before it was lowered. Small transactions, a job."""
        limit = self.policy.per_user
        for user_id in await self.database.read_in_background(lambda reader: sessions.users_above(reader, limit)):
            moment = await self.database.read_in_background(
                partial(sessions.find_oldest_within, user_id=user_id, limit=limit)
            )
            while moment is not None and await self._end_unused_since(user_id, moment):
                pass

    @transaction
    async def _end_unused_since(self, tx: Transaction, user_id: int, moment: int) -> bool:
        ended = await sessions.end_unused_since(tx, user_id, moment)
        user = await users.find(tx, user_id)
        if ended and user is not None:
            await self._record_ended(tx, SYSTEM, user, ended)
        return bool(ended)


def _own_id(actor: Actor) -> int:
    if actor.user_id is None:
        raise SessionEnded  # An operator on the command line is not a user and has no sessions.
    return actor.user_id
