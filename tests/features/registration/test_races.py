"""Concurrent confirmations, and concurrent guesses."""

import asyncio

from tests.features.registration.test_registration import EMAIL, OPEN, confirm, registered
from tests.support.service import Client, Service


@OPEN
async def test_of_concurrent_confirmations_one_succeeds(service: Service, admin: Client) -> None:
    """Mutant: `find_link` in the place of `take_link`: the username is each time another, so that no name is taken, and
    the address is checked before any of them commits."""
    _, mail = await registered(service, admin)
    answers = await asyncio.gather(
        *(confirm(service, token=mail.token, username=f"ann{number}") for number in range(8))
    )
    assert sorted(answer.code for answer in answers) == [200] + [400] * 7
    assert {answer.reason for answer in answers} == {None, "invalid_one_time_token"}
    assert (await admin.get("/api/users?keyword=ann")).data["total"] == 1


@OPEN
async def test_of_concurrent_registrations_of_one_address_one_is_confirmed(service: Service, admin: Client) -> None:
    """Mutant: the confirmation leaves the other registrations of the address, which are then told that it is taken."""
    mails = [(await registered(service, admin, f"ann{number}"))[1] for number in range(4)]
    answers = await asyncio.gather(*(confirm(service, token=mail.token) for mail in mails))
    assert sorted(answer.reason or "" for answer in answers) == [""] + ["invalid_one_time_token"] * 3
    assert (await admin.get(f"/api/users?keyword={EMAIL}")).data["total"] == 1


@OPEN
async def test_concurrent_guesses_at_a_code_get_five_tries_in_all(service: Service, admin: Client) -> None:
    """Mutant: the try is counted after the code was compared, or read before and written after."""
    flow, mail = await registered(service, admin)
    wrong = [code for code in (f"{number:06}" for number in range(101)) if code != mail.code][:100]
    answers = await asyncio.gather(*(confirm(service, flow=flow, code=code) for code in wrong))
    assert {answer.reason for answer in answers} == {"invalid_code"}
    assert sorted((answer.data["remaining"] for answer in answers), reverse=True)[:5] == [4, 3, 2, 1, 0]
    rows = await service.core.database.fetch("SELECT tries FROM one_time_tokens")
    assert [row[0] for row in rows] == [5]
    assert (await confirm(service, flow=flow, code=mail.code)).reason == "invalid_code"


@OPEN
async def test_concurrent_guesses_at_the_password_get_five_tries_in_all(service: Service, admin: Client) -> None:
    """Mutant: the try is counted after the password was verified."""
    _, mail = await registered(service, admin)
    answers = await asyncio.gather(
        *(confirm(service, token=mail.token, password=f"wrong password {number}") for number in range(30))
    )
    reasons = [answer.reason for answer in answers]
    assert reasons.count("wrong_registration_password") == 5
    assert reasons.count("invalid_one_time_token") == 25
