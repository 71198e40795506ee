"""The second step of a sign-in without a script: the flow travels in the form, never in an address."""

import re

import pytest

from tests.features.hosted_pages.browser import ORIGIN, Browser, Form
from tests.features.hosted_pages.test_forms import APPLICATION, cookie, returning
from tests.support.factors import App, set_up
from tests.support.mail import newest_mail
from tests.support.service import PASSWORD, Client, Service

EMAIL = "ann@example.com"
Factors = tuple[App, list[str]]


@pytest.fixture
async def admin(service: Service) -> Client:
    return await service.login()


@pytest.fixture
async def factors(service: Service, admin: Client) -> Factors:
    """Ann's authenticator app and recovery codes."""
    await service.create(admin, "ann", email=EMAIL, roles=["user"])
    return await set_up(await service.login("ann", PASSWORD))


async def first_step(service: Service, query: str = "", language: str = "en") -> Browser:
    browser = Browser(service, language)
    await browser.open(f"/account/sign-in{query}")
    await browser.submit(username="ann", password=PASSWORD)
    assert browser.page.status_code == 200
    assert "set-cookie" not in browser.page.headers
    return browser


async def test_the_code_of_the_app_finishes_the_sign_in(service: Service, factors: Factors) -> None:
    browser = await first_step(service)
    assert browser.title == "Confirm your sign-in"
    assert PASSWORD not in browser.page.text
    wrong = factors[0].wrong_code()
    await browser.submit(code=wrong)
    assert (browser.page.status_code, browser.alert) == (400, "The code is wrong. You have 4 more tries.")
    assert wrong not in browser.page.text
    answer = await browser.submit(code=factors[0].next_code())
    assert (answer.status_code, answer.headers["location"]) == (303, "/account")
    token = cookie(answer).partition("=")[2]
    assert (await service.anonymous.post("/api/auth/refresh", {"refreshToken": token})).code == 200


async def test_the_flow_is_in_no_address(service: Service, factors: Factors) -> None:
    """Mutant: links between the methods, which would need the flow in their query."""
    browser = await first_step(service, "?lang=en")
    flow = Form(browser.page.text).fields["flow"]
    assert flow.startswith("dwf_")
    assert Form(browser.page.text).action == "/account/sign-in?lang=en"
    assert not re.search(rf'(href|action|src)="[^"]*{flow}', browser.page.text)


async def test_another_method_is_chosen_by_a_button(service: Service, factors: Factors) -> None:
    browser = await first_step(service)
    assert browser.buttons == ["recoveryCode"]
    await browser.submit(use="recoveryCode")
    assert (browser.page.status_code, browser.title) == (200, "Use a recovery code")
    assert browser.buttons == ["totp"]
    answer = await browser.submit(code=factors[1][0].upper().replace("-", " "))
    assert answer.status_code == 303
    again = await first_step(service)
    await again.submit(use="recoveryCode")
    await again.submit(code=factors[1][0])
    assert "4 more tries" in again.alert


async def test_a_passkey_needs_a_script_and_costs_no_try(service: Service, factors: Factors) -> None:
    """Mutant: the form is passed on without a credential, which counts as a wrong one."""
    browser = await first_step(service)
    form = Form(browser.page.text)
    offered = form.fields | {"panel": "passkey", "offered": "passkey totp"}
    await browser.post(form.action, offered)
    assert browser.alert == "A passkey needs JavaScript. Switch it on, or use another way."
    assert browser.buttons == ["totp"]
    await browser.submit(use="totp")
    await browser.submit(code=factors[0].wrong_code())
    assert "4 more tries" in browser.alert


@pytest.mark.parametrize(("language", "text"), [("en", "has expired. Start again."), ("zh", "此登录已过期")])
async def test_an_expired_sign_in_starts_again(service: Service, factors: Factors, language: str, text: str) -> None:
    browser = await first_step(service, language=language)
    service.clock.advance(601)
    await browser.submit(code=factors[0].code())
    assert browser.page.status_code == 401
    assert text in browser.alert
    assert set(Form(browser.page.text).fields) == {"panel", "username", "password"}


async def test_a_sign_in_without_tries_starts_again(service: Service, factors: Factors) -> None:
    browser = await first_step(service)
    for left in (4, 3, 2, 1):
        await browser.submit(code=factors[0].wrong_code())
        assert f"{left} more tr" in browser.alert
    await browser.submit(code=factors[0].wrong_code())
    assert (browser.page.status_code, browser.title) == (400, "Sign in")
    assert browser.alert == "This sign-in has expired. Start again."


@returning
async def test_the_second_step_returns_to_the_address_of_the_first(service: Service, factors: Factors) -> None:
    browser = await first_step(service, f"?return={APPLICATION}")
    answer = await browser.submit(code=factors[0].next_code())
    assert (answer.status_code, answer.headers["location"]) == (303, APPLICATION)


@pytest.mark.settings(email_code=True)
async def test_a_mailed_code_is_followed_by_the_second_step(service: Service, admin: Client, factors: Factors) -> None:
    browser = Browser(service)
    await browser.open("/account/code")
    await browser.submit(identifier="ann")
    await browser.submit(code=(await newest_mail(admin, EMAIL, "email_code")).code)
    assert (browser.page.status_code, browser.title) == (200, "Confirm your sign-in")
    answer = await browser.submit(code=factors[0].next_code())
    assert (answer.status_code, answer.headers["location"]) == (303, "/account")


@returning
@pytest.mark.parametrize("required", ["twoFactors", "phishingResistant"])
async def test_a_user_who_must_set_up_a_factor_goes_there_first(service: Service, admin: Client, required: str) -> None:
    role = {"name": "strict", "permissions": [], "requiredStrength": required}
    assert (await admin.post("/api/roles", role)).code == 200
    await service.create(admin, "ann", roles=["strict"])
    browser = Browser(service)
    await browser.open(f"/account/sign-in?return={APPLICATION}")
    answer = await browser.submit(username="ann", password=PASSWORD)
    assert answer.headers["location"].startswith("/account?return=")


@pytest.mark.settings(new_device="verify")
async def test_a_new_device_is_verified_by_a_mailed_code(service: Service, admin: Client) -> None:
    await service.create(admin, "ann", email=EMAIL)
    await service.login("ann", PASSWORD)
    browser = await first_step(service)
    assert (browser.title, browser.buttons) == ("Check your mail", [])
    answer = await browser.submit(code=(await newest_mail(admin, EMAIL, "device_code")).code)
    assert (answer.status_code, answer.headers["location"]) == (303, "/account")


async def test_a_trusted_device_skips_the_second_step(service: Service, factors: Factors) -> None:
    browser = await first_step(service)
    assert '<p class="check" data-check="trustDevice">' in browser.page.text
    answer = await browser.submit(code=factors[0].next_code(), trustDevice="true")
    cookies = [header.partition(";")[0] for header in answer.headers.get_list("set-cookie")]
    (device,) = (pair for pair in cookies if "doorward-device" in pair)
    await browser.open("/account/sign-in")
    entered = await browser.submit(ORIGIN | {"Cookie": device}, username="ann", password=PASSWORD)
    assert (entered.status_code, entered.headers["location"]) == (303, "/account")
    assert (await browser.open("/account/sign-in")).status_code == 200
    await browser.submit(username="ann", password=PASSWORD)
    assert browser.title == "Confirm your sign-in"
