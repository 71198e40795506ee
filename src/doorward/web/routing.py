"""Declares endpoints, and finds the one for a method and a path."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from enum import Enum, auto
from typing import Any

from msgspec import Struct

from doorward import errors
from doorward.core import Core
from doorward.domain.access import ActingKey
from doorward.errors import Fault
from doorward.web import paths
from doorward.web.messages import NO_PARAMS, Request, Response

Handler = Callable[[Core, Request], Awaitable[Response]]
# Raises a fault when the request must not reach the handler.
Guard = Callable[[Core, Request], None]
# The wrong fields of a JSON object, each with what is wrong.
LateRules = Callable[[Core, dict[str, Any]], Awaitable[Sequence[tuple[str, str]]]]


class KeyUse(Enum):
    """Which API keys may call an endpoint."""

    NEVER = auto()
    PERMITTED = auto()
    NAMED = auto()  # Those whose own list names the permission: none by what it inherits from its owner.


def no_rules(core: Core, given: Any) -> None:
    pass


class Route(Struct, frozen=True):
    """One endpoint. The docstring of its handler is its description in the documentation."""

    method: str
    # `{id}` is a positive integer, `{name:text}` is URL-safe text: see web/paths.py.
    path: str
    handler: Handler
    summary: str
    data: Any = None
    body: Any = None
    query: Any = None
    # Converts the body or the query to domain values. Run when the form is wrong, to report all errors at once.
    rules: Callable[[Core, Any], object] = no_rules
    # Fields of the JSON object that only the database can tell to be wrong. Asked only for a request that is refused
    # for others already, so that its response names them all.
    late_rules: LateRules | None = None
    faults: tuple[type[Fault], ...] = ()
    permission: str | None = None
    keys: KeyUse | None = None  # Which API keys may call it; see `key_use`.
    signed_in: bool = True
    # Checked in order after `signed_in` and `permission`, before the query and the body are parsed.
    guards: tuple[Guard, ...] = ()
    # Makes a way in for another person, which is closed to administrators who act as a user.
    makes_credentials: bool = False
    # Existing clients send the sign-in as text/plain. It carries its own credentials, so the type protects nothing.
    any_content_type: bool = False
    # An absent body stands for one without fields.
    optional_body: bool = False
    # The body is application/x-www-form-urlencoded instead of JSON.
    form: bool = False
    # The body is a file of at most this many bytes, whatever the limit of other bodies. Its content tells its type.
    upload: int = 0
    # The body is a file that the handler reads piece by piece: `Request.pieces`.
    streamed: bool = False
    etag: bool = False
    # Returns a file instead of the envelope when the client asks for CSV.
    also_csv: bool = False
    # Other media types of a file that it may return.
    also_files: tuple[str, ...] = ()
    # Reads in the background (a list, a search, statistics): stopped when the client closes the connection.
    lists: bool = False
    # Asked by many clients all the time: they wait up to 50 ms to be handled together, which costs less (decision 40).
    grouped: bool = False
    # False for documents whose form a standard prescribes.
    enveloped: bool = True
    media_type: str = "application/json"
    documented: bool = True

    @property
    def key_use(self) -> KeyUse:
        """Without a permission it is about the own account, whose credentials no key may see or change: such a route is
        closed to keys unless it says otherwise, so that a new one cannot forget it."""
        return self.keys or (KeyUse.NEVER if self.permission is None else KeyUse.PERMITTED)

    def admit(self, key: ActingKey) -> None:
        """Raises unless this API key may call it. The permission is checked as for a session."""
        if self.key_use is KeyUse.NEVER:
            raise errors.KeyNotAllowed
        if self.key_use is KeyUse.NAMED:
            key.require_named(self.permission or "")

    def admit_impersonator(self) -> None:
        """Raises unless an administrator who acts as the user may call it. What is closed to keys may be seen and not
        changed: the credentials of the user. What asks for keys that name it makes credentials of others."""
        own = self.key_use is KeyUse.NEVER and self.method != "GET"
        if own or self.key_use is KeyUse.NAMED or self.makes_credentials:
            raise errors.ImpersonationNotAllowed

    @property
    def template(self) -> str:
        """The path as OpenAPI, metrics and traces name it."""
        return paths.template(self.path)

    @property
    def possible_faults(self) -> tuple[type[Fault], ...]:
        """The faults that can be raised before its handler runs, then its own."""
        faults: list[type[Fault]] = []
        if "{" in self.path:
            faults.append(errors.NotFound)
        if self.signed_in:
            faults += (
                errors.AuthenticationRequired,
                errors.InvalidToken,
                errors.TokenExpired,
                errors.SessionEnded,
                errors.NetworkNotAllowed,
            )
            if self.permission is not None or self.key_use is KeyUse.NEVER:
                faults.append(errors.KeyNotAllowed)
            if self.permission is not None or self.method != "GET":
                faults.append(errors.ImpersonationNotAllowed)
        if self.permission is not None:
            faults += (
                errors.PermissionDenied,
                errors.PasswordChangeRequired,
                errors.EnrolmentRequired,
                errors.StepUpRequired,
                errors.KeyTooWeak,
            )
        if self.query is not None or self.body is not None:
            faults += (errors.MalformedRequest, errors.ValidationFailed)
        if self.body is not None or self.upload or self.streamed:
            faults += (errors.RequestTimeout, errors.BodyTooLarge)
        if self.upload or self.streamed:
            faults.append(errors.ValidationFailed)
        if self.body is not None and not self.any_content_type:
            faults.append(errors.UnsupportedMediaType)
        if self.lists:
            faults += (errors.TooManyLists, errors.ListsBusy, errors.SearchTimeout)
        faults += self.faults
        if self.path.startswith("/api/"):
            faults += (errors.TooManyRequests, errors.DatabaseUnavailable)
        faults.append(errors.InternalError)
        return tuple(dict.fromkeys(faults))


# The routes of one path by their methods, each with the names of its parameters.
_Methods = dict[str, tuple[Route, tuple[str, ...]]]


class RouteTable:
    """Finds paths without parameters in a dict, and others segment by segment in a tree."""

    def __init__(self, routes: Sequence[Route]) -> None:
        self._fixed: dict[str, _Methods] = {}
        self._tree: paths.Tree[_Methods] = paths.Tree()
        for route in routes:
            names = tuple(paths.parameters(route.path))
            methods = self._tree.setdefault(route.path, {}) if names else self._fixed.setdefault(route.path, {})
            if methods.setdefault(route.method, (route, names))[0] is not route:
                raise ValueError(f"{route.method} {route.path} is declared twice")

    def find(self, method: str, path: str) -> tuple[Route, Mapping[str, Any]]:
        methods, values = self._fixed.get(path), ()
        if methods is None:
            methods, values = self._tree.find(path.split("/"))
            if methods is None:
                raise errors.NotFound
        found = methods.get("GET" if method == "HEAD" else method)
        if found is None:
            raise errors.MethodNotAllowed(_allowed(methods))
        route, names = found
        return route, dict(zip(names, values, strict=True)) if names else NO_PARAMS


def _allowed(methods: _Methods) -> str:
    names = [*methods, "OPTIONS"] + (["HEAD"] if "GET" in methods else [])
    return ", ".join(sorted(names))
