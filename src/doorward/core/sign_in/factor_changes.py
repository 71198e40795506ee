"""Changes of a user's second factors: what all kinds of factors have in common."""

import base64
import hashlib
from collections.abc import Callable
from typing import Final

from msgspec import Struct, field

from doorward.core import rights
from doorward.core.audit.trail import AuditTrail
from doorward.core.mail.mailbox import Mailbox
from doorward.core.sign_in.step_up import StepUp
from doorward.crypto.passwords.hasher import NO_PASSWORD
from doorward.database.protocol import Reader, Transaction
from doorward.domain.access import Actor
from doorward.domain.audit import user_target
from doorward.domain.events import revocation
from doorward.domain.sign_in.auth_context import BY_RECOVERY_CODE, AuthContext
from doorward.domain.sign_in.factors import PASSKEY, RECOVERY_CODES, Factor
from doorward.domain.sign_in.strength import strength_of_factors
from doorward.domain.times import readable
from doorward.domain.users import User
from doorward.errors import (
    FactorNotFound,
    FactorStillRequired,
    LastWayIn,
    SessionEnded,
    StepUpRequired,
    TooManyRequests,
)
from doorward.store import users
from doorward.store.sign_in import devices, factors, sessions
from doorward.token_buckets import TokenBuckets

CODES: Final = 10
_HOUR: Final = 3_600_000
# Each change is an entry of the audit trail, and most send a mail.
_CHANGES: Final = 60
# 120 bits are 24 characters. From 112 bits on, a plain hash protects them as well as a slow one (ASVS 5.0, 6.5.2).
_CODE_BYTES: Final = 15
_GROUP: Final = 4


class FactorChanges(Struct, frozen=True):
    step_up: StepUp
    mailbox: Mailbox
    trail: AuditTrail
    clock: Callable[[], int]
    entropy: Callable[[int], bytes]
    rp_id: str  # The host that new passkeys belong to; empty where there can be none.
    # Limits how often a user changes their own factors.
    rate: TokenBuckets = field(default_factory=lambda: TokenBuckets(_CHANGES, _HOUR))

    async def begin(self, tx: Transaction, actor: Actor, *, recent: bool = True) -> tuple[Actor, User]:
        """The actor and their user, whose factors cannot change until the commit. Asks for recent authentication, by a
        factor where the user has one, unless the change gives no access."""
        await tx.lock(rights.LOCK)
        acting = await rights.current(tx, actor, self.clock())
        # Before any row of a factor, as in a sign-in: otherwise the two could wait for each other.
        await users.lock_row(tx, acting.user_id or 0)
        context = await self.step_up.require_recent(tx, acting) if recent else None
        if wait := self.rate.take(acting.ref, self.clock()):
            raise TooManyRequests("factor-changes", _CHANGES, _HOUR // 1000, -(-wait // 1000))
        user = await users.find(tx, acting.user_id or 0)
        if user is None:
            raise SessionEnded
        if context is not None:
            await self._require_strength(tx, acting, user, context)
        return acting, user

    async def _require_strength(self, tx: Transaction, acting: Actor, user: User, context: AuthContext) -> None:
        """A session that is weaker than the roles ask for must not enrol its way up, where the user has what it takes:
        with a password and a code that were phished, a thief would add a passkey. A recovery code is the way back for a
        user who lost the stronger factor."""
        needed = min(user.required_strength, user.strength)
        if context.strength < needed and BY_RECOVERY_CODE not in context.methods.split():
            methods = await self.step_up.methods(tx, acting, user.factors, needed)
            raise StepUpRequired(methods, strength=needed.wire)

    async def added(
        self, tx: Transaction, acting: Actor, user: User, factor: Factor, method: str, language: str
    ) -> list[str]:
        """Lets a new factor count, which the user has just proved by `method`. Returns recovery codes for a user who
        has none yet. Other sessions end: a thief may have opened them before the factor was there."""
        now = self.clock()
        await factors.summarise(tx, user.id, now)
        await sessions.authenticate_again(tx, acting.session_id or 0, method, 0, now)
        codes: list[str] = []
        if not await factors.count_recovery_codes(tx, user.id):
            codes, _ = await self._new_recovery_codes(tx, user.id)
        await self._changed(tx, acting, user, factor, "factor_added", language, factor=factor.label(language))
        return codes

    async def remove(self, tx: Transaction, acting: Actor, user: User, factor_id: int, language: str) -> None:
        """Removes a factor of the acting user. Refused when their roles ask for it, and when it is the last way in."""
        factor = await factors.find(tx, user.id, factor_id)
        if factor is None:
            raise FactorNotFound
        await factors.delete(tx, factor.id)
        if factor.type == RECOVERY_CODES:
            await factors.replace_recovery_codes(tx, user.id, ())
        left = await factors.summarise(tx, user.id, self.clock())
        if strength_of_factors(left) < min(user.required_strength, user.strength):
            raise FactorStillRequired(user.required_strength.wire)
        if factor.type == PASSKEY and not await self._has_way_in(tx, user.id):
            raise LastWayIn
        if not left:
            await factors.delete_all(tx, user.id)  # Recovery codes alone are no factor.
        await self._changed(tx, acting, user, factor, "factor_removed", language, factor=factor.label(language))

    async def rename(self, tx: Transaction, actor: Actor, factor_id: int, name: str, kind: str | None = None) -> User:
        """Renames a factor of the acting user, of this kind if one is given, and returns the user. Needs no recent
        authentication: a name gives no access."""
        acting, user = await self.begin(tx, actor, recent=False)
        factor = await factors.find(tx, user.id, factor_id)
        if factor is None or kind not in (None, factor.type):
            raise FactorNotFound
        await factors.rename(tx, factor.id, name)
        await self.trail.record(
            tx, acting, "auth.factor_renamed", user_target(user), factor=factor.id, type=factor.type
        )
        return user

    async def _has_way_in(self, reader: Reader, user_id: int) -> bool:
        """Whether the user has a password, or a passkey of the present address of the service that signs in alone."""
        if await users.find_password_hash(reader, user_id) != NO_PASSWORD:
            return True
        return await factors.has_passkey(reader, user_id, self.rp_id)

    async def replace_recovery_codes(self, tx: Transaction, acting: Actor, user: User, language: str) -> list[str]:
        """New recovery codes for the acting user, who has a factor."""
        codes, entry = await self._new_recovery_codes(tx, user.id)
        await self._changed(tx, acting, user, entry, "recovery_codes_replaced", language)
        return codes

    async def recovery_codes_left(self, reader: Reader, user_id: int) -> int:
        return await factors.count_recovery_codes(reader, user_id)

    async def _new_recovery_codes(self, tx: Transaction, user_id: int) -> tuple[list[str], Factor]:
        """The texts exist here only: the database has their hashes."""
        now = self.clock()
        codes = [_grouped(base64.b32encode(self.entropy(_CODE_BYTES)).decode().lower()) for _ in range(CODES)]
        for former in await factors.list_of(tx, user_id):
            if former.type == RECOVERY_CODES:
                await factors.delete(tx, former.id)
        entry = await factors.insert(tx, user_id, RECOVERY_CODES, "", now, confirmed=True)
        await factors.replace_recovery_codes(tx, user_id, [hash_of(user_id, code) for code in codes])
        return codes, entry

    async def _changed(
        self, tx: Transaction, acting: Actor, user: User, changed: Factor, what: str, language: str, **values: str
    ) -> None:
        """`what` names the mail and, after `auth.`, the action in the audit trail."""
        ended = await sessions.end_all(tx, user.id, but=acting.session_id or 0)
        await devices.revoke_trust(tx, user.id)
        await self.mailbox.tell(tx, what, user, language, time=readable(self.clock()), **values)
        details = {"factor": changed.id, "type": changed.type, "sessionsEnded": len(ended)}
        revokes = revocation.of_sessions(ended, user.id)
        await self.trail.record(tx, acting, f"auth.{what}", user_target(user), revokes, **details)


def hash_of(user_id: int, code: str) -> bytes:
    """Unkeyed is enough for 120 random bits. Spaces, hyphens and case are as people type them."""
    plain = "".join(character for character in code.lower() if character.isalnum())
    return hashlib.sha256(f"{user_id} {plain}".encode("utf-8", "surrogatepass")).digest()


def _grouped(text: str) -> str:
    return "-".join(text[start : start + _GROUP] for start in range(0, len(text), _GROUP))
