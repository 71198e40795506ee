"""One link of each kind that a service mails, with the request that a click on its page makes."""

import asyncio
from typing import Any

import httpx
from msgspec import Struct

from tests.support.service import ADMIN_PASSWORD, PASSWORD

SETTINGS = {"DOORWARD_REGISTRATION": "open", "DOORWARD_NEW_DEVICE": "notify"}
_BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
_NEW_PASSWORD = "another long enough password"


class MailedLink(Struct, frozen=True):
    url: str
    endpoint: str
    body: dict[str, Any]

    async def redeem(self, http: httpx.AsyncClient) -> httpx.Response:
        token = self.url.partition("#token=")[2]
        return await http.post(f"/api/auth/{self.endpoint}", json=self.body | {"token": token})


async def mailed_links(http: httpx.AsyncClient) -> dict[str, MailedLink]:
    """Of a service without a mail server, whose mails an administrator reads."""
    admin = await _bearer(http, "admin", ADMIN_PASSWORD)
    for name in ("forgetful", "mover", "victim", "watched"):
        body = {"username": name, "password": PASSWORD, "email": f"{name}@example.com", "emailVerified": True}
        await _post(http, "/api/users", body, admin)
    await _post(http, "/api/auth/password/forgot", {"identifier": "forgetful"})
    await _post(http, "/api/invitations", {"email": "guest@example.com"}, admin)
    new = {"username": "newcomer", "email": "newcomer@example.com", "password": PASSWORD}
    await _post(http, "/api/auth/register", new)
    for name in ("mover", "victim"):
        own = await _bearer(http, name, PASSWORD)
        answer = await http.put("/api/auth/email", json={"email": f"{name}@elsewhere.example"}, headers=own)
        assert answer.status_code == 200, answer.text
    for agent in ("curl/8.5.0", _BROWSER):  # The first sign-in of a user is no news.
        await _bearer(http, "watched", PASSWORD, agent)

    async def link(recipient: str, endpoint: str, **body: str) -> MailedLink:
        return MailedLink(await _link_to(http, admin, recipient), endpoint, body)

    return {
        "reset": await link("forgetful@example.com", "password/reset", password=_NEW_PASSWORD),
        "invitation": await link("guest@example.com", "invitations/accept", username="guest", password=PASSWORD),
        "confirm-registration": await link("newcomer@example.com", "register/confirm", password=PASSWORD),
        "confirm-email": await link("mover@elsewhere.example", "email/confirm"),
        "revoke-email": await link("victim@example.com", "email/revoke"),
        "not-me": await link("watched@example.com", "not-me"),
    }


async def _post(http: httpx.AsyncClient, path: str, body: dict[str, Any], headers: dict[str, str] | None = None) -> Any:
    answer = await http.post(path, json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def _bearer(http: httpx.AsyncClient, username: str, password: str, agent: str = _BROWSER) -> dict[str, str]:
    credentials = {"username": username, "password": password}
    tokens = await _post(http, "/api/auth/login", credentials, {"User-Agent": agent})
    return {"Authorization": f"Bearer {tokens['token']}"}


async def _link_to(http: httpx.AsyncClient, admin: dict[str, str], recipient: str) -> str:
    async with asyncio.timeout(15):
        while not (found := (await http.get(f"/api/mail?recipient={recipient}", headers=admin)).json()["data"]["list"]):
            await asyncio.sleep(0.05)
    return str((await http.get(f"/api/mail/{found[0]['id']}", headers=admin)).json()["data"]["link"])
