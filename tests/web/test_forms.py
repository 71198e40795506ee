"""What pages without scripts need: form bodies, redirects, cookies, and faults as pages."""

from typing import Annotated, Any

import httpx
import pytest
from msgspec import Meta, Struct

from doorward.core import Core
from doorward.errors import ValidationFailed
from doorward.web.cookies import Cookie
from doorward.web.description import Description
from doorward.web.messages import Request, Response, redirect, success
from doorward.web.routing import Route
from tests.support.databases import Databases
from tests.support.service import Answer, Service
from tests.web.support import application, client

FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def databases(sqlite_databases: Databases) -> Databases:
    """One is enough: no request here gets as far as the database."""
    return sqlite_databases


class Order(Struct, rename="camel"):
    item: Annotated[str, Meta(min_length=2)]
    how_many: int
    note: str | None = None


async def show_body(core: Core, request: Request) -> Response:
    """Responds with the body as it was parsed."""
    return success(request.body)


def rules(core: Core, order: Order) -> None:
    if order.item == "dragon":
        raise ValidationFailed(("item", "is out of stock"))


POST = Route("POST", "/orders", show_body, "Order", body=Order, rules=rules, form=True, signed_in=False)


async def send(service: Service, body: bytes, content_type: str = FORM, route: Route = POST) -> httpx.Response:
    async with client(application(service, route)) as http:
        return await http.post("/orders", content=body, headers={"Content-Type": content_type})


@pytest.mark.parametrize(
    ("body", "parsed"),
    [
        (b"item=red+door&howMany=2", {"item": "red door", "howMany": 2, "note": None}),
        (b"item=%E2%9C%93%20%26%3D&howMany=2&note=x", {"item": "✓ &=", "howMany": 2, "note": "x"}),
        (b"item=door&howMany=2&note=&unknown=1", {"item": "door", "howMany": 2, "note": None}),
    ],
)
async def test_a_form_is_parsed_into_the_wire_type(service: Service, body: bytes, parsed: dict[str, Any]) -> None:
    """Mutant: `parse_json` for every body."""
    for content_type in (FORM, FORM + "; charset=utf-8", FORM.upper()):
        assert Answer(await send(service, body, content_type)).data == parsed


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        (b"", {"item": "is required", "howMany": "is required"}),
        (b"item=&howMany=", {"item": "is required", "howMany": "is required"}),
        (b"item=x&howMany=two", {"item": "must have at least 2 characters", "howMany": "must be a whole number"}),
        (b"item=dragon&howMany=two", {"item": "is out of stock", "howMany": "must be a whole number"}),
        (b"item=a%00b&howMany=1", {"item": "must not contain NUL"}),
        (b"item=door&howMany=" + b"9" * 5000, {"howMany": "is not one of the allowed values"}),
    ],
)
async def test_every_invalid_field_of_a_form_is_named(service: Service, body: bytes, fields: dict[str, str]) -> None:
    answer = Answer(await send(service, body))
    assert (answer.code, answer.reason, answer.fields) == (400, "validation_failed", fields)


@pytest.mark.parametrize("body", [b"item=%ff", "item=✓".encode(), b"&".join([b"a=1"] * 101)])
async def test_a_form_that_is_no_text_or_has_too_many_fields_is_refused(service: Service, body: bytes) -> None:
    """Mutant: `parse_qsl` without a limit."""
    assert Answer(await send(service, body)).reason == "malformed_request"


@pytest.mark.settings(body_limit=1024)
async def test_a_form_has_the_limit_of_every_body(service: Service) -> None:
    assert Answer(await send(service, b"item=" + b"x" * 1020)).reason == "body_too_large"


async def test_a_form_in_another_content_type_is_refused_and_forms_are_refused_elsewhere(service: Service) -> None:
    """Mutants: a route for forms that takes JSON; a route for JSON that takes forms."""
    for content_type in ("application/json", "multipart/form-data", "text/plain"):
        answer = Answer(await send(service, b"item=door&howMany=1", content_type))
        assert (answer.code, answer.reason) == (415, "unsupported_media_type")
    json = Route("POST", "/orders", show_body, "Order", body=Order, signed_in=False)
    assert Answer(await send(service, b"item=door&howMany=1", route=json)).code == 415


def test_a_form_is_documented_with_its_content_type() -> None:
    description = Description([POST])
    assert set(description.document["paths"]["/orders"]["post"]["requestBody"]["content"]) == {FORM}
    assert "howMany=1" in description.page.decode()


async def go(core: Core, request: Request) -> Response:
    """Redirects to `to`, of which one other address is allowed."""
    return redirect(request.filter.to, allowed=("https://app.example/done",))


class To(Struct):
    to: str


GO = Route("GET", "/go", go, "Redirect", query=To, signed_in=False)


@pytest.mark.parametrize("to", ["/", "/account", "/account?a=b&c=%2F%2Fx#top", "/a//b", "https://app.example/done"])
async def test_a_redirect_leads_to_a_path_of_our_own_or_an_allowed_address(service: Service, to: str) -> None:
    async with client(application(service, GO)) as http:
        response = await http.get("/go", params={"to": to})
    assert (response.status_code, response.headers["location"], response.content) == (303, to, b"")
    assert response.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "to",
    [
        "//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example", "\\/evil.example",
        "/\t/evil.example", "/a\r\nset-cookie: a=b", "/\x7f", "/é", "https://evil.example", "https://app.example/done/",
        "account", ".", "https://app.example/done?x", "https://app.example/done\n", "HTTPS://app.example/done",
        "https:evil.example", "https:/evil.example", "https:\\evil.example", "/\t\\evil.example", "/\x00/evil.example",
        "%2F%2Fevil.example", "?//evil.example", "#", "@evil.example", "", "https://app.example/done#@evil.example",
        "https://app.example/done@evil.example", "javascript:alert(1)", " /account", "/ account",
        "http:/evil.example", "https://app.example",
    ],
)  # fmt: skip
async def test_a_redirect_to_anything_else_is_refused(service: Service, to: str) -> None:
    """Mutants: `redirect` without the look at `//`, at backslashes, at control characters, or at the list."""
    async with client(application(service, GO)) as http:
        response = await http.get("/go", params={"to": to})
    assert (response.status_code, "location" in response.headers) == (400, False)


async def test_a_redirect_is_counted_under_its_own_status(service: Service) -> None:
    """Mutant: a meter without 303, which counts it as 503."""
    app = application(service, GO)
    async with client(app) as http:
        await http.get("/go?to=/")
    assert [(status, count) for _, status, count in app._state.meter.totals().requests()] == [(303, 1)]


async def show_cookies(core: Core, request: Request) -> Response:
    """Responds with the cookies, and sets one."""
    response = success(request.cookies)
    response.headers.append(Cookie("__Host-refresh", "a.b-c_d", max_age=60, same_site="Strict").header())
    return response


@pytest.mark.parametrize(
    ("header", "cookies"),
    [
        ("", {}),
        ("a=1", {"a": "1"}),
        ('a=1; __Host-b="2"; c=', {"a": "1", "__Host-b": "2", "c": ""}),
        ("a=x=y==", {"a": "x=y=="}),
        ("a=1; a=2", {"a": "1"}),
        ("a; =b; a b=c; d=e f; é=1; g=é; h=1,2; i=\"1; j=a\\b; k=l;; m=n", {"k": "l", "m": "n"}),
        ("; ".join(f"c{number}=1" for number in range(200)), {f"c{number}": "1" for number in range(64)}),
    ],
)  # fmt: skip
async def test_cookies_are_read_and_malformed_ones_skipped(
    service: Service, header: str, cookies: dict[str, str]
) -> None:
    """Mutants: the last of two cookies of one name; no bound on their number."""
    route = Route("GET", "/cookies", show_cookies, "Cookies", signed_in=False)
    async with client(application(service, route)) as http:
        response = await http.get("/cookies", headers={b"Cookie": header.encode("latin-1")})
    assert Answer(response).data == cookies
    assert response.headers["set-cookie"] == (
        "__Host-refresh=a.b-c_d; Path=/; SameSite=Strict; Max-Age=60; HttpOnly; Secure"
    )


def test_the_attributes_of_a_cookie_are_chosen_one_by_one() -> None:
    plain = Cookie("theme", "dark", path="/account", http_only=False, secure=False)
    assert plain.header() == (b"set-cookie", b"theme=dark; Path=/account; SameSite=Lax")
    deleted = Cookie("__Host-refresh", "", max_age=0, same_site="None")
    assert deleted.header()[1] == b"__Host-refresh=; Path=/; SameSite=None; Max-Age=0; HttpOnly; Secure"


@pytest.mark.parametrize(
    "options",
    [
        {"name": "__Host-a", "secure": False},
        {"name": "__Host-a", "path": "/account"},
        {"name": "__Secure-a", "secure": False},
        {"name": "__hOST-a", "secure": False},
        {"name": "__HOST-a", "path": "/account"},
        {"name": "__secure-a", "secure": False},
        {"same_site": "None", "secure": False},
        {"name": ""},
        {"name": "a b"},
        {"name": "a=b"},
        {"value": "a;b"},
        {"name": "a\r\nset-cookie: b"},
        {"name": "a;b"},
        {"value": "a\r\nb"},
        {"value": "a,b"},
        {"value": '"a'},
        {"value": "a b"},
        {"value": "a\x7f"},
        {"value": "é"},
        {"path": "account"},
        {"path": "/;Domain=evil.example"},
        {"path": "/\n"},
    ],
)
def test_a_cookie_that_browsers_would_reject_or_misread_can_not_be_made(options: dict[str, Any]) -> None:
    """Mutant: `Cookie` without `__post_init__`."""
    with pytest.raises(ValueError, match="cookie"):
        Cookie(**({"name": "a", "value": "b"} | options))
