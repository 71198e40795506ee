"""The refresh token of the console in a cookie: what it takes to get it, to use it, and to end it."""

from typing import Any

import pytest

from tests.support.service import ADMIN_PASSWORD, PASSWORD, Answer, Client, Service

HTTPS = {"Origin": "https://auth.example.com", "Sec-Fetch-Site": "same-origin"}
COOKIE = "__Host-doorward-refresh"
CREDENTIALS = {"username": "admin", "password": ADMIN_PASSWORD}
NEW = "an even longer password"


def attributes(answer: Answer) -> tuple[str, str, dict[str, str]]:
    """Name, value and attributes of the only cookie that an answer sets."""
    (header,) = answer.headers.get_list("set-cookie")
    pair, *rest = header.split("; ")
    name, _, value = pair.partition("=")
    return name, value, {part.partition("=")[0]: part.partition("=")[2] for part in rest}


class Page(Client):
    """A page of the console in a browser that keeps the refresh cookie."""

    cookie = ""

    def __init__(self, service: Service, origin: dict[str, str] | None = None) -> None:
        super().__init__(service)
        self.origin = HTTPS if origin is None else origin

    async def call(self, method: str, path: str, json: Any = None, **options: Any) -> Answer:
        headers = {"X-Refresh-Cookie": "1", "Cookie": f"theme=dark; {self.cookie}", **self.origin}
        answer = await super().call(method, path, json, headers=headers | options.pop("headers", {}), **options)
        self.service.http.cookies.clear()
        if "set-cookie" in answer.headers:
            self.cookie = "=".join(attributes(answer)[:2])
        if answer.code == 200 and isinstance(answer.data, dict) and "token" in answer.data:
            self.tokens |= answer.data
        return answer

    async def sign_in(self, **credentials: str) -> Answer:
        return await self.post("/api/auth/login", CREDENTIALS | credentials)

    async def renew(self) -> Answer:
        return await self.post("/api/auth/refresh", {"refreshToken": "cookie"})


@pytest.fixture
async def page(service: Service) -> Page:
    page = Page(service)
    assert (await page.sign_in()).code == 200
    return page


async def test_the_console_gets_its_refresh_token_in_a_cookie_that_no_script_reads(service: Service) -> None:
    answer = await Page(service).sign_in()
    assert (answer.code, answer.data["refreshToken"]) == (200, "")
    name, value, given = attributes(answer)
    assert (name, value[:4]) == (COOKIE, "dwr_")
    assert given == {
        "Path": "/",
        "SameSite": "Strict",
        "Max-Age": str(14 * 86400),
        "HttpOnly": "",
        "Secure": "",
    }
    assert value not in answer.response.text


async def test_the_cookie_is_exchanged_like_the_token_that_it_holds(service: Service, page: Page) -> None:
    first = page.cookie
    answer = await page.renew()
    assert (answer.code, answer.data["refreshToken"]) == (200, "")
    assert page.cookie not in ("", first)
    assert (await page.get("/api/auth/user")).code == 200
    second = page.cookie
    page.cookie = first
    assert (await page.renew()).code == 200
    assert page.cookie == second, "a second tab within the grace period gets the same successor"
    service.clock.advance(31)
    page.cookie = first
    assert (await page.renew()).reason == "refresh_token_reused"


async def test_without_the_header_the_cookie_does_not_exist(service: Service, page: Page) -> None:
    login = await service.anonymous.post("/api/auth/login", CREDENTIALS, headers=HTTPS | {"Cookie": page.cookie})
    assert login.data["refreshToken"].startswith("dwr_")
    assert "set-cookie" not in login.headers
    body = {"refreshToken": login.data["refreshToken"]}
    refresh = await service.anonymous.post("/api/auth/refresh", body, headers={"Cookie": page.cookie})
    assert refresh.data["refreshToken"].startswith("dwr_")
    assert "set-cookie" not in refresh.headers
    body = {"refreshToken": "cookie"}
    unasked = await service.anonymous.post("/api/auth/refresh", body, headers=HTTPS | {"Cookie": page.cookie})
    assert unasked.reason == "invalid_refresh_token"
    logout = await service.anonymous.post("/api/auth/logout", headers=HTTPS | {"Cookie": page.cookie})
    assert logout.reason == "authentication_required"
    assert (await page.renew()).code == 200


async def test_a_token_that_an_older_console_stored_is_exchanged_for_the_cookie(service: Service) -> None:
    stored = (await service.login()).refresh_token
    page = Page(service)
    answer = await page.post("/api/auth/refresh", {"refreshToken": stored})
    assert (answer.code, answer.data["refreshToken"]) == (200, "")
    assert page.cookie.startswith(COOKIE)
    assert (await page.renew()).code == 200


@pytest.mark.parametrize(
    ("origin", "name"),
    [
        ({"Origin": "http://doorward.test", "Host": "doorward.test"}, "doorward-refresh"),
        ({"Origin": "http://192.0.2.7:8000", "Host": "192.0.2.7:8000"}, "doorward-refresh-8000"),
        ({"Origin": "http://[::1]:8000", "Host": "[::1]:8000"}, "doorward-refresh-8000"),
        ({"Origin": "http://127.0.0.1:8000", "Sec-Fetch-Site": "same-origin"}, "doorward-refresh-8000"),
        ({"Origin": "https://auth.example.com:8443", "Sec-Fetch-Site": "same-origin"}, f"{COOKIE}-8443"),
        ({"Origin": "https://Auth.example.com:8443", "Host": "auth.example.com"}, f"{COOKIE}-8443"),
    ],
)
async def test_over_plain_http_the_cookie_has_no_prefix_and_each_port_its_own_name(
    service: Service, origin: dict[str, str], name: str
) -> None:
    page = Page(service, origin)
    used, _, given = attributes(await page.sign_in())
    assert (used, "Secure" in given) == (name, name.startswith("__Host-"))
    assert {"HttpOnly", "SameSite"} < set(given)
    assert (await page.renew()).code == 200


OTHERS = [
    # An allowed origin, and one of the same site: SameSite=Strict stops neither of them.
    {"Origin": "http://localhost:5173", "Sec-Fetch-Site": "same-site", "Host": "localhost:8000"},
    {"Origin": "https://blog.example.com", "Sec-Fetch-Site": "same-site", "Host": "auth.example.com"},
    {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site", "Host": "auth.example.com"},
    {"Origin": "https://auth.example.com", "Sec-Fetch-Site": "none"},
    {"Origin": "http://evil.example", "Host": "doorward.test"},
    {"Origin": "http://doorward.test.evil.example", "Host": "doorward.test"},
    {"Origin": "http://evil.example@doorward.test", "Host": "doorward.test"},
    {"Origin": "null", "Host": "doorward.test"},
    {"Origin": "null", "Sec-Fetch-Site": "same-origin"},
    {"Host": "doorward.test"},
    {"Sec-Fetch-Site": "same-origin"},
]


@pytest.mark.parametrize("origin", OTHERS)
async def test_pages_of_other_origins_can_not_use_the_cookie(
    service: Service, page: Page, origin: dict[str, str]
) -> None:
    """Mutants: `_same_origin` without the check of Sec-Fetch-Site, or of the Origin; a route without its guard."""
    page.origin = origin
    kept = page.cookie
    for method, path, body in (
        ("POST", "/api/auth/login", CREDENTIALS),
        ("POST", "/api/auth/refresh", {"refreshToken": "cookie"}),
        ("POST", "/api/auth/logout", None),
        ("PUT", "/api/auth/password", {"currentPassword": ADMIN_PASSWORD, "newPassword": NEW}),
    ):
        answer = await page.call(method, path, body)
        assert (answer.code, answer.reason, page.cookie) == (403, "cross_site_request", kept), path
    page.origin = HTTPS
    assert (await page.renew()).code == 200


async def test_no_preflight_allows_the_header(service: Service) -> None:
    """Mutant: the header in the list of `web/cors.py` lets pages of allowed origins use the cookie."""
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "x-refresh-cookie"}
    answer = await service.http.options("/api/auth/refresh", headers={"Origin": "http://localhost:5173", **asked})
    assert answer.headers["access-control-allow-origin"] == "http://localhost:5173"
    allowed = answer.headers["access-control-allow-headers"].lower()
    assert "x-refresh-cookie" not in allowed
    assert "*" not in allowed


@pytest.mark.parametrize("with_token", [True, False])
async def test_signing_out_ends_the_session_and_deletes_the_cookie(
    service: Service, page: Page, with_token: bool
) -> None:
    """Without an access token too: a page that was just loaded has none."""
    kept, token = page.cookie, page.token
    if not with_token:
        page.tokens = {}
    answer = await page.post("/api/auth/logout")
    name, value, given = attributes(answer)
    assert (answer.code, name, value, given["Max-Age"]) == (200, COOKIE, "", "0")
    page.cookie, page.tokens = kept, {}
    assert (await page.renew()).reason == "invalid_refresh_token"
    again = await service.anonymous.get("/api/auth/user", headers={"Authorization": f"Bearer {token}"})
    assert again.reason == "session_ended"
    assert (await page.post("/api/auth/logout")).code == 200, "the session has ended already"


async def test_signing_out_ends_the_sessions_of_the_token_and_of_the_cookie(service: Service, page: Page) -> None:
    other = await service.login()
    page.tokens = other.tokens
    assert (await page.post("/api/auth/logout")).code == 200
    assert (await other.get("/api/auth/user")).reason == "session_ended"
    rows = await service.core.database.fetch("SELECT id FROM sessions")
    assert rows == []


@pytest.mark.parametrize("value", ["", "dwr_", "nonsense", "dwr_" + "A" * 60])
async def test_a_cookie_that_holds_no_token_is_refused(service: Service, value: str) -> None:
    page = Page(service)
    page.cookie = f"{COOKIE}={value}"
    assert (await page.renew()).reason == "invalid_refresh_token"
    page.cookie = ""
    assert (await page.renew()).reason == "invalid_refresh_token"
    assert (await page.post("/api/auth/logout")).reason == "authentication_required"


@pytest.mark.parametrize("value", ["", "planted", "dwr_" + "A" * 60])
async def test_signing_out_with_a_cookie_that_holds_no_token_ends_the_session_and_deletes_the_cookie(
    service: Service, page: Page, value: str
) -> None:
    """Without TLS another program of the host can set the cookie. Mutant: an unreadable cookie refuses the sign-out."""
    page.cookie = f"{COOKIE}={value}"
    answer = await page.post("/api/auth/logout")
    name, given_value, given = attributes(answer)
    assert (answer.code, name, given_value, given["Max-Age"]) == (200, COOKIE, "", "0")
    assert (await page.get("/api/auth/user")).reason == "session_ended"
    page.tokens, page.cookie = {}, f"{COOKIE}={value}"
    assert (await page.post("/api/auth/logout")).code == 200, "a page that was loaded again has no access token"
    assert page.cookie == f"{COOKIE}="


async def test_changing_the_password_replaces_the_cookie(service: Service, admin: Client) -> None:
    await service.create(admin, "ann")
    page = Page(service)
    await page.sign_in(username="ann", password=PASSWORD)
    stolen = page.cookie
    answer = await page.put("/api/auth/password", {"currentPassword": PASSWORD, "newPassword": NEW})
    assert (answer.code, answer.data["refreshToken"]) == (200, "")
    assert (await page.renew()).code == 200
    page.cookie = stolen
    assert (await page.renew()).reason == "refresh_token_reused"


@pytest.mark.settings(refresh_idle_ttl="1h")
async def test_the_cookie_lasts_no_longer_than_the_session(service: Service) -> None:
    assert attributes(await Page(service).sign_in())[2]["Max-Age"] == "3600"
