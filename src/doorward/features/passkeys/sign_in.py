"""Signing in by a passkey alone, and the challenges of all sign-ins."""

from doorward.core import UseCases
from doorward.core.sign_in.flow import PURPOSE as PENDING_SIGN_IN
from doorward.core.sign_in.opening import OpenedSession
from doorward.core.sign_in.tokens import Tokens
from doorward.crypto.passkeys import InvalidCredential, decode
from doorward.database.protocol import Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Actor, Origin, anonymous
from doorward.domain.audit import Target, user_target
from doorward.domain.sign_in.auth_context import BY_PASSKEY
from doorward.domain.sign_in.factors import Credential
from doorward.domain.sign_in.throttle import account_key
from doorward.domain.users import User
from doorward.errors import AccountDisabled, Fault, SignInExpired
from doorward.features.passkeys import queries
from doorward.features.passkeys.challenges import Challenge, Challenges
from doorward.features.passkeys.model import SECOND_FACTOR, SIGN_IN, STEP_UP, InvalidPasskey, Passkey
from doorward.store import users


class PasskeySignIn(UseCases, frozen=True):
    @property
    def challenges(self) -> Challenges:
        return Challenges(self.core)

    def admit(self, origin: Origin) -> None:
        """Raises where passkeys cannot work, and where a network asks for too much."""
        _ = self.challenges.party
        self.core.sign_in.throttle.admit_key(origin.address)

    @transaction
    async def begin(self, tx: Transaction) -> Challenge:
        """For any user: the authenticator finds out which passkeys it has. So the answer tells nothing of users."""
        return await self.challenges.issue(tx, SIGN_IN)

    async def begin_second_factor(self, flow: str) -> tuple[Challenge, list[Passkey]]:
        issued = await self._begin_second_factor(flow)
        if issued is None:
            raise SignInExpired
        return issued

    @transaction
    async def _begin_second_factor(self, tx: Transaction, flow: str) -> tuple[Challenge, list[Passkey]] | None:
        pending = await self.core.one_time_tokens.find_flow(tx, PENDING_SIGN_IN, flow)
        if pending is None or pending.user_id is None:
            return None
        challenge = await self.challenges.issue(tx, SECOND_FACTOR, pending.user_id, pending.id)
        # The client goes on with the flow that it has.
        return Challenge(challenge.bytes, flow), await self._usable(tx, pending.user_id)

    @transaction
    async def begin_step_up(self, tx: Transaction, actor: Actor) -> tuple[Challenge, list[Passkey]]:
        user_id = actor.user_id or 0
        challenge = await self.challenges.issue(tx, STEP_UP, user_id, actor.session_id or 0)
        return challenge, await self._usable(tx, user_id)

    async def _usable(self, tx: Transaction, user_id: int) -> list[Passkey]:
        rp_id = self.challenges.party.id
        return [passkey for passkey in await queries.list_of(tx, user_id) if passkey.rp_id == rp_id]

    async def login(self, flow: str, credential: Credential, origin: Origin) -> tuple[Tokens, User]:
        self.admit(origin)
        outcome = await self._login(flow, credential, origin)
        if isinstance(outcome, Fault):
            raise outcome
        return self.core.sign_in.flow.conclude(outcome)

    @transaction
    async def _login(self, tx: Transaction, flow: str, credential: Credential, origin: Origin) -> OpenedSession | Fault:
        """Returns the fault: raising would give the challenge back, and take the audit entries with it."""
        await self.core.sign_in.throttle.check_key(tx, origin.address)
        try:
            await self.challenges.take(tx, SIGN_IN, credential, flow)
            passkey, assertion = await self.challenges.verify(tx, credential, origin)
            # One that did not verify its user at its registration proves possession alone: its finder could set the
            # PIN that it verifies now.
            if not (passkey.user_verified and assertion.user_verified):
                raise InvalidCredential("userVerification")
        except InvalidCredential as error:
            return await self._refuse(tx, credential, origin, InvalidPasskey(error.problem))
        opened = await self.core.sign_in.flow.finish(tx, passkey.user_id, BY_PASSKEY, origin)
        return opened or await self._refuse(tx, credential, origin, AccountDisabled())

    async def _refuse(self, tx: Transaction, credential: Credential, origin: Origin, fault: Fault) -> Fault:
        await self.core.sign_in.throttle.count_key(tx, origin.address)
        target = await self._target(tx, credential)
        await self.core.trail.record(tx, anonymous(origin), "auth.login_failed", target, **fault.data)
        return fault

    async def _target(self, tx: Transaction, credential: Credential) -> Target:
        try:
            passkey = await queries.find_by_credential(tx, decode(credential.raw_id))
        except InvalidCredential:
            passkey = None
        user = await users.find(tx, passkey.user_id) if passkey else None
        if user is not None:
            return user_target(user)
        return self.core.trail.unknown_user(account_key(credential.id, self.core.trail.chain().fingerprint))
