"""Ceremonies of passkeys, as a browser carries them out."""

from typing import Any

from tests.support.authenticator import Authenticator
from tests.support.service import PASSWORD, Answer, Client, Service

PASSKEYS = "/api/auth/passkeys"
NEW_OPTIONS = f"{PASSKEYS}/options"
LOGIN = "/api/auth/login/passkey"
LOGIN_OPTIONS = f"{LOGIN}/options"
CONTINUE = "/api/auth/login/continue"
STEP_UP = "/api/auth/step-up"


async def add(client: Client, authenticator: Authenticator, name: str = "") -> Answer:
    begun = await client.post(NEW_OPTIONS)
    assert begun.code == 200, begun.body
    credential = authenticator.create(begun.data["options"])
    return await client.post(PASSKEYS, {"flow": begun.data["flow"], "credential": credential, "name": name})


async def added(client: Client, **options: Any) -> Authenticator:
    """An authenticator whose passkey the client's user has."""
    authenticator = Authenticator(**options)
    answer = await add(client, authenticator)
    assert answer.code == 200, answer.body
    return authenticator


async def options(client: Client, flow: str = "") -> dict[str, Any]:
    """The flow and the options of a sign-in."""
    answer = await client.post(LOGIN_OPTIONS, {"flow": flow} if flow else {})
    assert answer.code == 200, answer.body
    return dict(answer.data)


async def sign_in(client: Client, authenticator: Authenticator) -> Answer:
    begun = await options(client)
    return await client.post(LOGIN, {"flow": begun["flow"], "credential": authenticator.get(begun["options"])})


async def pending(service: Service, username: str, password: str = PASSWORD) -> Answer:
    """The answer to a right password that leaves the second factor."""
    answer = await service.anonymous.post("/api/auth/login", {"username": username, "password": password})
    assert answer.reason == "second_factor_required", answer.body
    return answer


async def second_factor(client: Client, flow: str, authenticator: Authenticator) -> Answer:
    begun = await options(client, flow)
    credential = authenticator.get(begun["options"])
    return await client.post(CONTINUE, {"flow": begun["flow"], "method": "passkey", "credential": credential})


async def step_up(client: Client, authenticator: Authenticator) -> Answer:
    """Steps up, and continues with the new tokens."""
    begun = await options(client)
    answer = await client.post(STEP_UP, {"method": "passkey", "credential": authenticator.get(begun["options"])})
    if answer.code == 200:
        client.tokens |= answer.data
    return answer


async def actions(service: Service, admin: Client, action: str) -> list[dict[str, Any]]:
    answer = await admin.get("/api/audit", params={"action": action})
    assert answer.code == 200, answer.body
    return list(answer.data["list"])
