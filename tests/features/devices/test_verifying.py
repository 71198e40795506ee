"""Where a setting asks for it, a sign-in from an unknown device has to prove a mailed code."""

import asyncio

import jwt
import pytest

from doorward.domain.sign_in.one_time_tokens import MAX_TRIES
from doorward.features.email_code.service import EmailCodes
from tests.features.devices.support import ANN, LAPTOP, PHONE, TABLET, actions, give_factor, go_on, names_of, sign_in
from tests.support.mail import mails_to, newest_mail
from tests.support.service import Answer, Client, Clock, Service

pytestmark = pytest.mark.settings(new_device="verify")


@pytest.fixture
async def ann(service: Service, admin: Client) -> int:
    """A user who has signed in once, with the laptop."""
    created = await service.create(admin, "ann", email=ANN)
    assert (await sign_in(service)).code == 200
    return int(created["id"])


async def pending(service: Service, admin: Client, device: str = PHONE) -> tuple[Answer, str]:
    """A sign-in that waits for a mailed code, and the code."""
    before = await mails_to(admin, ANN, "device_code")
    answer = await sign_in(service, device)
    mail = await newest_mail(admin, ANN, "device_code", after=before[0]["id"] if before else 0)
    return answer, mail.code


def other_than(code: str, by: int = 1) -> str:
    return str((int(code) + by) % 10**6).zfill(6)


async def test_an_unknown_device_needs_the_mailed_code_and_is_known_then(
    service: Service, admin: Client, ann: int, clock: Clock
) -> None:
    before = (await admin.get(f"/api/users/{ann}")).data["lastLoginAt"]
    clock.advance(60)
    asked, code = await pending(service, admin)
    assert (asked.code, asked.reason) == (401, "second_factor_required")
    assert asked.data["methods"] == ["emailCode"]
    assert (asked.data["expiresIn"], asked.data["trustDevice"]) == (600, 0)
    assert (await admin.get(f"/api/users/{ann}")).data["lastLoginAt"] == before
    answer = await go_on(service, asked, PHONE, method="emailCode", code=code)
    assert answer.code == 200
    assert (await admin.get(f"/api/users/{ann}")).data["lastLoginAt"] > before
    claims = jwt.decode(answer.data["token"], options={"verify_signature": False})
    assert (claims["amr"], claims["acr"]) == (["pwd", "otp"], "urn:doorward:acr:1fa")
    assert answer.data["device"].startswith("dwd_")
    assert (await sign_in(service, PHONE)).code == 200
    # The mail with the code told the user already.
    assert not await mails_to(admin, ANN, "new_device")


async def test_the_first_sign_in_of_all_needs_no_code(service: Service, admin: Client) -> None:
    """A mistyped address must not lock a new user out."""
    await service.create(admin, "ann", email=ANN)
    assert (await sign_in(service)).code == 200
    assert (await sign_in(service)).code == 200
    assert not await mails_to(admin, ANN)


async def test_a_flow_has_five_tries(service: Service, admin: Client, ann: int) -> None:
    asked, code = await pending(service, admin)
    wrong = [await go_on(service, asked, PHONE, method="emailCode", code=other_than(code, n)) for n in range(1, 6)]
    assert [(answer.reason, answer.data["remaining"]) for answer in wrong] == [
        ("invalid_code", remaining) for remaining in (4, 3, 2, 1, 0)
    ]
    assert (await go_on(service, asked, PHONE, method="emailCode", code=code)).reason == "sign_in_expired"
    assert await names_of(service, await sign_in(service)) == ["Firefox on Linux"]


@pytest.mark.settings(new_device="verify", login_account_failures=10, login_failures=0)
async def test_wrong_codes_count_for_the_account_across_flows(service: Service, admin: Client, ann: int) -> None:
    """And not for the password. Mutant: `_verify_mailed_code` without `guess`."""
    for _ in range(2):
        asked, code = await pending(service, admin)
        for number in range(MAX_TRIES):
            await go_on(service, asked, PHONE, method="emailCode", code=other_than(code, 1 + number))
    asked, code = await pending(service, admin)
    assert (await go_on(service, asked, PHONE, method="emailCode", code=code)).reason == "too_many_attempts"
    assert (await sign_in(service)).code == 200


async def test_a_code_works_in_its_own_flow_once(service: Service, admin: Client, ann: int) -> None:
    """Mutant: hash and lookup of a code without its flow."""
    first, first_code = await pending(service, admin)
    second, second_code = await pending(service, admin, TABLET)
    crossed = await go_on(service, first, PHONE, method="emailCode", code=second_code)
    assert crossed.reason == ("invalid_code" if first_code != second_code else None)
    at_once = await asyncio.gather(
        *(go_on(service, second, TABLET, method="emailCode", code=second_code) for _ in range(MAX_TRIES))
    )
    assert sorted(answer.code for answer in at_once) == [200] + [401] * (MAX_TRIES - 1)


async def test_a_flow_expires_and_ends_with_a_new_password(
    service: Service, admin: Client, ann: int, clock: Clock
) -> None:
    asked, code = await pending(service, admin)
    await admin.put(f"/api/users/{ann}", {"password": "another long password"})
    assert (await go_on(service, asked, PHONE, method="emailCode", code=code)).reason == "sign_in_expired"
    await admin.put(f"/api/users/{ann}", {"password": "a long enough password"})
    asked, code = await pending(service, admin)
    clock.advance(601)
    assert (await go_on(service, asked, PHONE, method="emailCode", code=code)).reason == "sign_in_expired"


async def test_a_user_without_an_address_is_let_in_and_noted(service: Service, admin: Client) -> None:
    await service.create(admin, "ann")
    for device in (LAPTOP, PHONE):
        assert (await sign_in(service, device)).code == 200
    assert [entry["details"] for entry in await actions(admin, "auth.new_device")] == [{"outcome": "no_address"}]


async def test_a_second_factor_needs_no_mailed_code(service: Service, admin: Client, ann: int) -> None:
    """The user is told of the device instead."""
    await give_factor(service, ann)
    asked = await sign_in(service, PHONE)
    assert "totp" in asked.data["methods"]
    assert "emailCode" not in asked.data["methods"]
    assert (await go_on(service, asked, PHONE)).code == 200
    assert not await mails_to(admin, ANN, "device_code")
    assert len(await mails_to(admin, ANN, "new_device")) == 1


async def test_a_mailed_code_is_no_second_factor(service: Service, admin: Client, ann: int) -> None:
    """Neither for a flow that waits for one, nor for a user who set one up since then. Mutant: `_verify_mailed_code`
    without `user.factors`."""
    asked, code = await pending(service, admin)
    await give_factor(service, ann)
    assert (await go_on(service, asked, PHONE, method="emailCode", code=code)).reason == "invalid_code"
    by_factor = await sign_in(service, PHONE)
    for guess in (code, "", "000000"):
        assert (await go_on(service, by_factor, PHONE, method="emailCode", code=guess)).reason == "invalid_code"
    assert (await go_on(service, by_factor, PHONE)).code == 200


async def test_a_factor_of_another_method_does_not_finish_the_flow(service: Service, admin: Client, ann: int) -> None:
    asked, code = await pending(service, admin)
    for method in ("totp", "recoveryCode", "passkey", "email", "pwd", "device"):
        assert (await go_on(service, asked, PHONE, method=method, code=code)).code in (400, 401)


@pytest.mark.settings(new_device="verify", mail_address_limit=1)
async def test_beyond_the_limit_of_mails_the_answer_says_so(service: Service, admin: Client, ann: int) -> None:
    """The password was right, so the client may know. Known devices are not concerned, and nothing counts as a failed
    sign-in."""
    asked, _ = await pending(service, admin)
    for _ in range(12):
        answer = await sign_in(service, PHONE)
        assert (answer.code, answer.reason) == (429, "too_many_mails")
        assert 0 < answer.data["retryAfter"] <= 3601
    assert len(await mails_to(admin, ANN, "device_code")) == 1
    assert (await sign_in(service)).code == 200
    assert asked.data["flow"]


@pytest.mark.settings(new_device="verify", email_code=True)
async def test_a_sign_in_by_a_mailed_code_needs_no_second_one(service: Service, admin: Client, ann: int) -> None:
    agent = {"User-Agent": PHONE}
    flow = (await service.anonymous.post("/api/auth/email-code", {"identifier": "ann"}, headers=agent)).data["flow"]
    await EmailCodes(service.core).carry_out_requests()
    code = (await newest_mail(admin, ANN, "email_code")).code
    body = {"flow": flow, "code": code}
    answer = await service.anonymous.post("/api/auth/email-code/verify", body, headers=agent)
    assert answer.data["device"].startswith("dwd_")
    assert len(await mails_to(admin, ANN, "new_device")) == 1


async def test_the_mail_names_device_and_network_in_the_language_of_the_request(
    service: Service, admin: Client, ann: int
) -> None:
    await sign_in(service, PHONE, address="198.51.100.7", **{"Accept-Language": "zh"})
    mail = await newest_mail(admin, ANN, "device_code")
    assert "新设备" in mail.subject
    assert "iPhone 上的 Safari" in mail.text
    assert "198.51.100.7" in mail.text
    assert mail.code not in str((await admin.get("/api/audit", params={"pageSize": 100})).data["list"])
