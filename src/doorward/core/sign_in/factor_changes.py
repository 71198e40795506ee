"""Changes of a user's second factors: what all kinds of factors have in common."""

import base64
import hashlib
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from doorward.core import rights
from doorward.core.audit.trail import AuditTrail
from doorward.core.mail.mailbox import Mailbox
from doorward.core.sign_in.step_up import StepUp
from doorward.crypto.passwords.hasher import NO_PASSWORD
from doorward.database.protocol import Transaction
from doorward.domain.access import Actor
from doorward.domain.audit import user_target
from doorward.domain.sign_in.factors import RECOVERY_CODES, Factor
from doorward.domain.sign_in.strength import PASSKEY, strength_of_factors
from doorward.domain.times import readable
from doorward.domain.users import User
from doorward.errors import FactorNotFound, FactorStillRequired, LastWayIn, SessionEnded
from doorward.store import users
from doorward.store.sign_in import factors, sessions

CODES: Final = 10
_CODE_BYTES: Final = 10  # 80 bits are 16 characters.
_GROUP: Final = 4


class FactorChanges(Struct, frozen=True):
    step_up: StepUp
    mailbox: Mailbox
    trail: AuditTrail
    clock: Callable[[], int]
    entropy: Callable[[int], bytes]

    async def begin(self, tx: Transaction, actor: Actor) -> tuple[Actor, User]:
        """The actor and their user, whose factors cannot change until the commit. Asks for recent authentication, by a
        factor where the user has one."""
        await tx.lock(rights.LOCK)
        acting = await rights.current(tx, actor, self.clock())
        await self.step_up.require_recent(tx, acting)
        user = await users.find(tx, acting.user_id or 0)
        if user is None:
            raise SessionEnded
        return acting, user

    async def added(
        self, tx: Transaction, acting: Actor, user: User, factor: Factor, method: str, language: str
    ) -> list[str]:
        """Lets a new factor count, which the user has just proved by `method`. Returns recovery codes for a user who
        has none yet. Other sessions end: a thief may have opened them before the factor was there."""
        now = self.clock()
        await factors.summarise(tx, user.id, now)
        await sessions.authenticate_again(tx, acting.session_id or 0, method, 0, now)
        codes = [] if await factors.count_recovery_codes(tx, user.id) else await self.new_recovery_codes(tx, user.id)
        await self._changed(tx, acting, user, factor, "auth.factor_added", "factor_added", language)
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
        if not left & PASSKEY and await users.find_password_hash(tx, user.id) == NO_PASSWORD:
            raise LastWayIn
        if not left:
            await factors.delete_all(tx, user.id)  # Recovery codes alone are no factor.
        await self._changed(tx, acting, user, factor, "auth.factor_removed", "factor_removed", language)

    async def new_recovery_codes(self, tx: Transaction, user_id: int) -> list[str]:
        """Replaces the recovery codes of a user. The texts exist here only: the database has their hashes."""
        now = self.clock()
        codes = [_grouped(base64.b32encode(self.entropy(_CODE_BYTES)).decode().lower()) for _ in range(CODES)]
        for former in await factors.list_of(tx, user_id):
            if former.type == RECOVERY_CODES:
                await factors.delete(tx, former.id)
        await factors.insert(tx, user_id, RECOVERY_CODES, "", now, confirmed=True)
        await factors.replace_recovery_codes(tx, user_id, [hash_of(user_id, code) for code in codes])
        return codes

    async def _changed(
        self, tx: Transaction, acting: Actor, user: User, factor: Factor, action: str, mail: str, language: str
    ) -> None:
        ended = await sessions.end_all(tx, user.id, but=acting.session_id or 0)
        if user.email is not None:
            time = readable(self.clock())
            await self.mailbox.queue(
                tx, mail, user.email, language, user_id=user.id, name=user.name, factor=factor.name, time=time
            )
        await self.trail.record(
            tx, acting, action, user_target(user), factor=factor.id, type=factor.type, sessionsEnded=ended
        )


def hash_of(user_id: int, code: str) -> bytes:
    """Unkeyed is enough for 80 random bits. Spaces, hyphens and case are as people type them."""
    plain = "".join(character for character in code.lower() if character.isalnum())
    return hashlib.sha256(f"{user_id} {plain}".encode("utf-8", "surrogatepass")).digest()


def _grouped(text: str) -> str:
    return "-".join(text[start : start + _GROUP] for start in range(0, len(text), _GROUP))
