"""Second factors that a fixed word proves, for tests of what all kinds of factors have in common."""

from typing import Any, Final

from msgspec import Struct

from doorward.database.protocol import Reader, Transaction
from doorward.domain.access import Origin
from doorward.domain.sign_in import factors as kinds
from doorward.domain.sign_in.auth_context import BY_PASSKEY, BY_RECOVERY_CODE, BY_SECURITY_KEY, BY_TOTP
from doorward.domain.sign_in.factors import Proof
from doorward.domain.sign_in.strength import PASSKEY, SECURITY_KEY, TOTP
from doorward.domain.users import User
from doorward.store.sign_in import factors
from tests.support.service import Answer, Client, Service

RIGHT: Final = "271828"
WRONG: Final = "000000"
_KEY: Final = PASSKEY | SECURITY_KEY


class StubCode(Struct, frozen=True):
    """A code that is right for every user who has such a factor."""

    name: str
    proves: str
    kinds: int
    guessable: bool = True

    async def offered_to(self, reader: Reader, user: User) -> bool:
        return bool(user.factors & self.kinds)

    async def verify(self, tx: Transaction, user: User, proof: Proof, origin: Origin) -> str | None:
        return self.proves if proof.code == RIGHT else None


class StubKey(Struct, frozen=True):
    """A key that verified its user if the user has one that does, and otherwise proves possession alone."""

    name: str = "passkey"
    guessable: bool = False

    async def offered_to(self, reader: Reader, user: User) -> bool:
        return bool(user.factors & _KEY)

    async def verify(self, tx: Transaction, user: User, proof: Proof, origin: Origin) -> str | None:
        if proof.credential is None or proof.credential.id != RIGHT:
            return None
        return BY_PASSKEY if user.factors & PASSKEY else BY_SECURITY_KEY


def install(service: Service) -> None:
    """Takes the place of the methods of features."""
    service.core.second_factors.add(
        StubCode("totp", BY_TOTP, TOTP), StubCode("recoveryCode", BY_RECOVERY_CODE, TOTP | _KEY), StubKey()
    )


async def give(service: Service, user_id: int, bits: int) -> None:
    """Gives a user one factor of these kinds, as the database has them, without ending sessions."""

    async def work(tx: Transaction) -> None:
        if bits & TOTP:
            await factors.insert(tx, user_id, kinds.TOTP, "Phone", 0, confirmed=True)
        for bit in (bit for bit in (PASSKEY, SECURITY_KEY) if bits & bit):
            factor = await factors.insert(tx, user_id, kinds.PASSKEY, "Key", 0, confirmed=True)
            await tx.execute(
                "INSERT INTO passkeys (factor_id, credential_id, public_key, sign_count, rp_id, user_verified, synced,"
                " transports) VALUES ($1, $2, $2, 0, '', $3, 0, '')",
                factor.id,
                factor.id.to_bytes(8),
                int(bit == PASSKEY),
            )
        assert await factors.summarise(tx, user_id, service.clock()) == bits

    await service.core.database.write(work)


def proof_of(method: str, value: str = RIGHT) -> dict[str, Any]:
    """The fields of a request that proves a factor."""
    if method != "passkey":
        return {"method": method, "code": value}
    response = {"clientDataJSON": "", "authenticatorData": "", "signature": ""}
    return {"method": method, "credential": {"id": value, "rawId": value, "type": "public-key", "response": response}}


async def proceed(client: Client, flow: str, method: str, value: str = RIGHT) -> Answer:
    return await client.post("/api/auth/login/continue", {"flow": flow, **proof_of(method, value)})
