"""Asking for codes, and presenting them."""

from typing import Any

from doorward.features.email_code.service import EmailCodes
from tests.support.mail import mails_to, newest_mail
from tests.support.service import Answer, Client, Service

ASK, VERIFY = "/api/auth/email-code", "/api/auth/email-code/verify"
ANN = "ann@example.com"


async def ask(client: Client, identifier: str = "ann", **options: Any) -> str:
    answer = await client.post(ASK, {"identifier": identifier}, **options)
    assert answer.code == 200, answer.body
    return str(answer.data["flow"])


async def ask_and_read(service: Service, admin: Client, identifier: str = "ann", email: str = ANN) -> tuple[str, str]:
    """The flow and the mailed code."""
    before = await mails_to(admin, email)
    flow = await ask(service.anonymous, identifier)
    await EmailCodes(service.core).carry_out_requests()
    mail = await newest_mail(admin, email, "email_code", after=before[0]["id"] if before else 0)
    return flow, mail.code


async def verify(client: Client, flow: str, code: str, **options: Any) -> Answer:
    return await client.post(VERIFY, {"flow": flow, "code": code}, **options)


def other_than(code: str, number: int = 1) -> str:
    return f"{(int(code) + number) % 10**6:06}"
