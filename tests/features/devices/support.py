"""Sign-ins from several devices, and a second factor to prove."""

from typing import Any

from doorward.database.protocol import Reader, Transaction
from doorward.domain.access import Origin
from doorward.domain.sign_in.auth_context import BY_TOTP
from doorward.domain.sign_in.factors import TOTP, Proof
from doorward.domain.users import User
from doorward.store.sign_in import factors
from tests.support.service import PASSWORD, Answer, Client, Service

ANN = "ann@example.com"
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
NEWER_LAPTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:155.0) Gecko/20100101 Firefox/155.0"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1"
TABLET = "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36"
PAGE = {"X-Refresh-Cookie": "1", "Origin": "http://doorward.test", "Sec-Fetch-Site": "same-origin"}
CODE = "424242"


class Pin:
    """A second factor whose code never changes."""

    name, guessable = "totp", True

    async def offered_to(self, reader: Reader, user: User) -> bool:
        return bool(user.factors)

    async def verify(self, tx: Transaction, user: User, proof: Proof, origin: Origin) -> str | None:
        return BY_TOTP if proof.code == CODE else None


async def give_factor(service: Service, user_id: int) -> int:
    """Sets up a second factor; returns its id."""
    service.core.second_factors.add(Pin())

    async def work(tx: Transaction) -> int:
        factor = await factors.insert(tx, user_id, TOTP, "Pin", service.clock(), confirmed=True)
        await factors.summarise(tx, user_id, service.clock())
        return factor.id

    return await service.core.database.write(work)


async def sign_in(
    service: Service,
    device: str = LAPTOP,
    *,
    secret: str = "",
    username: str = "ann",
    password: str = PASSWORD,
    address: str = "192.0.2.1",
    **headers: str,
) -> Answer:
    body = {"username": username, "password": password} | ({"device": secret} if secret else {})
    return await service.at(address).post("/api/auth/login", body, headers={"User-Agent": device} | headers)


async def go_on(
    service: Service, pending: Answer, device: str = LAPTOP, *, method: str = "totp", code: str = CODE, **more: Any
) -> Answer:
    """Continues a sign-in that waits; `more` joins the body."""
    assert pending.reason == "second_factor_required", pending.body
    body = {"flow": pending.data["flow"], "method": method, "code": code} | more
    return await service.anonymous.post("/api/auth/login/continue", body, headers={"User-Agent": device})


async def names_of(service: Service, answer: Answer) -> list[str]:
    """The names of the user's devices, by a sign-in of theirs."""
    listed = await Client(service, answer.data).get("/api/auth/devices")
    assert listed.code == 200, listed.body
    return [device["name"] for device in listed.data["list"]]


async def actions(admin: Client, action: str) -> list[dict[str, Any]]:
    return list((await admin.get("/api/audit", params={"action": action})).data["list"])
