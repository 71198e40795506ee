"""The ways through the hosted pages without a script, with the mails that they cause."""

import pytest

from tests.features.hosted_pages.browser import AGENT, Browser
from tests.support.mail import newest_mail
from tests.support.service import PASSWORD, Client, Service

EMAIL = "ann@example.com"
NEW = "an even longer password"
registering = pytest.mark.settings(registration="open")
by_code = pytest.mark.settings(email_code=True)


@pytest.fixture
async def admin(service: Service) -> Client:
    return await service.login()


@pytest.fixture
async def ann(service: Service, admin: Client) -> None:
    await service.create(admin, "ann", email=EMAIL)


async def sign_in(service: Service, username: str, password: str) -> int:
    return (await service.anonymous.post("/api/auth/login", {"username": username, "password": password})).code


@registering
async def test_a_person_registers_with_the_code(service: Service, admin: Client) -> None:
    browser = Browser(service)
    await browser.open("/account/sign-in")
    assert "/account/register" in browser.page.text
    await browser.open("/account/register")
    await browser.submit(username="ann", email=EMAIL, password=PASSWORD)
    assert (browser.page.status_code, browser.title) == (200, "Check your mail")
    mail = await newest_mail(admin, EMAIL)
    wrong = "000000" if mail.code != "000000" else "111111"
    await browser.submit(code=wrong)
    assert (browser.page.status_code, browser.title) == (400, "Check your mail")
    assert "4 more tries" in browser.alert
    answer = await browser.submit(code=mail.code)
    assert (answer.status_code, answer.headers["location"]) == (303, "/account")
    assert "doorward-refresh" in answer.headers["set-cookie"]
    assert await sign_in(service, "ann", PASSWORD) == 200


@registering
async def test_a_username_that_was_taken_meanwhile_is_asked_for_again(service: Service, admin: Client) -> None:
    browser = Browser(service)
    await browser.open("/account/register")
    await browser.submit(username="ann", email=EMAIL, password=PASSWORD)
    await service.create(admin, "ann")
    mail = await newest_mail(admin, EMAIL)
    await browser.submit(code=mail.code)
    assert browser.page.status_code == 409
    assert "taken" in browser.alert
    answer = await browser.submit(code=mail.code, username="ann2")
    assert answer.status_code == 303
    assert await sign_in(service, "ann2", PASSWORD) == 200


@registering
async def test_the_link_of_a_registration_needs_its_password(service: Service, admin: Client) -> None:
    browser = Browser(service)
    await browser.open("/account/register")
    await browser.submit(username="ann", email=EMAIL, password=PASSWORD)
    mail = await newest_mail(admin, EMAIL)
    await browser.open("/account/confirm-registration")
    await browser.submit(token=mail.link, password="not the password")
    assert (browser.page.status_code, browser.title) == (400, "Confirm your registration")
    assert (await browser.submit(password=PASSWORD)).status_code == 303


@registering
async def test_every_error_of_a_registration_is_at_its_field_in_chinese(service: Service) -> None:
    browser = Browser(service, "zh-CN")
    await browser.open("/account/register")
    await browser.submit(username="a b", email="nowhere", password="12345678")
    assert browser.page.status_code == 400
    for name, text in (("username", "不得包含空格或控制字符"), ("email", "须为邮箱地址"), ("password", "过于常见")):
        assert text in browser.error(name), name
    assert browser.alert == "请检查标出的字段。"


async def test_a_forgotten_password_is_reset(service: Service, admin: Client, ann: None) -> None:
    browser = Browser(service)
    await browser.open("/account/forgot")
    known = await browser.submit(identifier=EMAIL)
    # There is no mail server, so that the link has to be passed on.
    assert browser.title == "Ask an administrator"
    mail = await newest_mail(admin, EMAIL)
    await browser.open("/account/forgot")
    unknown = await browser.submit(identifier="unknown@example.com")
    assert known.text == unknown.text
    await browser.open("/account/reset")
    await browser.submit(token=mail.link, password="short")
    assert browser.page.status_code == 400
    assert "at least 8" in browser.error("password")
    await browser.submit(password=NEW)
    assert (browser.page.status_code, browser.title) == (200, "Password changed")
    assert await sign_in(service, "ann", NEW) == 200


@pytest.mark.settings(smtp_url="smtp://127.0.0.1:9", public_url="https://login.example.com")
async def test_the_page_says_whether_a_mail_is_sent(service: Service, ann: None) -> None:
    """The test above, without a mail server, is the other case."""
    browser = Browser(service)
    await browser.open("/account/forgot")
    await browser.submit(identifier=EMAIL)
    assert browser.title == "Check your mail"


@pytest.mark.parametrize("method", ["GET", "HEAD"])
async def test_opening_the_pages_of_a_link_uses_no_token_up(
    service: Service, admin: Client, ann: None, method: str
) -> None:
    browser = Browser(service)
    await browser.open("/account/forgot")
    await browser.submit(identifier="ann")
    token = (await newest_mail(admin, EMAIL)).token
    for page in ("reset", "invitation", "confirm-registration", "confirm-email", "revoke-email", "not-me"):
        for query in ("", f"?token={token}", f"?token={token}&password={NEW}"):
            assert (await browser.open(f"/account/{page}{query}", method)).status_code == 200
    await browser.open("/account/reset")
    await browser.submit(token=token, password=NEW)
    assert browser.title == "Password changed"


@by_code
async def test_a_code_signs_in(service: Service, admin: Client, ann: None) -> None:
    browser = Browser(service)
    await browser.open("/account/code")
    await browser.submit(identifier="ann")
    assert (browser.page.status_code, browser.title) == (200, "Enter the code")
    mail = await newest_mail(admin, EMAIL)
    answer = await browser.submit(code=mail.code)
    assert (answer.status_code, answer.headers["location"]) == (303, "/account")
    assert "doorward-refresh" in answer.headers["set-cookie"]


@by_code
async def test_a_code_without_tries_is_void(service: Service, ann: None) -> None:
    browser = Browser(service)
    await browser.open("/account/code")
    await browser.submit(identifier="no-such-user")
    for left in (4, 3, 2, 1):
        await browser.submit(code="123456")
        assert f"{left} more tr" in browser.alert
    await browser.submit(code="123456")
    assert browser.alert == "The code is wrong or has expired. Ask for a new one."


async def test_an_invitation_is_accepted(service: Service, admin: Client) -> None:
    answer = await admin.post("/api/invitations", {"email": EMAIL, "roles": ["user"]})
    assert answer.code == 200, answer.body
    browser = Browser(service)
    await browser.open("/account/invitation")
    answer2 = await browser.submit(token=answer.data["link"], username="ann", name="Ann", password=PASSWORD)
    assert answer2.status_code == 303
    assert await sign_in(service, "ann", PASSWORD) == 200


async def test_a_new_address_is_confirmed_and_revoked(service: Service, admin: Client, ann: None) -> None:
    other = "ann@other.example"
    client = await service.login("ann", PASSWORD)
    assert (await client.put("/api/auth/email", {"email": other})).code == 200
    browser = Browser(service)
    await browser.open("/account/confirm-email")
    await browser.submit(token=(await newest_mail(admin, other)).link)
    assert browser.title == "Address confirmed"
    assert (await admin.get(f"/api/users/{client.id}")).data["email"] == other
    await browser.open("/account/revoke-email")
    await browser.submit(token=(await newest_mail(admin, EMAIL, "email_change")).link)
    assert browser.title == "Change undone"
    assert (await admin.get(f"/api/users/{client.id}")).data["email"] == EMAIL


@pytest.mark.settings(new_device="notify")
async def test_a_sign_in_is_disowned_and_a_new_password_chosen(service: Service, admin: Client, ann: None) -> None:
    await service.login("ann", PASSWORD)
    credentials = {"username": "ann", "password": PASSWORD}
    thief = Client(service, (await service.anonymous.post("/api/auth/login", credentials, headers=AGENT)).data)
    link = (await newest_mail(admin, EMAIL, "new_device")).link
    browser = Browser(service)
    await browser.open("/account/not-me")
    assert "one click signs you out everywhere" in browser.page.text
    assert (await thief.get("/api/auth/user")).code == 200
    await browser.submit(token=link)
    assert (browser.page.status_code, browser.title) == (200, "Choose a new password")
    assert (await thief.get("/api/auth/user")).code == 401
    assert await sign_in(service, "ann", PASSWORD) == 401
    await browser.submit(password="short")
    assert browser.page.status_code == 400
    await browser.submit(password=NEW)
    assert (browser.page.status_code, browser.title) == (200, "Password changed")
    assert await sign_in(service, "ann", NEW) == 200
    await browser.open("/account/not-me")
    await browser.submit(token=link)
    assert browser.alert == "This link is not valid, has expired or was used before. Ask for a new one."
