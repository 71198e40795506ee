"""Registration does not tell whose address belongs to a user, and mails only what its owner needs."""

import asyncio
from typing import Any

import pytest

from doorward.database.postgres.transaction import PostgresTransaction
from doorward.database.sqlite.transaction import SQLiteTransaction
from tests.features.registration.test_registration import EMAIL, OPEN, confirm, register
from tests.support.mail import mails_to, newest_mail
from tests.support.service import PASSWORD, Client, Clock, Service


async def owner(service: Service, admin: Client) -> dict[str, Any]:
    return await service.create(admin, "owner", email=EMAIL, name="The Owner")


@OPEN
async def test_the_answer_has_the_same_bytes_for_a_known_address(service: Service, admin: Client) -> None:
    await owner(service, admin)
    shapes = []
    for email in (EMAIL, "stranger@example.com"):
        answer = await register(service, "someone", email)
        headers = {name: text for name, text in answer.headers.items() if name not in ("date", "x-request-id")}
        body = answer.response.content.replace(answer.data["flow"].encode(), b"x" * len(answer.data["flow"]))
        shapes.append((answer.code, headers, body))
    assert shapes[0] == shapes[1]


@OPEN
async def test_the_request_does_the_same_work_for_a_known_address(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: the request looks the address up, and mails at once."""
    await owner(service, admin)
    seen: list[str] = []
    for kind in (type(service.core.database), SQLiteTransaction, PostgresTransaction):
        for name in {"fetch", "fetchrow", "execute"} & set(vars(kind)):
            monkeypatch.setattr(kind, name, _recording(getattr(kind, name), seen))
    await service.core.jobs.stop()
    work = []
    for email in (EMAIL, "stranger@example.com"):
        seen.clear()
        assert (await register(service, "someone", email)).code == 200
        work.append(list(seen))
    assert len(work[0]) > 3
    assert work[0] == work[1]
    assert not any("email" in sql for sql in work[0])


def _recording(method: Any, seen: list[str]) -> Any:
    def recorded(self: Any, sql: str, *args: Any) -> Any:
        seen.append(sql)
        return method(self, sql, *args)

    return recorded


@OPEN
async def test_a_user_is_told_at_their_own_address_and_learns_no_code(service: Service, admin: Client) -> None:
    """Mutant: the mail goes to the address as the request writes it, which may be another mailbox."""
    user = await owner(service, admin)
    answer = await register(service, "someone", "ANN@example.com")
    mail = await newest_mail(admin, EMAIL, "already_registered")
    assert (mail.recipient, mail.code) == (EMAIL, "")
    assert mail.link.endswith("/account/sign-in")
    assert "The Owner" in mail.text
    assert (await mails_to(admin, EMAIL))[0]["userId"] == user["id"]
    assert await mails_to(admin, EMAIL, "registration") == []
    assert (await confirm(service, flow=answer.data["flow"], code="000000")).data["remaining"] == 4


@OPEN
async def test_wrong_codes_are_answered_alike_for_a_known_address(service: Service, admin: Client) -> None:
    """Mutant: the job discards the token of a known address, whose flow is then unknown."""
    await owner(service, admin)
    known = await register(service, "one", EMAIL)
    unknown = await register(service, "two", "stranger@example.com")
    await newest_mail(admin, EMAIL, "already_registered")
    mail = await newest_mail(admin, "stranger@example.com", "registration")
    wrong = "000000" if mail.code != "000000" else "000001"
    for _ in range(7):
        answers = [await confirm(service, flow=each.data["flow"], code=wrong) for each in (known, unknown)]
        assert answers[0].response.content == answers[1].response.content


@pytest.mark.settings(registration="open", mail_address_limit=2)
async def test_a_mailbox_is_not_flooded_and_no_client_notices(service: Service, admin: Client, clock: Clock) -> None:
    clock.advance(milliseconds=86_400_000 - clock() % 86_400_000)  # Windows begin at midnight.
    admin = await service.login()
    for number in range(4):
        assert (await register(service, f"ann{number}")).code == 200
    requested: list[dict[str, Any]] = []
    async with asyncio.timeout(10):
        while len(requested) < 4:
            await asyncio.sleep(0.05)
            requested = (await admin.get("/api/audit?action=registration.requested")).data["list"]
    assert len(await mails_to(admin, EMAIL)) == 2
    assert sorted(entry["details"]["outcome"] for entry in requested) == ["limited", "limited", "mailed", "mailed"]


@pytest.mark.settings(registration="open", mail_network_limit=2)
async def test_a_network_registers_a_limited_number_of_times(service: Service, clock: Clock) -> None:
    clock.advance(milliseconds=3_600_000 - clock() % 3_600_000)
    answers = [await register(service, f"ann{number}", f"ann{number}@example.com") for number in range(3)]
    assert [answer.reason for answer in answers] == [None, None, "too_many_mails"]
    assert answers[2].headers["retry-after"]
    elsewhere = service.at("198.51.100.7")
    body = {"username": "bob", "email": "bob@example.com", "password": PASSWORD}
    assert (await elsewhere.post("/api/auth/register", body)).code == 200
