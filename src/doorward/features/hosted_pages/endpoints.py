"""The pages over HTTP. A form that is posted without a script becomes a request to the API in this process."""

from functools import cache, lru_cache
from typing import Annotated, Any, Final, Literal
from urllib.parse import parse_qsl

import msgspec
from msgspec import Meta, Struct, convert
from msgspec.structs import replace

from doorward import console
from doorward.api import refresh_cookie
from doorward.api.endpoints.console import file_response
from doorward.api.state import State
from doorward.core import Core
from doorward.errors import NotFound
from doorward.features.hosted_pages import account_page, submissions
from doorward.features.hosted_pages.brand import PageBrand, style
from doorward.features.hosted_pages.model import Configuration, HostedPagesSettings
from doorward.features.hosted_pages.pages import ENTER, PAGES, Page, closed
from doorward.features.hosted_pages.rendering import missing, render
from doorward.features.hosted_pages.texts import LANGUAGES, load
from doorward.features.hosted_pages.view import BASE, Assets, View
from doorward.web import documents
from doorward.web.language import preferred_language
from doorward.web.messages import Header, Request, Response, document_response, redirect, success
from doorward.web.routing import Handler, Route
from doorward.web.security_headers import page_headers

# A page redirects to the list's origins after a form, which browsers compare with `form-action` as well.
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; frame-ancestors 'none'; form-action {}"
)
_HTML: Final = b"text/html; charset=utf-8"
_MAX_PARAMETERS: Final = 20
# Of the posted request, what the request to the API has as well.
_PASSED_ON: Final[tuple[bytes, ...]] = (b"origin", b"sec-fetch-site", b"host", b"cookie", b"user-agent")


class ConfigurationData(Struct, rename="camel"):
    registration: Annotated[
        Literal["closed", "invited", "open"],
        Meta(description="Whether people can create an account", examples=["open"]),
    ]
    registration_domains: Annotated[
        list[str], Meta(description="Domains whose addresses may register; empty for all", examples=[["example.com"]])
    ]
    email_code: Annotated[bool, Meta(description="Whether people can sign in with a mailed code")]
    login_by_email: Annotated[bool, Meta(description="Whether the username of a sign-in may be an e-mail address")]
    password_min_length: Annotated[int, Meta(examples=[8])]
    password_max_length: Annotated[int, Meta(examples=[256])]
    passkey_host: Annotated[
        str,
        Meta(description="Where browsers can use passkeys; empty for nowhere", examples=["login.example.com"]),
    ]
    languages: Annotated[
        list[str], Meta(description="Languages of the hosted pages and mails", examples=[["en", "zh"]])
    ]


async def configuration(core: Core, request: Request) -> Response:
    """What sign-in pages need to know before a person has signed in."""
    return success(convert(Configuration.of(core.settings), ConfigurationData, from_attributes=True))


def _shows(page: Page) -> Handler:
    async def show(core: Core, request: Request) -> Response:
        view = _view(core, request)
        return _page(core, render(page, view), 404 if closed(page.name, view.configuration) else 200)

    return show


def _account(name: str) -> Handler:
    async def account(core: Core, request: Request) -> Response:
        return _page(core, account_page.render(_view(core, request), name, signed_in=refresh_cookie.is_set(request)))

    return account


async def unknown(core: Core, request: Request) -> Response:
    return _page(core, missing(_view(core, request)), 404)


def _takes(page: Page) -> Handler:
    async def submit(core: Core, request: Request) -> Response:
        view, panel = _view(core, request), page.panel(request.body.panel)
        if closed(page.name, view.configuration):
            return _page(core, render(page, view), 404)
        if shown := submissions.local(page, panel, view, request.body):
            return _page(core, render(page, shown))
        given = submissions.given(panel, request.body)
        response = await _call(core, request, view, panel.endpoint, submissions.request_body(panel, given))
        envelope = msgspec.json.decode(response.body)
        message, data = envelope["message"], envelope["data"] or {}
        if response.status != 200:
            if step := submissions.second_step(page, view, data):
                return _page(core, render(page, step))
            again = submissions.refused(page, panel, view, message, data, given)
            return _refused(_page(core, render(page, again), response.status), response)
        if panel.then == ENTER:
            return _entered(submissions.target(view, data["user"]), response)
        return _page(core, render(page, submissions.next_panel(page, panel, view, data)))

    return submit


async def sign_out(core: Core, request: Request) -> Response:
    """Ends the session of the cookie. While the service can't, the page says so: it must not look like a sign-out."""
    view = _view(core, request)
    response = await _call(core, request, view, "/api/auth/logout", {})
    if response.status not in (200, 401):
        envelope = msgspec.json.decode(response.body)
        failed = replace(view, alert=view.texts.explain(envelope["message"], envelope["data"]))
        page = _page(core, account_page.render(failed, "account", signed_in=True), response.status)
        return _refused(page, response)
    answer = redirect(view.address("sign-in"))
    answer.headers += _cookies(response)
    return answer


async def brand(core: Core, request: Request) -> Response:
    """The colour of the brand: pages have no inline styles."""
    current = core.branding.current()
    return documents.serve(request, _brand_style(current.colour, current.colour_dark), b"no-cache")


@lru_cache(maxsize=4)
def _brand_style(colour: str, colour_dark: str) -> documents.Document:
    return documents.compressed(b"text/css; charset=utf-8", style(colour, colour_dark).encode())


async def asset(core: Core, request: Request) -> Response:
    found = console.find_hosted(request.params["name"])
    if found is None:
        raise NotFound
    return file_response(request, found, page_headers(b"default-src 'none'; frame-ancestors 'none'"))


async def _call(core: Core, request: Request, view: View, path: str, body: dict[str, Any]) -> Response:
    """Sends a request to the API. It asks for the cookie, which only pages of this service may."""
    headers: dict[bytes, bytes] = {name: request.headers[name] for name in _PASSED_ON if name in request.headers}
    headers |= {
        refresh_cookie.HEADER: b"1",
        b"accept-language": view.texts.tag.encode(),
        b"content-type": b"application/json",
    }
    encoded = msgspec.json.encode(body)

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": encoded}

    state: State = request.app
    return await state.dispatch(
        Request("POST", path, b"", headers, request.origin, receive, state), refresh_cookie.check
    )


def _refused(answer: Response, response: Response) -> Response:
    answer.headers += [header for header in response.headers if header[0] == b"retry-after"]
    return answer


def _entered(target: str, response: Response) -> Response:
    answer = redirect(target, allowed=(target,))
    answer.headers += _cookies(response)
    return answer


def _cookies(response: Response) -> list[Header]:
    return [header for header in response.headers if header[0] == b"set-cookie"]


def _view(core: Core, request: Request) -> View:
    query = _query(request)
    chosen = query.get("lang", "")
    language = chosen if chosen in LANGUAGES else preferred_language(request)
    return View(
        texts=load(language),
        configuration=Configuration.of(core.settings),
        brand=_brand(core),
        assets=_assets(),
        chosen=chosen in LANGUAGES,
        return_to=core.settings.section(HostedPagesSettings).accept(query.get("return", "")),
    )


def _brand(core: Core) -> PageBrand:
    current, logo = core.branding.current(), core.branding.logo_path
    return PageBrand(current.name, logo("light") or "", logo("dark") or "", current.footer_links)


def _query(request: Request) -> dict[str, str]:
    """What can't be read counts as absent: a page is shown whatever its address says."""
    try:
        return dict(parse_qsl(request.query.decode("ascii"), errors="strict", max_num_fields=_MAX_PARAMETERS))
    except ValueError:
        return {}


def _assets() -> Assets:
    script, styles = console.hosted_entry()
    return Assets(script and f"{BASE}/{script}", tuple(f"{BASE}/{style}" for style in styles))


def _page(core: Core, html: str, status: int = 200) -> Response:
    security = _security(core.settings.section(HostedPagesSettings).return_origins)
    response = document_response(_HTML, html.encode(), b"no-store", security)
    response.status = status
    return response


@cache
def _security(origins: tuple[str, ...]) -> tuple[Header, ...]:
    policy = _POLICY.format(" ".join(("'self'", *origins))).encode()
    # Browsers send a form's Origin as "null" under "no-referrer". A token is in no referrer: it is behind the "#".
    return *page_headers(policy, referrer=b"same-origin"), (b"vary", b"Accept-Language")


ROUTES: Final = (
    Route(
        "GET", "/api/auth/configuration", configuration, "Read what sign-in pages offer",
        data=ConfigurationData, signed_in=False,
    ),
    *(
        Route("GET", BASE + path, _account(name), "Page of the signed-in person", signed_in=False, documented=False)
        for path, name in account_page.PATHS.items()
    ),
    Route("GET", f"{BASE}/{{name:text}}", unknown, "No such hosted page", signed_in=False, documented=False),
    Route("POST", f"{BASE}/sign-out", sign_out, "Sign out without a script", signed_in=False, documented=False),
    Route("GET", f"{BASE}/brand.css", brand, "Colour of the hosted pages", signed_in=False, documented=False),
    Route("GET", f"{BASE}/assets/{{name:text}}", asset, "File of the hosted pages", signed_in=False, documented=False),
    *(
        Route(
            "GET", f"{BASE}/{page.name}", _shows(page), f"Hosted page: {page.name}", signed_in=False, documented=False,
        )
        for page in PAGES.values()
    ),
    *(
        Route(
            "POST", f"{BASE}/{page.name}", _takes(page), f"Form without a script: {page.name}",
            body=submissions.Form, form=True, signed_in=False, documented=False,
        )
        for page in PAGES.values()
    ),
)  # fmt: skip
