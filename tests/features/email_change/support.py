"""What tests of a changed address have in common."""

from typing import Any

from tests.support.mail import mails_to, newest_mail
from tests.support.service import PASSWORD, Answer, Client, Service

OLD, NEXT = "old@example.com", "new@example.com"


async def ann(service: Service, admin: Client, **fields: Any) -> Client:
    await service.create(admin, "ann", **{"email": OLD, "emailVerified": True} | fields)
    return await service.login("ann", PASSWORD)


async def me(client: Client) -> dict[str, Any]:
    answer = await client.get("/api/auth/user")
    assert answer.code == 200, answer.body
    return dict(answer.data)


async def token_to(admin: Client, address: str, kind: str, after: int = 0) -> str:
    return (await newest_mail(admin, address, kind, after)).token


async def request(admin: Client, client: Client, email: str, former: str = OLD) -> tuple[str, str]:
    """Asks for another address; returns the tokens that confirm and revoke the change."""
    newest = max((mail["id"] for mail in [*await mails_to(admin, email), *await mails_to(admin, former)]), default=0)
    answer = await client.put("/api/auth/email", {"email": email})
    assert (answer.code, answer.data) == (200, {"status": "confirmation_sent", "mail": "held"}), answer.body
    return (
        await token_to(admin, email, "email_confirm", newest),
        await token_to(admin, former, "email_change", newest),
    )


async def confirm(service: Service, token: str) -> Answer:
    return await service.anonymous.post("/api/auth/email/confirm", {"token": token})


async def revoke(service: Service, token: str) -> Answer:
    return await service.anonymous.post("/api/auth/email/revoke", {"token": token})
