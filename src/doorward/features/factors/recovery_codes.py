"""Recovery codes as a second factor."""

from doorward.core import Core
from doorward.core.sign_in.factor_changes import hash_of
from doorward.database.protocol import Reader, Transaction
from doorward.domain.access import Actor, Origin
from doorward.domain.audit import user_target
from doorward.domain.sign_in.auth_context import BY_RECOVERY_CODE
from doorward.domain.sign_in.factors import Proof
from doorward.domain.times import readable
from doorward.domain.users import User
from doorward.features.factors import queries
from doorward.features.factors.model import FEW_CODES
from doorward.store.sign_in import factors


class RecoveryCodes:
    name = "recoveryCode"
    # 120 bits: wrong codes of an app, which a thief of the password can send, must not lock the way back of the owner.
    guessable = False

    def __init__(self, core: Core) -> None:
        self._core = core

    async def offered_to(self, reader: Reader, user: User) -> bool:
        """To every user with a factor: a client with the password alone does not learn whether codes are left."""
        return bool(user.factors)

    async def verify(self, tx: Transaction, user: User, proof: Proof, origin: Origin) -> str | None:
        if not await factors.take_recovery_code(tx, user.id, hash_of(user.id, proof.code)):
            return None
        now = self._core.clock()
        await queries.record_use(tx, user.id, now)
        left = await factors.count_recovery_codes(tx, user.id)
        kind = "recovery_codes_low" if left <= FEW_CODES else "recovery_code_used"
        await self._core.mailbox.tell(tx, kind, user, origin.language, left=str(left), time=readable(now))
        actor = Actor(user.id, None, (), origin, user.username)
        await self._core.trail.record(tx, actor, "auth.recovery_code_used", user_target(user), left=left)
        return BY_RECOVERY_CODE
