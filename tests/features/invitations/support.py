"""Invitations as an administrator makes them and an invited person accepts them."""

from typing import Any
from urllib.parse import urlsplit

from tests.support.service import PASSWORD, Answer, Client, Service


async def invite(admin: Client, email: str | None = "ann@example.com", **more: Any) -> Answer:
    return await admin.post("/api/invitations", {"email": email} | more)


def token_of(answer: Answer) -> str:
    """The token in the link that the answer shows."""
    assert answer.code == 200, answer.body
    return str(urlsplit(answer.data["link"]).fragment.removeprefix("token="))


async def accept(service: Service, token: str, username: str | None = "ann", **more: Any) -> Answer:
    body = {"token": token, "password": PASSWORD, "username": username} | more
    return await service.anonymous.post("/api/auth/invitations/accept", body)


async def delegate(service: Service, admin: Client, name: str, *permissions: str) -> Client:
    """A user with a role of their own that grants these permissions."""
    role = {"name": f"{name}-role", "permissions": list(permissions)}
    assert (await admin.post("/api/roles", role)).code == 200
    await service.create(admin, name, roles=[f"{name}-role"])
    return await service.login(name, PASSWORD)
