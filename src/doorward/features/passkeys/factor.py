"""Passkeys as a second factor, and for step-up."""

from msgspec import Struct

from doorward.core import Core
from doorward.core.sign_in.flow import PURPOSE as PENDING_SIGN_IN
from doorward.crypto.passkeys import InvalidCredential
from doorward.database.protocol import Reader, Transaction
from doorward.domain.access import Origin
from doorward.domain.sign_in.auth_context import BY_PASSKEY, BY_SECURITY_KEY
from doorward.domain.sign_in.factors import PASSKEY, Credential, Proof
from doorward.domain.sign_in.relying_party import relying_party
from doorward.domain.sign_in.strength import PASSKEY as VERIFIES_USER
from doorward.domain.sign_in.strength import SECURITY_KEY
from doorward.domain.users import User
from doorward.features.passkeys.challenges import Challenges
from doorward.features.passkeys.model import SECOND_FACTOR, STEP_UP
from doorward.store.sign_in.factors import has_second_passkey


class PasskeyFactor(Struct, frozen=True):
    core: Core

    @property
    def name(self) -> str:
        return PASSKEY

    @property
    def guessable(self) -> bool:
        return False

    async def offered_to(self, reader: Reader, user: User) -> bool:
        """A browser finds no passkey of a host that the service had before."""
        party = relying_party(self.core.settings)
        has_one = user.factors & (VERIFIES_USER | SECURITY_KEY) != 0
        return has_one and party is not None and await has_second_passkey(reader, user.id, party.id)

    async def verify(self, tx: Transaction, user: User, proof: Proof, origin: Origin) -> str | None:
        if proof.credential is None:
            return None
        try:
            return await self._verify(tx, user, proof, proof.credential, origin)
        except InvalidCredential:
            return None

    async def _verify(self, tx: Transaction, user: User, proof: Proof, credential: Credential, origin: Origin) -> str:
        purpose, subject = await self._binding(tx, proof)
        challenges = Challenges(self.core)
        taken = await challenges.take(tx, purpose, credential)
        if taken.user_id != user.id or taken.subject != subject:
            raise InvalidCredential("challenge")
        passkey, assertion = await challenges.verify(tx, credential, origin, user.id)
        return BY_PASSKEY if passkey.user_verified and assertion.user_verified else BY_SECURITY_KEY

    async def _binding(self, tx: Transaction, proof: Proof) -> tuple[str, str]:
        if not proof.flow:
            return STEP_UP, str(proof.session_id)
        pending = await self.core.one_time_tokens.find_flow(tx, PENDING_SIGN_IN, proof.flow)
        return SECOND_FACTOR, str(pending.id if pending else "")
