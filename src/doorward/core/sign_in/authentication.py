"""Authenticating requests by their access token or API key, and signing out."""

from collections.abc import Awaitable, Callable

from msgspec import Struct
from msgspec.structs import replace

from doorward.core import rights
from doorward.core.api_keys.uses import KeyUses
from doorward.core.audit.trail import AuditTrail
from doorward.core.keys.ring import KeyRing
from doorward.database.protocol import Database, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Actor, Impersonator, Origin
from doorward.domain.api_keys import PREFIX, digest, is_well_formed, is_within
from doorward.domain.audit import actor_target
from doorward.domain.events import revocation
from doorward.domain.sign_in.auth_context import strength_of
from doorward.domain.users import User
from doorward.errors import InvalidToken, NetworkNotAllowed, SessionEnded, TokenExpired
from doorward.store.sign_in import sessions
from doorward.store.sign_in.identity_cache import IdentityCache


class Authentication(Struct, frozen=True):
    database: Database
    identities: IdentityCache
    keys: KeyRing
    key_uses: KeyUses
    trail: AuditTrail
    clock: Callable[[], int]

    def authenticate(self, token: str, origin: Origin) -> Awaitable[tuple[Actor, User]]:
        """The owner of an access token or an API key, with status, roles and permissions as the database has them
        now."""
        # Returns the inner coroutine: one of its own would cost every request one more.
        return (self._by_key if token[:4] == PREFIX else self._by_token)(token, origin)

    async def _by_token(self, token: str, origin: Origin) -> tuple[Actor, User]:
        claims = self.keys.read_known(token) or await self.keys.read_with_new_keys(token)
        now = self.clock()
        if claims.expires_at <= now:
            raise TokenExpired
        user, methods, opened_from = await self.identities.find_by_session(claims.session_id, now)
        if user is None or user.id != claims.user_id:
            raise SessionEnded
        withheld = rights.withheld(user, strength_of(methods))
        actor = Actor(user.id, claims.session_id, user.permissions, origin, user.username, withheld)
        if opened_from is not None:
            by, by_methods, _ = await self.identities.find_by_session(opened_from, now)
            actor = replace(actor, impersonator=rights.acting_as(user, by, by_methods))
        return actor, user

    async def _by_key(self, text: str, origin: Origin) -> tuple[Actor, User]:
        """Of the user, the permissions and roles are those that the key gives."""
        now = self.clock()
        hashed = digest(text)
        if hashed.id not in self.identities.known_keys and not is_well_formed(text):
            raise InvalidToken
        found = await self.identities.find_by_key(hashed, now)
        if found is None:
            raise InvalidToken  # For a key that is unknown, deleted or expired, and for a disabled owner.
        key, user = found.key, found.user
        if key.networks and not is_within(origin.address, key.networks):
            raise NetworkNotAllowed
        self.key_uses.note(key.id, now, origin.address)
        withheld = found.withheld() if found.blocked else None
        actor = Actor(user.id, None, user.permissions, origin, user.username, withheld, (), key)
        return actor, user

    async def logout(self, token: str, origin: Origin) -> None:
        """Ends the session of a token with a valid signature, also when the token has expired or the session ended."""
        claims = await self.keys.read_access(token)
        await self._end_session(claims.session_id, origin)

    async def logout_by_refresh_token(self, token: str, origin: Origin) -> None:
        """Ends the session of a refresh token, also when the token was replaced or the session ended."""
        session_id, _ = self.keys.refresh.read(token)
        await self._end_session(session_id, origin)

    @transaction
    async def _end_session(self, tx: Transaction, session_id: int, origin: Origin) -> None:
        owner, ended = await sessions.end(tx, session_id)
        if owner is not None:
            by = await sessions.find_live(tx, owner.impersonator_session or 0, self.clock())
            impersonator = Impersonator(by.user.id, by.user.username) if by else None
            actor = Actor(owner.user_id, session_id, (), origin, owner.username, impersonator=impersonator)
            revokes = revocation.of_sessions(ended, owner.user_id)
            await self.trail.record(tx, actor, "auth.logout", actor_target(actor), revokes, session=session_id)
