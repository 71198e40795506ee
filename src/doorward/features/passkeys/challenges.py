"""Challenges, and the answers of authenticators to them (docs/decisions/0034).

A challenge is the link of a one-time token: the answer contains it, so it finds its token, is used once and expires.
"""

from msgspec import Struct

from doorward.core import Core
from doorward.crypto import passkeys
from doorward.crypto.passkeys import Assertion, InvalidCredential
from doorward.database.protocol import Transaction
from doorward.domain.access import Origin, anonymous
from doorward.domain.audit import user_target
from doorward.domain.sign_in.factors import Credential
from doorward.domain.sign_in.one_time_tokens import OneTimeToken
from doorward.domain.sign_in.relying_party import RelyingParty, relying_party
from doorward.features.passkeys import queries
from doorward.features.passkeys.model import CHALLENGE_TTL, Passkey, PasskeysUnavailable, user_handle
from doorward.store import users
from doorward.store.sign_in import factors


class Challenge(Struct, frozen=True):
    bytes: bytes
    flow: str


class Challenges(Struct, frozen=True):
    core: Core

    @property
    def party(self) -> RelyingParty:
        party = relying_party(self.core.settings)
        if party is None:
            raise PasskeysUnavailable
        return party

    async def issue(
        self, tx: Transaction, purpose: str, user_id: int | None = None, subject: int | str = ""
    ) -> Challenge:
        """`subject` is what the answer is bound to: a session, or a pending sign-in."""
        issued = await self.core.one_time_tokens.issue(
            tx, purpose, ttl=CHALLENGE_TTL, user_id=user_id, subject=str(subject)
        )
        return Challenge(issued.link.encode(), issued.flow)

    async def take(self, tx: Transaction, purpose: str, credential: Credential, flow: str = "") -> OneTimeToken:
        """Uses the challenge up that the credential answers. With `flow`, it must be the challenge of that flow."""
        tokens, challenge = self.core.one_time_tokens, passkeys.challenge_of(credential)
        found = await tokens.find_flow(tx, purpose, flow) if flow else None
        taken = await tokens.take_link(tx, purpose, challenge.decode("latin-1"))
        if taken is None or (flow and (found is None or found.id != taken.id)):
            raise InvalidCredential("challenge")
        return taken

    async def verify(
        self, tx: Transaction, credential: Credential, origin: Origin, user_id: int | None = None
    ) -> tuple[Passkey, Assertion]:
        """The passkey that answered a challenge which `take` used up. With `user_id`, it must be one of that user;
        without, the answer must name its user. An unknown credential is checked like a known one, against a key that
        no user has, so that neither the answer nor its time tells which exist."""
        credential_id = passkeys.decode(credential.raw_id)
        passkey = await queries.find_by_credential(tx, credential_id)
        if user_id is None:
            # Before the passkey is written, as in a change of factors; otherwise the caller has done so.
            await users.lock_row(tx, passkey.user_id if passkey else 0)
            # The transaction that held the row may have taken away what the passkey is good for.
            passkey = await queries.find_by_credential(tx, credential_id)
        public_key = passkey.public_key if passkey else passkeys.STAND_IN_KEY
        party, challenge = self.party, passkeys.challenge_of(credential)
        assertion = passkeys.verify_assertion(credential, party, challenge, public_key)
        if passkey is None or passkey.user_id != (user_id or passkey.user_id) or passkey.rp_id != party.id:
            raise InvalidCredential("credential")
        self._check_handle(credential, passkey, needed=user_id is None)
        if assertion.synced != bool(passkey.synced):
            raise InvalidCredential("backupState")
        if not await queries.advance_counter(tx, passkey.id, assertion.sign_count):
            await self._record_clone(tx, passkey, origin)
            raise InvalidCredential("counter")
        await factors.record_use(tx, passkey.id, self.core.clock())
        return passkey, assertion

    def _check_handle(self, credential: Credential, passkey: Passkey, *, needed: bool) -> None:
        handle = credential.response.user_handle
        # Authenticators leave it out where the challenge named the credential.
        if (needed or handle) and passkeys.decode(handle or "") != user_handle(passkey.user_id):
            raise InvalidCredential("userHandle")

    async def _record_clone(self, tx: Transaction, passkey: Passkey, origin: Origin) -> None:
        owner = await users.find(tx, passkey.user_id)
        if owner is None or await queries.find(tx, owner.id, passkey.id) is None:
            raise InvalidCredential("credential")  # Removed while the signature was checked.
        await self.core.trail.record(
            tx, anonymous(origin), "auth.passkey_cloned", user_target(owner), factor=passkey.id
        )
