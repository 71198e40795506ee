"""What an endpoint is, and how a request finds its own."""

from collections.abc import Awaitable, Callable
from typing import Any

from msgspec import Struct

from doorward import errors
from doorward.core import Core
from doorward.errors import Fault
from doorward.web.messages import Request, Response

Handler = Callable[[Core, Request], Awaitable[Response]]


def no_rules(core: Core, given: Any) -> None:
    pass


class Route(Struct, frozen=True):
    """One endpoint. The docstring of its handler is its description in the documentation."""

    method: str
    path: str
    handler: Handler
    summary: str
    data: Any = None
    body: Any = None
    query: Any = None
    # Reads the body or the query a step further, to tell what is wrong with it besides its form in the same answer.
    rules: Callable[[Core, Any], object] = no_rules
    faults: tuple[type[Fault], ...] = ()
    permission: str | None = None
    signed_in: bool = True
    # Real clients send the sign-in as text/plain; it carries its own credentials, so nothing rides on the type.
    any_content_type: bool = False
    etag: bool = False
    # Gives a file instead of the envelope to those who ask for one.
    also_csv: bool = False
    # Documents whose form a standard prescribes come without the envelope.
    enveloped: bool = True
    documented: bool = True

    @property
    def possible_faults(self) -> tuple[type[Fault], ...]:
        """Its own faults, after those that stand on the way of a request to its handler."""
        faults: list[type[Fault]] = []
        if "{id}" in self.path:
            faults.append(errors.NotFound)
        if self.signed_in:
            faults += (
                errors.AuthenticationRequired,
                errors.InvalidToken,
                errors.TokenExpired,
                errors.SessionEnded,
            )
        if self.permission is not None:
            faults += (errors.PermissionDenied, errors.PasswordChangeRequired)
        if self.query is not None or self.body is not None:
            faults += (errors.MalformedRequest, errors.ValidationFailed)
        if self.body is not None:
            faults += (errors.RequestTimeout, errors.BodyTooLarge)
            if not self.any_content_type:
                faults.append(errors.UnsupportedMediaType)
        faults += self.faults
        if self.path.startswith("/api/"):
            faults += (errors.TooManyRequests, errors.DatabaseUnavailable)
        faults.append(errors.InternalError)
        return tuple(dict.fromkeys(faults))


class RouteTable:
    """Finds a route with one look-up: numbers in a path count as `{id}`."""

    def __init__(self, routes: tuple[Route, ...]) -> None:
        self._methods: dict[str, dict[str, Route]] = {}
        for route in routes:
            self._methods.setdefault(route.path, {})[route.method] = route

    def find(self, method: str, path: str) -> tuple[Route, tuple[int, ...]]:
        methods = self._methods.get(path)
        ids: tuple[int, ...] = ()
        if methods is None:
            pattern, ids = _pattern(path)
            methods = self._methods.get(pattern)
        # A path that spells out "{id}" is nobody's.
        if methods is None or "{" in path:
            raise errors.NotFound
        route = methods.get("GET" if method == "HEAD" else method)
        if route is None:
            raise errors.MethodNotAllowed(_allowed(methods))
        return route, ids


def _pattern(path: str) -> tuple[str, tuple[int, ...]]:
    ids: list[int] = []
    segments = path.split("/")
    for position, segment in enumerate(segments):
        if _is_id(segment):
            ids.append(int(segment))
            segments[position] = "{id}"
    return "/".join(segments), tuple(ids)


def _is_id(segment: str) -> bool:
    # At most what a BIGINT, and a number in JavaScript, can hold.
    return segment.isascii() and segment.isdigit() and segment[0] != "0" and len(segment) <= 16


def _allowed(methods: dict[str, Route]) -> str:
    names = [*methods, "OPTIONS"] + (["HEAD"] if "GET" in methods else [])
    return ", ".join(sorted(names))
