"""Opens sessions, at the end of every way to sign in."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from doorward.core.audit.trail import AuditTrail
from doorward.core.keys.ring import KeyRing
from doorward.core.sign_in.tokens import Tokens, issue
from doorward.database.protocol import Transaction
from doorward.domain.access import Actor, Origin
from doorward.domain.audit import user_target
from doorward.domain.events import revocation
from doorward.domain.sign_in.auth_context import BY_PASSWORD, AuthContext
from doorward.domain.sign_in.sessions import SessionPolicy
from doorward.domain.users import User
from doorward.errors import ServiceAccount
from doorward.store import users
from doorward.store.sign_in import sessions

# Below 2**53, so that every JSON parser reads it exactly.
_SESSION_ID_BITS: Final = 53


class OpenedSession(Struct, frozen=True):
    """A session that a transaction opened: after its commit, `issue` makes the tokens."""

    id: int
    user: User
    context: AuthContext
    device: str = ""  # The secret of a device that was new.


class SessionOpener(Struct, frozen=True):
    keys: KeyRing
    policy: SessionPolicy
    trail: AuditTrail
    clock: Callable[[], int]
    entropy: Callable[[int], bytes]

    def issue(self, opened: OpenedSession) -> Tokens:
        tokens = issue(self.keys, opened.user, opened.id, 1, opened.context, opened.context.auth_time)
        return replace(tokens, device=opened.device) if opened.device else tokens

    async def open(self, tx: Transaction, user_id: int, methods: str, origin: Origin) -> OpenedSession:
        """Opens a session and records the sign-in. The caller has locked the user's row."""
        opened, details, revokes = await self.open_unrecorded(tx, user_id, methods, origin)
        actor = Actor(opened.user.id, opened.id, (), origin, opened.user.username)
        if methods != BY_PASSWORD:
            details["method"] = opened.context.amr()
        target = user_target(opened.user)
        await self.trail.record(tx, actor, "auth.login", target, revokes, session=opened.id, **details)
        return opened

    async def open_unrecorded(
        self, tx: Transaction, user_id: int, methods: str, origin: Origin
    ) -> tuple[OpenedSession, dict[str, Any], str]:
        """The session, and for its entry in the trail what it tells of older ones and which of them ended."""
        session_id, now = self.new_session_id(), self.clock()
        context = AuthContext(methods, now)
        await sessions.open_session(tx, session_id, user_id, origin, context, self.policy.expiry(now, now))
        ended = await sessions.end_excess(tx, user_id, session_id, self.policy.per_user, now)
        user = await users.find(tx, user_id)
        assert user is not None  # noqa: S101  (its row is locked)
        if user.service:
            raise ServiceAccount  # Every way in ends here, whatever led to it.
        details = {"endedSessions": ended.own} if ended.own else {}
        return OpenedSession(session_id, user, context), details, revocation.of_sessions(ended, user_id)

    def new_session_id(self) -> int:
        # Random: it cannot be guessed, nor equal one in a token from before a backup was restored.
        return int.from_bytes(self.entropy(7)) >> (56 - _SESSION_ID_BITS) or 1
