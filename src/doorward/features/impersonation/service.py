"""Opens sessions in which an administrator acts as another user (docs/decisions/0041)."""

from typing import Final

from msgspec import Struct

from doorward.core import UseCases, rights
from doorward.database.protocol import Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import IMPERSONATE, Actor
from doorward.domain.audit import user_target
from doorward.domain.events import revocation
from doorward.domain.sign_in.auth_context import AuthContext
from doorward.domain.sign_in.sessions import EndedSessions
from doorward.domain.times import iso
from doorward.domain.users import User
from doorward.errors import AccountDisabled, OwnAccount, ServiceAccount, SessionEnded
from doorward.features.impersonation.model import NoSession
from doorward.store import users
from doorward.store.sign_in import sessions

# Milliseconds.
LONGEST: Final = 900_000


class Opened(Struct, frozen=True):
    token: str
    expires_in: int
    user: User


class Impersonation(UseCases, frozen=True):
    async def begin(self, actor: Actor, user_id: int) -> Opened:
        actor.require(IMPERSONATE)
        self.core.account.limit_changes(actor)
        # Before the rights of the user are read: see `core.sign_in.tokens.issue`.
        now = self.core.clock()
        session_id, user, context, expires_at = await self._open(actor, user_id, now)
        withheld = rights.withheld(user, context.strength) is not None
        roles, permissions = ([], ()) if withheld else (user.role_names, user.permissions)
        token = self.core.keys.access.issue(
            user.id, session_id, roles, permissions, context, now, actor=actor.user_id, ends_at=expires_at
        )
        return Opened(token, (expires_at - now) // 1000, user)

    @transaction
    async def _open(self, tx: Transaction, actor: Actor, user_id: int, now: int) -> tuple[int, User, AuthContext, int]:
        acting = await rights.lock(tx, actor, IMPERSONATE, now)
        acting.require_own_session()  # No chains.
        context = await self.core.step_up.require_recent(tx, acting)
        if acting.session_id is None or context is None:
            raise NoSession
        ends_at = await sessions.hold(tx, acting.session_id, now)
        if ends_at is None:
            raise SessionEnded
        await users.lock_row(tx, user_id)  # A change that ends the sessions of the user waits, and ends this one.
        user = await users.get(tx, user_id)
        if acting.user_id == user.id:
            raise OwnAccount
        acting.require_rank_over(user.permissions)
        acting.require_roles(user.role_names)  # Applications decide by them.
        if user.service:
            raise ServiceAccount
        if not user.enabled:
            raise AccountDisabled
        # One at a time: a second one ends the first.
        ended = EndedSessions([], await sessions.end_opened_from(tx, acting.session_id))
        expires_at = min(now + min(LONGEST, self.core.keys.access.ttl * 1000), ends_at)
        session_id = self.core.sign_in.flow.opener.new_session_id()
        # As strong as the sign-in of the administrator, and as old.
        await sessions.open_session(
            tx, session_id, user.id, acting.origin, AuthContext(context.methods, now), expires_at, acting.session_id
        )
        revokes = revocation.of_sessions(ended, user.id)
        await self.core.trail.record(
            tx, acting, "user.impersonated", user_target(user), revokes, session=session_id, expiresAt=iso(expires_at)
        )
        return session_id, user, context, expires_at
