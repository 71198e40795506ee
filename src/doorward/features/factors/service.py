"""Users look after their second factors, and administrators help those who lost them."""

from collections.abc import Sequence

from doorward.core import Core, UseCases, rights
from doorward.core.sign_in.email_changes import discard_pending
from doorward.crypto.passwords.hasher import NO_PASSWORD
from doorward.database.protocol import Reader, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Actor
from doorward.domain.audit import user_target
from doorward.domain.events import revocation
from doorward.domain.sign_in.factors import RECOVERY_CODES
from doorward.domain.times import readable
from doorward.domain.users import User
from doorward.features.factors.model import ListedFactor, NoSecondFactor, OwnFactors
from doorward.store import users
from doorward.store.sign_in import devices, factors, sessions
from doorward.telemetry.metrics import Metric


class Factors(UseCases, frozen=True):
    async def own(self, actor: Actor) -> tuple[list[ListedFactor], bool]:
        """The factors of the actor, and whether they have a password."""
        user_id = actor.user_id or 0
        stored = await users.find_password_hash(self.database, user_id)
        return await _listed(self.database, user_id), stored != NO_PASSWORD

    async def of_user(self, actor: Actor, user_id: int) -> list[ListedFactor]:
        actor.require("users:read")
        await users.get(self.database, user_id)
        return await _listed(self.database, user_id)

    @transaction
    async def rename(self, tx: Transaction, actor: Actor, factor_id: int, name: str) -> ListedFactor:
        user = await self.core.factor_changes.rename(tx, actor, factor_id, name)
        return next(each for each in await _listed(tx, user.id) if each.factor.id == factor_id)

    @transaction
    async def remove(self, tx: Transaction, actor: Actor, factor_id: int, language: str) -> None:
        acting, user = await self.core.factor_changes.begin(tx, actor)
        await self.core.factor_changes.remove(tx, acting, user, factor_id, language)

    @transaction
    async def new_recovery_codes(self, tx: Transaction, actor: Actor, language: str) -> list[str]:
        acting, user = await self.core.factor_changes.begin(tx, actor)
        if not user.factors:
            raise NoSecondFactor
        return await self.core.factor_changes.replace_recovery_codes(tx, acting, user, language)

    @transaction
    async def reset(self, tx: Transaction, actor: Actor, user_id: int, language: str) -> Sequence[str]:
        """Removes all factors of another user, and returns their types. A password is left as it is; a user without
        one needs a new way in from an administrator."""
        acting = await rights.lock(tx, actor, "users:update", self.core.clock())
        await self.core.step_up.require_recent(tx, acting)
        await users.lock_row(tx, user_id)  # Before the rows of factors, as in a sign-in that uses one.
        user = await users.get(tx, user_id)
        if acting.user_id == user.id:
            raise OwnFactors  # A stolen session must not suffice to remove what protects the account.
        acting.require_rank_over(user.permissions)
        acting.require_roles(user.role_names)
        removed = [factor.type for factor in await factors.list_of(tx, user.id)]
        await factors.delete_all(tx, user.id)
        await self.core.second_factors.forgive(tx, user, acting.origin)
        if removed:
            await self._finish_reset(tx, acting, user, removed, language)
        return removed

    async def _finish_reset(
        self, tx: Transaction, acting: Actor, user: User, removed: Sequence[str], language: str
    ) -> None:
        now = self.core.clock()
        await factors.summarise(tx, user.id, now)
        ended = await sessions.end_all(tx, user.id)
        await devices.revoke_trust(tx, user.id)
        await discard_pending(tx, user.id, now)
        await self.core.mailbox.tell(tx, "factors_reset", user, language, time=readable(now))
        await self.core.trail.record(
            tx,
            acting,
            "user.factors_reset",
            user_target(user),
            revocation.of_sessions(ended, user.id),
            types=removed,
            sessionsEnded=len(ended),
        )


async def _listed(reader: Reader, user_id: int) -> list[ListedFactor]:
    found = await factors.list_of(reader, user_id)
    left = await factors.count_recovery_codes(reader, user_id)
    return [ListedFactor(each, left if each.type == RECOVERY_CODES else None) for each in found]


async def gauges(core: Core) -> list[Metric]:
    counts = await core.statistics.factor_counts()
    return [
        Metric("doorward_users_with_totp", "Users with an authenticator app; 10000 means 10000 or more", counts.totp),
        Metric("doorward_users_with_passkey", "Users with a passkey; 10000 means 10000 or more", counts.passkey),
    ]
