"""A user's own passkeys, and an account without a password."""

from typing import Final

from doorward.core import UseCases
from doorward.core.sign_in.email_changes import discard_pending
from doorward.crypto.passkeys import InvalidCredential, challenge_of, verify_registration
from doorward.crypto.passwords.hasher import NO_PASSWORD
from doorward.database.protocol import Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Actor
from doorward.domain.audit import user_target
from doorward.domain.events import revocation
from doorward.domain.sign_in.auth_context import BY_PASSKEY, BY_SECURITY_KEY
from doorward.domain.sign_in.devices import device_name
from doorward.domain.sign_in.factors import PASSKEY, Credential
from doorward.domain.times import readable
from doorward.errors import FactorNotFound
from doorward.features.passkeys import queries
from doorward.features.passkeys.challenges import Challenge, Challenges
from doorward.features.passkeys.model import (
    PASSKEYS_MAX,
    REGISTRATION,
    InvalidRegistration,
    Passkey,
    PasskeyNeeded,
    PasskeyTaken,
    TooManyPasskeys,
)
from doorward.store.sign_in import devices, factors, sessions

_UNNAMED: Final = "Passkey"


class Passkeys(UseCases, frozen=True):
    @property
    def challenges(self) -> Challenges:
        return Challenges(self.core)

    async def begin(self, actor: Actor) -> tuple[Challenge, list[Passkey]]:
        """A challenge for a new passkey, and the ones that the user has."""
        _ = self.challenges.party
        self.core.account.limit_changes(actor)
        return await self._begin(actor)

    @transaction
    async def _begin(self, tx: Transaction, actor: Actor) -> tuple[Challenge, list[Passkey]]:
        # Asked for now as well as at the end, before the user has made a passkey that is then refused.
        await self.core.step_up.require_recent(tx, actor)
        user_id = actor.user_id or 0
        existing = await queries.list_of(tx, user_id)
        if len(existing) >= PASSKEYS_MAX:
            raise TooManyPasskeys
        return await self.challenges.issue(tx, REGISTRATION, user_id, actor.session_id or 0), existing

    async def create(
        self, actor: Actor, flow: str, credential: Credential, name: str, language: str
    ) -> tuple[Passkey, list[str]]:
        """The passkey, and recovery codes if it is the first factor of the user."""
        _ = self.challenges.party
        created = await self._create(actor, flow, credential, name, language)
        if isinstance(created, InvalidRegistration):
            raise created
        return created

    @transaction
    async def _create(
        self, tx: Transaction, actor: Actor, flow: str, credential: Credential, name: str, language: str
    ) -> tuple[Passkey, list[str]] | InvalidRegistration:
        """Returns the fault of a wrong answer: raising would give its challenge back."""
        acting, user = await self.core.factor_changes.begin(tx, actor)
        try:
            taken = await self.challenges.take(tx, REGISTRATION, credential, flow)
            if (taken.user_id, taken.subject) != (user.id, str(acting.session_id)):
                raise InvalidCredential("challenge")
            new = verify_registration(credential, self.challenges.party, challenge_of(credential))
        except InvalidCredential as error:
            return InvalidRegistration(error.problem)
        if len(await queries.list_of(tx, user.id)) >= PASSKEYS_MAX:
            raise TooManyPasskeys
        named = name or device_name(actor.origin.user_agent) or _UNNAMED
        factor = await factors.insert(tx, user.id, PASSKEY, named, self.core.clock(), confirmed=True)
        rp_id, transports = self.challenges.party.id, credential.response.transports
        if await queries.insert(tx, factor.id, new, rp_id, transports) is None:
            raise PasskeyTaken
        method = BY_PASSKEY if new.user_verified else BY_SECURITY_KEY
        codes = await self.core.factor_changes.added(tx, acting, user, factor, method, language)
        return await self._get(tx, user.id, factor.id), codes

    async def list_of(self, actor: Actor) -> list[Passkey]:
        return await queries.list_of(self.database, actor.user_id or 0)

    @transaction
    async def rename(self, tx: Transaction, actor: Actor, passkey_id: int, name: str) -> Passkey:
        user = await self.core.factor_changes.rename(tx, actor, passkey_id, name, PASSKEY)
        return await self._get(tx, user.id, passkey_id)

    @transaction
    async def remove(self, tx: Transaction, actor: Actor, passkey_id: int, language: str) -> None:
        acting, user = await self.core.factor_changes.begin(tx, actor)
        await self._get(tx, user.id, passkey_id)
        await self.core.factor_changes.remove(tx, acting, user, passkey_id, language)

    @transaction
    async def remove_password(self, tx: Transaction, actor: Actor, language: str) -> None:
        """From then on the user signs in by passkey. One that does not verify its user, or that belongs to a former
        address of the service, is no way in."""
        acting, user = await self.core.factor_changes.begin(tx, actor)
        rp_id, now = self.challenges.party.id, self.core.clock()
        if not any(each.user_verified and each.rp_id == rp_id for each in await queries.list_of(tx, user.id)):
            raise PasskeyNeeded
        if not await queries.remove_password(tx, user.id, NO_PASSWORD, now):
            return
        ended = await sessions.end_all(tx, user.id, but=acting.session_id or 0)
        await devices.revoke_trust(tx, user.id)
        await discard_pending(tx, user.id, now)  # A link to reset the password was asked for while there was one.
        await self.core.mailbox.tell(tx, "password_removed", user, language, time=readable(now))
        revokes = revocation.of_sessions(ended, user.id)
        await self.core.trail.record(
            tx, acting, "auth.password_removed", user_target(user), revokes, sessionsEnded=len(ended)
        )

    async def _get(self, tx: Transaction, user_id: int, passkey_id: int) -> Passkey:
        passkey = await queries.find(tx, user_id, passkey_id)
        if passkey is None:
            raise FactorNotFound
        return passkey
