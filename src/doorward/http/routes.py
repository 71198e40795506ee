"""The route table: every endpoint with what it takes, what it gives and what can go wrong."""

from collections.abc import Awaitable, Callable
from typing import Any

from msgspec import Struct

from doorward import errors
from doorward.core import Core
from doorward.errors import Fault
from doorward.http import account, audit, auth, roles, stats, system, users
from doorward.http.account_schemas import ChangePassword, SessionPage, SessionQuery, UpdateAccount
from doorward.http.audit_schemas import AuditPage, AuditQuery
from doorward.http.messages import Request, Response
from doorward.http.role_schemas import (
    CreateRole,
    DeleteRoleQuery,
    PermissionList,
    RoleData,
    RolePage,
    RoleQuery,
    UpdateRole,
)
from doorward.http.schemas import (
    CreateUser,
    Health,
    KeySet,
    ListQuery,
    Login,
    LoginData,
    Refresh,
    TokenData,
    UpdateUser,
    UserData,
    UserPage,
)

Handler = Callable[[Core, Request], Awaitable[Response]]


class Route(Struct, frozen=True):
    """One endpoint. The docstring of its handler is its description in the documentation."""

    method: str
    path: str
    handler: Handler
    summary: str
    data: Any = None
    body: Any = None
    query: Any = None
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


ROUTES: tuple[Route, ...] = (
    Route(
        "POST", "/api/auth/login", auth.login, "Sign in",
        data=LoginData, body=Login, signed_in=False, any_content_type=True,
        faults=(errors.InvalidCredentials, errors.AccountDisabled, errors.TooManyAttempts, errors.Busy),
    ),
    Route("GET", "/api/auth/user", auth.current_user, "The signed-in user", data=UserData),
    Route(
        "POST", "/api/auth/refresh", auth.refresh, "Exchange a refresh token",
        data=TokenData, body=Refresh, signed_in=False, any_content_type=True,
        faults=(errors.InvalidRefreshToken, errors.RefreshTokenReused),
    ),
    Route(
        "POST", "/api/auth/logout", auth.logout, "Sign out",
        # A token that expired, or whose session ended, is welcome here: so the handler looks at it, not the guard.
        signed_in=False, faults=(errors.AuthenticationRequired, errors.InvalidToken),
    ),
    Route(
        "PUT", "/api/auth/user", account.update, "Change the own account",
        data=UserData, body=UpdateAccount, etag=True, faults=(errors.EmailTaken, errors.PreconditionFailed),
    ),
    Route(
        "PUT", "/api/auth/password", account.change_password, "Change the own password",
        body=ChangePassword, faults=(errors.WrongPassword, errors.TooManyAttempts, errors.Busy),
    ),
    Route(
        "GET", "/api/auth/sessions", account.sessions, "List the own sessions", data=SessionPage, query=SessionQuery
    ),
    Route(
        "DELETE", "/api/auth/sessions/{id}", account.end_session, "End one of the own sessions",
        faults=(errors.SessionNotFound,),
    ),
    Route("POST", "/api/auth/logout-all", account.logout_all, "Sign out everywhere"),
    Route(
        "GET", "/api/users", users.page, "List users", data=UserPage, query=ListQuery, permission="users:read",
        faults=(errors.SearchTooDeep,),
    ),
    Route(
        "POST", "/api/users", users.create, "Create a user",
        data=UserData, body=CreateUser, permission="users:create", etag=True,
        faults=(
            errors.BeyondOwnRights, errors.UsernameTaken, errors.EmailTaken, errors.IdempotencyKeyReused, errors.Busy,
        ),
    ),
    Route(
        "GET", "/api/users/{id}", users.read, "Read a user",
        data=UserData, permission="users:read", etag=True, faults=(errors.UserNotFound,),
    ),
    Route(
        "PUT", "/api/users/{id}", users.update, "Change a user",
        data=UserData, body=UpdateUser, permission="users:update", etag=True,
        faults=(
            errors.UserNotFound, errors.BeyondOwnRights, errors.Outranked, errors.UsernameTaken, errors.EmailTaken,
            errors.LastAdministrator, errors.OwnAccount, errors.PreconditionFailed, errors.Busy,
        ),
    ),
    Route(
        "DELETE", "/api/users/{id}", users.delete, "Delete a user", permission="users:delete",
        faults=(
            errors.UserNotFound, errors.Outranked, errors.LastAdministrator, errors.OwnAccount,
            errors.PreconditionFailed,
        ),
    ),
    Route(
        "GET", "/api/users/{id}/sessions", account.user_sessions, "List a user's sessions",
        data=SessionPage, query=SessionQuery, permission="sessions:read", faults=(errors.UserNotFound,),
    ),
    Route(
        "DELETE", "/api/users/{id}/sessions", account.end_user_sessions, "End a user's sessions",
        permission="sessions:delete", faults=(errors.UserNotFound, errors.Outranked),
    ),
    Route("GET", "/api/roles", roles.page, "List roles", data=RolePage, query=RoleQuery, permission="roles:read"),
    Route(
        "POST", "/api/roles", roles.create, "Create a role",
        data=RoleData, body=CreateRole, permission="roles:create", etag=True,
        faults=(errors.BeyondOwnRights, errors.RoleNameTaken, errors.IdempotencyKeyReused),
    ),
    Route(
        "GET", "/api/roles/{id}", roles.read, "Read a role",
        data=RoleData, permission="roles:read", etag=True, faults=(errors.RoleNotFound,),
    ),
    Route(
        "PUT", "/api/roles/{id}", roles.update, "Change a role",
        data=RoleData, body=UpdateRole, permission="roles:update", etag=True,
        faults=(
            errors.RoleNotFound, errors.BeyondOwnRights, errors.Outranked, errors.RoleNameTaken, errors.BuiltInRole,
            errors.PreconditionFailed,
        ),
    ),
    Route(
        "DELETE", "/api/roles/{id}", roles.delete, "Delete a role",
        query=DeleteRoleQuery, permission="roles:delete",
        faults=(
            errors.RoleNotFound, errors.Outranked, errors.RoleStillInUse, errors.BuiltInRole,
            errors.PreconditionFailed,
        ),
    ),
    Route(
        "GET", "/api/permissions", roles.permissions, "The catalogue of permissions",
        data=PermissionList, permission="roles:read",
    ),
    Route(
        "GET", "/api/audit", audit.page, "Read the audit trail",
        data=AuditPage, query=AuditQuery, permission="audit:read", also_csv=True,
    ),
    Route(
        "GET", "/api/stats", stats.read, "Figures",
        data=stats.StatsData, query=stats.StatsQuery, permission="audit:read",
    ),
)  # fmt: skip

READINESS = Route(
    "GET", "/readyz", system.readyz, "Readiness", data=Health, signed_in=False,
    faults=(errors.DatabaseUnavailable, errors.Stopping),
)  # fmt: skip

METRICS = Route("GET", "/metrics", system.metrics, "Metrics for Prometheus", signed_in=False, documented=False)

SYSTEM_ROUTES: tuple[Route, ...] = (
    Route("GET", "/healthz", system.healthz, "Liveness", data=Health, signed_in=False),
    READINESS,
    METRICS,
    Route("GET", "/.well-known/jwks.json", system.jwks, "Public keys", data=KeySet, signed_in=False, enveloped=False),
    Route(
        "GET", "/openapi.json", system.openapi, "OpenAPI document", data=dict[str, Any], signed_in=False,
        enveloped=False,
    ),
    Route("GET", "/docs", system.docs, "Documentation page", signed_in=False, documented=False),
    Route("GET", "/docs/style.css", system.docs_style, "Style of that page", signed_in=False, documented=False),
)  # fmt: skip


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
