"""The forms without a script: posted by the browser itself, answered by a page or a redirect."""

import httpx
import pytest

from doorward.features.hosted_pages.texts import load
from doorward.testing.in_process import PASSWORD as ADMIN_PASSWORD
from tests.features.hosted_pages.browser import ORIGIN, Browser
from tests.support.service import PASSWORD, Service

COOKIE = "__Host-doorward-refresh"
APPLICATION = "https://app.example.com/welcome"
returning = pytest.mark.settings(return_urls=APPLICATION)


@pytest.fixture
async def ann(service: Service) -> None:
    await service.create(await service.login(), "ann", roles=["user"])


def cookie(answer: httpx.Response) -> str:
    (header,) = answer.headers.get_list("set-cookie")
    pair, *attributes = header.split("; ")
    assert {"HttpOnly", "Secure", "SameSite=Strict", "Path=/"} <= set(attributes)
    return str(pair)


async def test_the_password_form_signs_in_with_the_refresh_cookie(service: Service, ann: None) -> None:
    browser = Browser(service)
    await browser.open("/account/sign-in")
    answer = await browser.submit(username="ann", password=PASSWORD)
    assert (answer.status_code, answer.headers["location"]) == (303, "/account")
    name, _, token = cookie(answer).partition("=")
    assert name == COOKIE
    assert token not in answer.text
    renewed = await service.anonymous.post("/api/auth/refresh", {"refreshToken": token})
    assert renewed.code == 200


async def test_sign_out_ends_the_session_of_the_cookie(service: Service, ann: None) -> None:
    browser = Browser(service)
    await browser.open("/account/sign-in")
    pair = cookie(await browser.submit(username="ann", password=PASSWORD))
    answer = await browser.post("/account/sign-out", {}, ORIGIN | {"Cookie": pair})
    assert (answer.status_code, answer.headers["location"]) == (303, "/account/sign-in")
    assert f"{COOKIE}=;" in answer.headers["set-cookie"]
    ended = await service.anonymous.post("/api/auth/refresh", {"refreshToken": pair.partition("=")[2]})
    assert ended.code == 401


async def test_a_sign_out_that_ended_no_session_says_so(service: Service, ann: None) -> None:
    """Mutant: whatever the answer is, the page for signing in follows, and the person leaves a session behind."""
    browser = Browser(service)
    await browser.open("/account/sign-in")
    pair = cookie(await browser.submit(username="ann", password=PASSWORD))
    answer = await browser.post("/account/sign-out", {}, {"Origin": "null", "Cookie": pair})
    assert answer.status_code == 403
    assert 'role="status" data-status>This form can only be sent from' in answer.text
    assert "hidden data-sign-out>" not in answer.text
    alive = await service.anonymous.post("/api/auth/refresh", {"refreshToken": pair.partition("=")[2]})
    assert alive.code == 200


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "Too many attempts. Try again in 1 second."), ("zh", "尝试次数过多，请在 1 秒后重试。")],
)
async def test_a_form_without_a_script_says_how_long_to_wait(service: Service, language: str, text: str) -> None:
    """Mutant: the text keeps an empty place for the time, which only the script fills in."""
    browser = Browser(service, language)
    await browser.open("/account/sign-in")
    while browser.page.status_code != 429:
        await browser.submit(username="no-such-user", password="wrong password")
    assert browser.alert == text


@pytest.mark.parametrize(
    ("seconds", "text"), [(60, "in 60 seconds"), (61, "in 2 minutes"), (3601, "in 2 hours"), (90_000, "in 2 days")]
)
def test_a_waiting_time_is_told_in_the_largest_unit_and_rounded_up(seconds: int, text: str) -> None:
    assert load("en").waiting_time(seconds) == text


@pytest.mark.parametrize(("language", "text"), [("en", "Wrong username"), ("zh", "用户名、邮箱或密码错误")])
async def test_wrong_credentials_say_so_in_the_language_of_the_page(service: Service, language: str, text: str) -> None:
    browser = Browser(service, language)
    await browser.open("/account/sign-in")
    answer = await browser.submit(username="no-such-user", password="wrong password")
    assert answer.status_code == 401
    assert text in browser.alert
    assert "set-cookie" not in answer.headers
    assert 'value="no-such-user"' in answer.text
    assert "wrong password" not in answer.text


async def test_missing_fields_are_marked(service: Service) -> None:
    browser = Browser(service)
    await browser.open("/account/sign-in")
    answer = await browser.submit(username="ann")
    assert answer.status_code == 400
    assert '<p id="form-password-error" class="error">Is required</p>' in answer.text
    assert 'id="form-password" name="password" class="input" type="password" required' in answer.text


@pytest.mark.settings(login_failures=2)
async def test_a_form_counts_as_a_sign_in_like_any_other(service: Service) -> None:
    """Mutant: the form calls the handler itself, past the limits of the endpoint."""
    browser = Browser(service)
    for _ in range(3):
        await browser.open("/account/sign-in")
        answer = await browser.submit(username="admin", password="wrong password")
    assert answer.status_code == 429
    assert "Too many attempts" in browser.alert
    assert int(answer.headers["retry-after"]) > 0


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "null"},
        {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"},
        {"Origin": "https://evil.example", "Host": "auth.example.com"},
        {"Origin": "https://other.example.com", "Sec-Fetch-Site": "same-site"},
    ],
)
@pytest.mark.parametrize("path", ["/account/sign-in", "/account/forgot", "/account/reset", "/account/sign-out"])
async def test_a_form_of_another_site_changes_nothing(service: Service, path: str, headers: dict[str, str]) -> None:
    """Mutant: only the endpoints that set the cookie check the origin, so that another site sends reset mails."""
    browser = Browser(service)
    values = {"username": "admin", "password": ADMIN_PASSWORD, "identifier": "admin", "token": "x"}
    answer = await browser.post(path, values, headers)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


@returning
async def test_an_allowed_address_is_where_the_form_returns_to(service: Service, ann: None) -> None:
    browser = Browser(service)
    page = await browser.open(f"/account/sign-in?return={APPLICATION}/here?x=1%26y=2")
    assert "form-action 'self' https://app.example.com" in page.headers["content-security-policy"]
    answer = await browser.submit(username="ann", password=PASSWORD)
    assert (answer.status_code, answer.headers["location"]) == (303, f"{APPLICATION}/here?x=1&y=2")


@returning
async def test_a_user_who_must_change_the_password_goes_there_first(service: Service) -> None:
    await service.create(await service.login(), "ann", mustChangePassword=True)
    browser = Browser(service)
    await browser.open(f"/account/sign-in?return={APPLICATION}")
    answer = await browser.submit(username="ann", password=PASSWORD)
    assert answer.headers["location"].startswith("/account?return=")


@returning
@pytest.mark.parametrize(
    "hostile",
    [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "javascript:alert(1)",
        "data:text/html,x",
        "https://app.example.com.evil.example/welcome",
        "https://app.example.com@evil.example/welcome",
        "https://user@app.example.com/welcome",
        "https://app.example.com:8443/welcome",
        "https://app.example.com\\@evil.example/welcome",
        "http://app.example.com/welcome",
        "HTTPS://APP.EXAMPLE.COM/welcome",
        "https://app.example.com/welcomed",
        "https://app.example.com/other",
        "https://app.example.com/welcome/../other",
        "https://app.example.com/welcome/%2e%2E/other",
        "https://app.example.com/welcome\r\nSet-Cookie: x=y",
        "https://app.example.com/welcome\t",
        "https://app.example.com/welcome\x00",
        " https://app.example.com/welcome",
        "https://app.example.com/welcome" + "x" * 2048,
        "/console",
        "https:app.example.com/welcome",
        "https:///app.example.com/welcome",
        "https://[::1]/welcome",
        "https://app.example.com/willkommen\u3002",
    ],
)
async def test_no_other_address_is_returned_to(service: Service, ann: None, hostile: str) -> None:
    browser = Browser(service)
    page = await browser.open("/account/sign-in?" + str(httpx.QueryParams({"return": hostile})))
    assert "data-return" not in page.text
    assert "evil.example" not in page.text
    answer = await browser.submit(username="ann", password=PASSWORD)
    assert (answer.status_code, answer.headers["location"]) == (303, "/account")


async def test_the_page_of_passkeys_is_returned_to(service: Service, ann: None) -> None:
    browser = Browser(service)
    await browser.open("/account/sign-in?return=/account/passkey")
    answer = await browser.submit(username="ann", password=PASSWORD)
    assert (answer.status_code, answer.headers["location"]) == (303, "/account/passkey")


MARKUP = "\"'><img src=x onerror=alert(1)><script>alert(1)</script>&amp;"


@pytest.mark.parametrize("path", ["/account/sign-in", "/account/forgot", "/account/reset", "/account/invitation"])
async def test_what_was_typed_comes_back_as_text(service: Service, path: str) -> None:
    browser = Browser(service)
    names = ("username", "identifier", "name", "email", "token", "flow", "panel", "code", "password", "offered", "use")
    answer = await browser.post(f"{path}?lang={MARKUP}&return={MARKUP}", dict.fromkeys(names, MARKUP))
    assert "<img src=x" not in answer.text
    assert "<script>" not in answer.text
    shown = await browser.open(f"{path}?lang={MARKUP}&return={MARKUP}&{MARKUP}")
    assert "<img src=x" not in shown.text
    assert "<script>" not in shown.text


@pytest.mark.parametrize(
    "value",
    [
        "https://*.example.com/",
        "app.example.com",
        "https://user@app.example.com/",
        "https://app.example.com/?x=1",
        "https://app.example.com/#x",
        "https://app.example.com/a/../b",
        "https://APP.example.com/",
        "https://app.example.com;script-src/",
        "javascript:alert(1)",
        "/console",
    ],
)
def test_a_bad_return_address_stops_the_start(value: str) -> None:
    from doorward.app import load_settings
    from doorward.settings import SettingsError

    with pytest.raises(SettingsError, match="DOORWARD_RETURN_URLS"):
        load_settings(environ={"DOORWARD_RETURN_URLS": value})
