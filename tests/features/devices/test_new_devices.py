"""Sign-ins from devices that are not known are told to their user, once for each device."""

import asyncio
import re
from typing import Any

import pytest

from doorward.domain.sign_in.devices import KEPT_FOR, MOST_DEVICES
from tests.features.devices.support import (
    ANN,
    LAPTOP,
    NEWER_LAPTOP,
    PAGE,
    PHONE,
    TABLET,
    actions,
    names_of,
    sign_in,
)
from tests.features.passkeys.support import added
from tests.support.mail import mails_to, newest_mail
from tests.support.service import Client, Clock, Service

pytestmark = pytest.mark.settings(new_device="notify")


@pytest.fixture
async def ann(service: Service, admin: Client) -> int:
    """A user who has signed in once, with the laptop."""
    created = await service.create(admin, "ann", email=ANN, name="Ann Lee")
    assert (await sign_in(service)).code == 200
    return int(created["id"])


async def mailed(admin: Client) -> int:
    return len(await mails_to(admin, ANN, "new_device"))


async def test_the_first_sign_in_of_all_is_no_news(service: Service, admin: Client, ann: int) -> None:
    assert await mailed(admin) == 0
    assert not await actions(admin, "auth.new_device")
    assert await names_of(service, await sign_in(service)) == ["Firefox on Linux"]


async def test_a_second_device_sends_one_mail_with_time_device_network_and_link(
    service: Service, admin: Client, ann: int, clock: Clock
) -> None:
    for _ in range(3):
        answer = await sign_in(service, PHONE, address="198.51.100.7")
        assert answer.code == 200
    assert await mailed(admin) == 1
    mail = await newest_mail(admin, ANN, "new_device")
    assert "UTC" in mail.text
    assert "Safari on iPhone" in mail.text
    assert "198.51.100.7" in mail.text
    assert re.search(r"/account/not-me#token=dwl_[\w-]{43}", mail.link)
    assert await names_of(service, answer) == ["Safari on iPhone", "Firefox on Linux"]
    entries = await actions(admin, "auth.new_device")
    assert [entry["details"] for entry in entries] == [{"outcome": "mailed"}]
    assert mail.token not in str(entries)


async def test_a_known_device_on_a_new_network_is_known(service: Service, admin: Client, ann: int) -> None:
    """By its name, and by its secret."""
    assert (await sign_in(service, address="203.0.113.9")).code == 200
    secret = (await sign_in(service, PHONE)).data["device"]
    assert (await sign_in(service, PHONE, secret=secret, address="2001:db8::1")).code == 200
    assert await mailed(admin) == 1


async def test_an_update_of_the_browser_makes_no_new_device(service: Service, admin: Client, ann: int) -> None:
    assert "device" not in (await sign_in(service, NEWER_LAPTOP)).data
    assert await mailed(admin) == 0


async def test_a_secret_from_another_kind_of_client_makes_a_new_device(
    service: Service, admin: Client, ann: int
) -> None:
    """Mutant: `recognise` without `name = $2`."""
    secret = (await sign_in(service, PHONE)).data["device"]
    answer = await sign_in(service, TABLET, secret=secret)
    assert answer.data["device"] not in ("", secret)
    assert await mailed(admin) == 2


async def test_once_the_secret_came_back_the_name_is_not_enough(service: Service, admin: Client, ann: int) -> None:
    """Mutant: `recognise_by_name` without `confirmed = 0`."""
    secret = (await sign_in(service, PHONE)).data["device"]
    service.clock.advance(60)
    assert "device" not in (await sign_in(service, PHONE)).data  # Not come back yet.
    assert "device" not in (await sign_in(service, PHONE, secret=secret)).data
    assert await mailed(admin) == 1
    assert "device" in (await sign_in(service, PHONE)).data
    assert await mailed(admin) == 2


async def test_the_secret_of_another_user_recognises_nothing(service: Service, admin: Client, ann: int) -> None:
    """Mutant: `recognise` without `user_id = $1`."""
    await service.create(admin, "ben", email="ben@example.com")
    assert (await sign_in(service, username="ben")).code == 200
    secret = (await sign_in(service, PHONE)).data["device"]
    assert (await sign_in(service, PHONE, secret=secret, username="ben")).data["device"] != secret
    assert len(await mails_to(admin, "ben@example.com", "new_device")) == 1


@pytest.mark.parametrize("secret", ["dwd_" + "x" * 43, "nonsense", "." * 500, "dwd_ä", "'; --"])
async def test_an_unknown_or_malformed_secret_is_that_of_a_new_device(
    service: Service, admin: Client, ann: int, secret: str
) -> None:
    assert (await sign_in(service, PHONE, secret=secret)).data["device"].startswith("dwd_")
    too_long = await sign_in(service, PHONE, secret="x" * 513)
    assert (too_long.reason, set(too_long.fields)) == ("validation_failed", {"device"})


def cookie_of(headers: Any) -> str:
    """`name=value` of the device's cookie; empty without one."""
    set_cookies = headers.get_list("set-cookie")
    return next((text.partition(";")[0] for text in set_cookies if "doorward-device" in text), "")


async def test_a_browser_keeps_the_secret_in_a_cookie(service: Service, admin: Client, ann: int) -> None:
    answer = await sign_in(service, PHONE, **PAGE)
    assert "device" not in answer.data
    header = next(text for text in answer.headers.get_list("set-cookie") if "doorward-device" in text)
    assert re.fullmatch(r"doorward-device=dwd_[\w-]{43}; Path=/; SameSite=Strict; Max-Age=34560000; HttpOnly", header)
    known = await sign_in(service, PHONE, Cookie=cookie_of(answer.headers), **PAGE)
    assert cookie_of(known.headers) == cookie_of(answer.headers)  # Renewed.
    assert await mailed(admin) == 1
    secure = await sign_in(service, TABLET, **PAGE | {"Origin": "https://doorward.test:8443"})
    assert cookie_of(secure.headers).startswith("__Host-doorward-device-8443=dwd_")
    listed = await Client(service, known.data).get("/api/auth/devices", headers={"Cookie": cookie_of(answer.headers)})
    assert {device["name"]: device["current"] for device in listed.data["list"]} == {
        "Chrome on Android": False,
        "Safari on iPhone": True,
        "Firefox on Linux": False,
    }


async def test_the_name_of_a_browser_is_not_enough_from_the_start(service: Service, admin: Client, ann: int) -> None:
    """A browser may stay signed in for months before it sends its secret again. Mutant: `confirmed=trust` alone."""
    await sign_in(service, PHONE, **PAGE)
    service.clock.advance(60)
    await sign_in(service, PHONE)
    assert await mailed(admin) == 2


async def test_the_cookie_is_not_read_without_the_header(service: Service, admin: Client, ann: int) -> None:
    cookie = cookie_of((await sign_in(service, PHONE, **PAGE)).headers)
    service.clock.advance(60)
    answer = await sign_in(service, PHONE, Cookie=cookie)
    assert answer.data["device"].startswith("dwd_")
    assert not cookie_of(answer.headers)


async def test_users_who_share_a_browser_stay_known(service: Service, admin: Client, ann: int) -> None:
    """Mutant: `deliver` that keeps the new secret alone."""
    await service.create(admin, "ben", email="ben@example.com")
    await sign_in(service, TABLET, username="ben")
    cookie = cookie_of((await sign_in(service, PHONE, **PAGE)).headers)
    both = cookie_of((await sign_in(service, PHONE, username="ben", Cookie=cookie, **PAGE)).headers)
    assert both.count("dwd_") == 2
    service.clock.advance(60)
    for username in ("ann", "ben"):
        answer = await sign_in(service, PHONE, username=username, Cookie=both, **PAGE)
        assert cookie_of(answer.headers) == both
    assert await mailed(admin) == 1
    assert len(await mails_to(admin, "ben@example.com", "new_device")) == 1


@pytest.mark.parametrize("headers", [{}, PAGE], ids=["client", "browser"])
async def test_sign_ins_at_once_from_a_new_device_send_one_mail(
    service: Service, admin: Client, ann: int, headers: dict[str, str]
) -> None:
    """Mutants: the device is looked up before the user's row is locked; `recognise_by_name` without `just_made`."""
    answers = await asyncio.gather(*(sign_in(service, PHONE, **headers) for _ in range(6)))
    assert [answer.code for answer in answers] == [200] * 6
    assert await mailed(admin) == 1
    assert len(await names_of(service, answers[0])) == 2


async def test_a_user_who_signed_in_before_any_device_was_remembered_is_told(
    service: Service, admin: Client, ann: int
) -> None:
    """An account that was not used for a year is the first that a thief tries."""
    client = Client(service, (await sign_in(service)).data)
    assert (await client.delete("/api/auth/devices")).code == 200
    await sign_in(service)
    assert await mailed(admin) == 1


async def test_the_mail_is_in_the_language_of_the_request(service: Service, admin: Client, ann: int) -> None:
    await sign_in(service, PHONE, **{"Accept-Language": "zh-CN"})
    mail = await newest_mail(admin, ANN, "new_device")
    assert "新的登录" in mail.subject
    assert "设备：iPhone 上的 Safari\n" in mail.text


async def test_a_user_without_an_address_is_noted_in_the_trail(service: Service, admin: Client) -> None:
    await service.create(admin, "ann")
    for device in (LAPTOP, PHONE):
        assert (await sign_in(service, device)).code == 200
    assert [entry["details"] for entry in await actions(admin, "auth.new_device")] == [{"outcome": "no_address"}]


@pytest.mark.settings(new_device="notify", mail_address_limit=1)
async def test_mails_about_devices_are_limited(service: Service, admin: Client, ann: int) -> None:
    """And counted apart: a mail that another person asked for does not suppress them."""
    await service.anonymous.post("/api/auth/password/forgot", {"identifier": "ann"})
    await newest_mail(admin, ANN, "password_reset")
    for device in (PHONE, TABLET):
        assert (await sign_in(service, device)).code == 200
    assert await mailed(admin) == 1
    outcomes = [entry["details"]["outcome"] for entry in await actions(admin, "auth.new_device")]
    assert sorted(outcomes) == ["limited", "mailed"]


async def test_the_oldest_device_beyond_the_limit_is_forgotten(service: Service, admin: Client, ann: int) -> None:
    for number in range(MOST_DEVICES):
        service.clock.advance(1)
        answer = await sign_in(service, f"client{number}/1.0")
    names = await names_of(service, answer)
    assert names == [f"client{number}" for number in reversed(range(MOST_DEVICES))]


async def test_devices_that_were_not_used_for_a_year_are_purged(service: Service, admin: Client, ann: int) -> None:
    service.clock.advance(KEPT_FOR // 1000 - 10)
    answer = await sign_in(service, PHONE)
    service.clock.advance(20)
    await service.core.cleanup.old_devices()
    assert await names_of(service, answer) == ["Safari on iPhone"]


@pytest.mark.settings(new_device="notify", registration="open")
async def test_a_new_account_knows_the_device_that_opened_it(service: Service, admin: Client) -> None:
    new = {"username": "eve", "email": "eve@example.com", "password": "a long enough password"}
    agent = {"User-Agent": PHONE}
    await service.anonymous.post("/api/auth/register", new, headers=agent)
    mail = await newest_mail(admin, "eve@example.com")
    answer = await service.anonymous.post(
        "/api/auth/register/confirm", {"token": mail.token, "password": new["password"]}, headers=agent
    )
    secret = answer.data["device"]
    for given in (secret, ""):
        service.clock.advance(60)
        await sign_in(service, PHONE, secret=given, username="eve")
        assert len(await mails_to(admin, "eve@example.com", "new_device")) == (0 if given else 1)


async def test_a_sign_in_by_passkey_recognises_devices_as_well(service: Service, admin: Client, ann: int) -> None:
    """A passkey is two factors: no code is asked for, and the user is told of a new device."""
    authenticator = await added(Client(service, (await sign_in(service)).data))
    agent, secret = {"User-Agent": PHONE}, ""
    for _ in range(2):
        begun = (await service.anonymous.post("/api/auth/login/passkey/options", {})).data
        body = {"flow": begun["flow"], "credential": authenticator.get(begun["options"]), "device": secret}
        answer = await service.anonymous.post("/api/auth/login/passkey", body, headers=agent)
        assert answer.code == 200, answer.body
        secret = answer.data.get("device", secret)
    assert secret.startswith("dwd_")
    assert await mailed(admin) == 1


async def test_no_secret_is_stored_or_recorded(service: Service, admin: Client, ann: int) -> None:
    secret = (await sign_in(service, PHONE)).data["device"]
    rows = await service.core.database.fetch("SELECT secret_hash, name, address FROM devices")
    entries = (await admin.get("/api/audit", params={"pageSize": 100})).data["list"]
    assert secret not in str([tuple(row) for row in rows])
    assert secret not in str(entries)
    assert secret[4:] not in str(entries)
