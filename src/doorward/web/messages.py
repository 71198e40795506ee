"""Requests, responses and the envelope."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, MutableMapping
from types import MappingProxyType
from typing import Any, Final, Literal

import msgspec

from doorward.domain.access import Actor, Origin
from doorward.domain.sign_in.auth_context import ACR_VALUES
from doorward.domain.users import User
from doorward.errors import (
    BodyTooLarge,
    Fault,
    InvalidToken,
    OverLimit,
    RequestTimeout,
    StepUpRequired,
    ValidationFailed,
)
from doorward.web.cookies import parse_cookies

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Header = tuple[bytes, bytes]

_encode: Final = msgspec.json.Encoder().encode
CSV: Final = b"text/csv; charset=utf-8"
# Printable ASCII without the backslash: browsers read `/\host` like `//host`, and drop tabs and line breaks.
_SAFE_LOCATION: Final = re.compile(r"[!-\[\]-~]+")
NO_PARAMS: Final[Mapping[str, Any]] = MappingProxyType({})
_JSON: Final[tuple[Header, ...]] = (
    (b"content-type", b"application/json"),
    (b"cache-control", b"no-store"),
    # Replaces the default, which names the server's library.
    (b"server", b"doorward"),
    # A browser that opens the response as a page shows nothing, runs nothing and refuses to frame it.
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
)


class Request(msgspec.Struct):
    method: str
    path: str
    query: bytes
    headers: dict[bytes, bytes]
    origin: Origin
    receive: Receive
    # The state of the application: `doorward.api.state.State`, a layer that this one does not know.
    app: Any
    # The values of the path's parameters by name.
    params: Mapping[str, Any] = NO_PARAMS
    body: Any = None
    # The body before it was parsed.
    raw: bytes = b""
    filter: Any = None
    actor: Actor | None = None
    user: User | None = None
    route: Any = None

    @property
    def bearer(self) -> str | None:
        """The token of the Authorization header; None when it is absent or has another scheme."""
        given = self.headers.get(b"authorization", b"")
        return given[7:].strip().decode("latin-1") if given[:7].lower() == b"bearer " else None

    @property
    def cookies(self) -> dict[str, str]:
        return parse_cookies(self.headers.get(b"cookie", b""))

    def signed_in(self) -> Actor:
        assert self.actor is not None, "the route is declared with signed_in=False"  # noqa: S101
        return self.actor

    async def read(self, limit: int, seconds: int) -> bytes:
        """The body. Rejects it as soon as it is known to exceed the limit."""
        self._check_announced(limit)
        chunks: list[bytes] = []
        size = 0
        with _Deadline(seconds):
            while True:
                message = await self.receive()
                if message["type"] == "http.disconnect":
                    raise RequestTimeout
                chunks.append(message.get("body", b""))
                size += len(chunks[-1])
                if size > limit:
                    raise BodyTooLarge
                if not message.get("more_body", False):
                    return b"".join(chunks)

    async def pieces(self, limit: int, seconds: int) -> AsyncIterator[bytes]:
        """The body piece by piece, for files that no request holds in memory. `seconds`: for each piece, so that a
        client that stops sending does not keep the request open."""
        self._check_announced(limit)
        size = 0
        while True:
            with _Deadline(seconds):
                message = await self.receive()
            if message["type"] == "http.disconnect":
                raise RequestTimeout
            piece = message.get("body", b"")
            size += len(piece)
            if size > limit:
                raise BodyTooLarge
            yield piece
            if not message.get("more_body", False):
                return

    def _check_announced(self, limit: int) -> None:
        announced = self.headers.get(b"content-length", b"")
        if announced.isdigit() and (len(announced) > 18 or int(announced) > limit):
            raise BodyTooLarge


class Cancellation:
    """Cancels the current task when it is called, and tells that from cancellations by others.

    They may come at the same moment, as when a time limit within ends: the task gets one error for both, so its message
    tells nothing. As in `asyncio.timeout`, the number of requests to cancel does.
    """

    def __init__(self) -> None:
        task = asyncio.current_task()
        assert task is not None  # noqa: S101
        self._task, self._of_others, self._requested = task, task.cancelling(), False

    def __call__(self) -> None:
        self._requested = True
        self._task.cancel()

    def caused(self, error: BaseException | None) -> bool:
        """Whether the error comes from this cancellation alone. Call it once, where the cancelled work ends."""
        return (
            self._requested and self._task.uncancel() <= self._of_others and isinstance(error, asyncio.CancelledError)
        )


class _Deadline:
    """`asyncio.timeout` for this one purpose, in half the time: every body is read under it."""

    def __init__(self, seconds: float) -> None:
        self._cancellation = Cancellation()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._cancellation)

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._timer.cancel()
        if self._cancellation.caused(error):
            raise RequestTimeout from None


class Response(msgspec.Struct):
    body: bytes
    status: int = 200
    headers: list[Header] = msgspec.field(default_factory=list(_JSON).copy)
    # Streamed in the place of a body that is too large to hold in memory.
    pieces: AsyncIterator[bytes] | None = None


def stream(media_type: bytes, pieces: AsyncIterator[bytes], *more: Header) -> Response:
    return Response(b"", headers=[(b"content-type", media_type), *_JSON[1:], *more], pieces=pieces)


def success(data: Any = None) -> Response:
    return Response(b'{"code":200,"message":"success","data":' + _encode(data) + b"}")


def document_response(
    media_type: bytes, body: bytes, cache: bytes, security: tuple[Header, ...] = _JSON[2:]
) -> Response:
    return Response(body, headers=[(b"content-type", media_type), (b"cache-control", cache), *security])


def redirect(location: str, status: Literal[302, 303] = 303, allowed: tuple[str, ...] = ()) -> Response:
    """Redirects to a path of this service, or to an address in `allowed`. Raises for any other."""
    own = location.startswith("/") and not location.startswith("//")
    if not _SAFE_LOCATION.fullmatch(location) or not (own or location in allowed):
        raise ValidationFailed(("location", "must be a path of this service or an allowed address"))
    response = document_response(b"text/plain", b"", b"no-store")
    response.status = status
    response.headers.append((b"location", location.encode("ascii")))
    return response


def failure(fault: Fault) -> Response:
    response = Response(_encode({"code": fault.code, "message": fault.message, "data": fault.data}), fault.code)
    if fault.code == 401:
        response.headers.append((b"www-authenticate", b"Bearer" + _challenge(fault)))
    elif "required" in fault.data:
        response.headers.append((b"www-authenticate", b'Bearer error="insufficient_scope"'))
    if "retryAfter" in fault.data:
        response.headers.append((b"retry-after", str(fault.data["retryAfter"]).encode()))
    if isinstance(fault, OverLimit):
        # draft-ietf-httpapi-ratelimit-headers: structured fields, times in seconds.
        policy = f'"{fault.policy}";q={fault.quota};w={fault.window}'
        remaining = f'"{fault.policy}";r=0;t={fault.data["retryAfter"]}'
        response.headers += ((b"ratelimit-policy", policy.encode()), (b"ratelimit", remaining.encode()))
    if "allowed" in fault.data:
        response.headers.append((b"allow", ", ".join(fault.data["allowed"]).encode()))
    return response


def _challenge(fault: Fault) -> bytes:
    if isinstance(fault, StepUpRequired):  # RFC 9470
        wanted = {
            "error_description": "More recent or stronger authentication needed",
            "acr_values": ACR_VALUES.get(fault.data.get("requiredStrength", "")),
            "max_age": fault.data.get("maxAge"),
        }
        described = "".join(f', {name}="{value}"' for name, value in wanted.items() if value is not None)
        return f' error="insufficient_user_authentication"{described}'.encode()
    return b' error="invalid_token"' if isinstance(fault, InvalidToken) else b""
