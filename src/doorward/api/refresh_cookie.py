"""Keeps the refresh token of a browser, and the secrets of its device, in cookies that scripts cannot read (decisions
0025 and 0035).

A page of this service asks for it with the header `X-Refresh-Cookie`. Pages of other origins cannot send that header:
the browser asks first, and no preflight allows it. Sign-ins and refreshes without the header neither read nor set them.
"""

import re
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from doorward.api.schemas.users import LoginData, TokenData
from doorward.api.state import State
from doorward.core import Core
from doorward.domain.access import Origin
from doorward.domain.sign_in.devices import joined_secrets, secrets_in
from doorward.errors import CrossSiteRequest, InvalidRefreshToken
from doorward.web.cookies import Cookie
from doorward.web.language import preferred_language
from doorward.web.messages import Request, Response, success

HEADER: Final = b"x-refresh-cookie"
# Sent as `refreshToken`: a body without that field stays invalid, with the header too.
IN_COOKIE: Final = "cookie"

_REFRESH: Final = "doorward-refresh"
_DEVICE: Final = "doorward-device"
_ANY_DEVICE: Final = re.compile(rf"(?:__Host-)?{_DEVICE}(?:-\d{{1,5}})?")
# The longest that browsers keep a cookie. Every sign-in renews it.
_DEVICE_SECONDS: Final = 400 * 86_400

_ORIGIN: Final = re.compile(rb"(https?)://([^/:]+|\[[^/]+\])(?::(\d{1,5}))?")


def check(core: Core, request: Request) -> None:
    """A guard: refuses the header from pages of other origins."""
    if HEADER in request.headers and not _same_origin(request.headers):
        raise CrossSiteRequest


def find(request: Request) -> str | None:
    """The refresh token in the cookie, if the request has the header."""
    return request.cookies.get(_name(request, _REFRESH)) if HEADER in request.headers else None


def sign_in_origin(request: Request, given: str = "") -> Origin:
    """The origin of a sign-in: with the secret of its device, from the body or the cookie, and with the language of
    mails about it."""
    return replace(
        request.origin,
        device=given or _device(request),
        keeps_device=HEADER in request.headers,
        language=preferred_language(request),
    )


def device_secrets(request: Request) -> list[str]:
    """The secrets in the cookies of this host, to show which device makes a request. Browsers send no Origin when they
    read, so the name of the cookie is not known exactly; secrets of other services fit no device."""
    return [
        secret for name, value in request.cookies.items() if _ANY_DEVICE.fullmatch(name) for secret in secrets_in(value)
    ]


def is_set(request: Request) -> bool:
    """Whether a browser that opens a page has the cookie. It sends no origin then, which would tell the exact name."""
    return any(_REFRESH in name for name in request.cookies)


def resolve(request: Request, given: str) -> str:
    """The refresh token to exchange: the given one, or the cookie's for which it stands."""
    if given != IN_COOKIE:
        return given
    token = find(request)
    if token is None:
        raise InvalidRefreshToken
    return token


def deliver(request: Request, data: TokenData) -> Response:
    """Responds with tokens. With the header, the refresh token is in the cookie and empty in the body; so is the secret
    of the device."""
    if HEADER not in request.headers:
        return success(data)
    state: State = request.app
    token, data.refresh_token = data.refresh_token, ""
    device = ""
    if isinstance(data, LoginData):
        device, data.device = joined_secrets(data.device or "", _device(request)), UNSET
    # The service decides when the session ends; the cookie only has to last as long.
    response = _with_cookie(request, success(data), _REFRESH, token, state.settings.refresh_idle_ttl)
    return _with_cookie(request, response, _DEVICE, device, _DEVICE_SECONDS) if device else response


def clear(request: Request) -> Response:
    return _with_cookie(request, success(), _REFRESH, "", 0) if HEADER in request.headers else success()


def _device(request: Request) -> str:
    return request.cookies.get(_name(request, _DEVICE), "") if HEADER in request.headers else ""


def _same_origin(headers: dict[bytes, bytes]) -> bool:
    origin = _ORIGIN.fullmatch(headers.get(b"origin", b""))
    if origin is None:
        return False
    site = headers.get(b"sec-fetch-site")
    if site is not None:
        return site == b"same-origin"
    # Over plain HTTP, except on loopback, browsers do not send it. Compares without ports, which proxies leave out.
    host = _ORIGIN.fullmatch(b"http://" + headers.get(b"host", b""))
    return host is not None and host[2].lower() == origin[2].lower()


def _name(request: Request, base: str) -> str:
    """The prefix makes browsers refuse a cookie of this name that a subdomain or plain HTTP sets.

    The page's own origin tells whether it has TLS, also behind a proxy that is not trusted. Without TLS there is no
    prefix, on loopback either: Safari refuses Secure cookies there. The port separates services on one host, as
    browsers send cookies to every port."""
    origin = _ORIGIN.fullmatch(request.headers[b"origin"])
    assert origin is not None, "the route has no guard `check`"  # noqa: S101
    port = b"-" + origin[3] if origin[3] else b""
    return ("__Host-" if origin[1] == b"https" else "") + base + port.decode()


def _with_cookie(request: Request, response: Response, base: str, value: str, max_age: int) -> Response:
    name = _name(request, base)
    cookie = Cookie(name, value, max_age=max_age, secure=name.startswith("__Host-"), same_site="Strict")
    response.headers.append(cookie.header())
    return response
