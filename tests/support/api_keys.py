"""Clients that authenticate by an API key."""

from typing import Any, Final

from tests.support.service import PASSWORD, Client, Service

TOKENS: Final = "/api/auth/tokens"
SERVICES: Final = "/api/service-accounts"


async def new_key(owner: Client, path: str = TOKENS, **fields: Any) -> Client:
    """A client with a new key; `tokens` has the answer."""
    answer = await owner.post(path, {"name": "Nightly export", **fields})
    assert answer.code == 200, answer.body
    return Client(owner.service, answer.data)


async def role(admin: Client, name: str, *permissions: str, **fields: Any) -> str:
    """The path of a new role."""
    answer = await admin.post("/api/roles", {"name": name, "permissions": list(permissions), **fields})
    assert answer.code == 200, answer.body
    return f"/api/roles/{answer.data['id']}"


async def person(service: Service, admin: Client, name: str, *permissions: str, **fields: Any) -> Client:
    """A user with a role of their own."""
    await role(admin, f"{name}-role", *permissions)
    await service.create(admin, name, roles=[f"{name}-role"], **fields)
    return await service.login(name, PASSWORD)


async def new_account(admin: Client, name: str = "billing", *permissions: str, **fields: Any) -> str:
    """The path of a new service account, with a role of its own."""
    if permissions:
        await role(admin, f"{name}-role", *permissions)
        fields = {"roles": [f"{name}-role"]} | fields
    answer = await admin.post(SERVICES, {"name": name, **fields})
    assert answer.code == 200, answer.body
    return f"{SERVICES}/{answer.data['id']}"
