"""The link in the mail about a new device gives the account back to the reader of the mail."""

import asyncio

import pytest

from doorward.features.devices.service import RESET_TTL
from tests.features.devices.support import ANN, PHONE, TABLET, actions, give_factor, go_on, sign_in
from tests.features.passkeys.support import added
from tests.features.passkeys.support import sign_in as by_passkey
from tests.support.api_keys import new_key
from tests.support.mail import newest_mail
from tests.support.service import PASSWORD, Answer, Client, Clock, Service

pytestmark = pytest.mark.settings(new_device="notify")

NEW_PASSWORD = "another long enough password"


@pytest.fixture
async def ann(service: Service, admin: Client) -> int:
    created = await service.create(admin, "ann", email=ANN, emailVerified=True)
    await sign_in(service)
    return int(created["id"])


async def stolen(service: Service, admin: Client) -> tuple[Client, str]:
    """The session of a thief who knows the password, and the token of the mail about it."""
    thief = Client(service, (await sign_in(service, PHONE)).data)
    return thief, (await newest_mail(admin, ANN, "new_device")).token


async def disown(service: Service, token: str) -> Answer:
    return await service.anonymous.post("/api/auth/not-me", {"token": token})


async def test_a_click_ends_sessions_and_devices_and_leads_to_a_new_password(
    service: Service, admin: Client, ann: int
) -> None:
    own = Client(service, (await sign_in(service)).data)
    thief, token = await stolen(service, admin)
    key = await new_key(thief)
    answer = await disown(service, token)
    assert (await key.get("/api/auth/user")).reason == "invalid_token"
    assert answer.data["expiresIn"] == RESET_TTL // 1000
    for client in (own, thief):
        assert (await client.get("/api/auth/user")).reason == "session_ended"
        assert (await client.refresh()).code == 401
    # The thief knows the password: it is of no use any more, and not theirs to change.
    assert (await sign_in(service, PHONE)).reason == "invalid_credentials"
    body = {"token": answer.data["token"], "password": NEW_PASSWORD}
    assert (await service.anonymous.post("/api/auth/password/reset", body)).code == 200
    owner = Client(service, (await sign_in(service, password=NEW_PASSWORD)).data)
    assert [each["name"] for each in (await owner.get("/api/auth/devices")).data["list"]] == ["Firefox on Linux"]
    assert [entry["details"] for entry in await actions(admin, "auth.sign_in_disowned")] == [
        {"sessionsEnded": 3, "devicesForgotten": 2, "keysDeleted": 1}
    ]


async def test_a_passkey_that_a_thief_added_no_longer_signs_in_alone(service: Service, admin: Client, ann: int) -> None:
    """It remains as a second factor: a reader of mails must not remove these. Mutant: passkeys left as they are."""
    thief, token = await stolen(service, admin)
    authenticator = await added(thief)
    assert (await by_passkey(service.anonymous, authenticator)).code == 200
    body = {"token": (await disown(service, token)).data["token"], "password": NEW_PASSWORD}
    assert (await service.anonymous.post("/api/auth/password/reset", body)).code == 200
    assert (await by_passkey(service.anonymous, authenticator)).code == 401
    assert (await sign_in(service, password=NEW_PASSWORD)).reason == "second_factor_required"


async def test_the_link_works_once_for_seven_days(service: Service, admin: Client, ann: int, clock: Clock) -> None:
    _, token = await stolen(service, admin)
    answers = await asyncio.gather(*(disown(service, token) for _ in range(10)))
    assert sorted(answer.code for answer in answers) == [200] + [400] * 9
    assert {answer.reason for answer in answers} == {None, "invalid_one_time_token"}
    body = {"password": NEW_PASSWORD}
    won = next(answer for answer in answers if answer.code == 200)
    await service.anonymous.post("/api/auth/password/reset", {"token": won.data["token"]} | body)
    await sign_in(service, TABLET, password=NEW_PASSWORD)
    late = (await newest_mail(admin, ANN, "new_device")).token
    clock.advance(7 * 86_400 + 1)
    assert (await disown(service, late)).reason == "invalid_one_time_token"
    assert (await sign_in(service, TABLET, password=NEW_PASSWORD)).code == 200


async def test_a_thief_cannot_void_the_link_by_a_new_password(service: Service, admin: Client, ann: int) -> None:
    """Mutant: `discard_pending` also discards these links."""
    thief, token = await stolen(service, admin)
    body = {"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD}
    assert (await thief.put("/api/auth/password", body)).code == 200
    assert (await disown(service, token)).code == 200
    assert (await sign_in(service, PHONE, password=NEW_PASSWORD)).reason == "invalid_credentials"


async def test_a_sign_in_that_waits_ends_and_second_factors_stay(service: Service, admin: Client, ann: int) -> None:
    """Mutant: `_disown` without `discard_pending`."""
    _, token = await stolen(service, admin)
    await give_factor(service, ann)
    waiting = await sign_in(service, TABLET)
    answer = await disown(service, token)
    assert (await go_on(service, waiting, TABLET)).reason == "sign_in_expired"
    body = {"token": answer.data["token"], "password": NEW_PASSWORD}
    await service.anonymous.post("/api/auth/password/reset", body)
    assert (await sign_in(service, password=NEW_PASSWORD)).reason == "second_factor_required"


async def test_it_is_void_for_the_reader_of_a_former_address(service: Service, admin: Client, ann: int) -> None:
    """They have the link that restores the address. Mutant: `_disown` without the comparison of addresses."""
    thief, token = await stolen(service, admin)
    await thief.put("/api/auth/email", {"email": "thief@example.com"})
    confirm = (await newest_mail(admin, "thief@example.com", "email_confirm")).token
    assert (await service.anonymous.post("/api/auth/email/confirm", {"token": confirm})).code == 200
    assert (await disown(service, token)).reason == "invalid_one_time_token"
    assert (await thief.get("/api/auth/user")).code == 200
    revoke = (await newest_mail(admin, ANN, "email_change")).token
    assert (await service.anonymous.post("/api/auth/email/revoke", {"token": revoke})).code == 200
    assert (await thief.get("/api/auth/user")).reason == "session_ended"


async def test_a_token_for_another_purpose_is_refused(service: Service, admin: Client, ann: int) -> None:
    _, token = await stolen(service, admin)
    reset = await service.anonymous.post("/api/auth/password/reset", {"token": token, "password": NEW_PASSWORD})
    assert reset.reason == "invalid_one_time_token"
    await service.anonymous.post("/api/auth/password/forgot", {"identifier": "ann"})
    other = (await newest_mail(admin, ANN, "password_reset")).token
    assert (await disown(service, other)).reason == "invalid_one_time_token"
    assert (await disown(service, "x" * 257)).reason == "validation_failed"
    assert (await sign_in(service)).code == 200
