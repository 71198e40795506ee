"""The catalogue of faults.

A fault is a class with data and knows no framework: a code (also the HTTP status), a reason for programs, a message
for people, and data. docs/api.md lists every reason.
"""

from collections.abc import Iterator
from typing import Any, ClassVar


class Fault(Exception):
    code: ClassVar[int]
    reason: ClassVar[str]
    message: ClassVar[str]

    def __init__(self, **data: Any) -> None:
        super().__init__(self.reason)
        self.data: dict[str, Any] = {"reason": self.reason, **data}


def catalogue() -> Iterator[type[Fault]]:
    """Every fault class that defines a reason."""
    pending = [Fault]
    while pending:
        for fault in pending.pop().__subclasses__():
            pending.append(fault)
            if "reason" in vars(fault):
                yield fault


# Requests


class MalformedRequest(Fault):
    code, reason, message = (
        400,
        "malformed_request",
        "The request can't be parsed: the body must be a JSON object, and all text UTF-8",
    )


class ValidationFailed(Fault):
    code, reason, message = 400, "validation_failed", "Some fields are not valid"

    def __init__(self, *fields: tuple[str, str]) -> None:
        super().__init__(fields=[{"field": field, "message": message} for field, message in fields])


class SearchTooDeep(Fault):
    code, reason, message = (
        400,
        "search_too_deep",
        "Only the first 10,000 matches can be paged through; narrow the search",
    )


class NotFound(Fault):
    code, reason, message = 404, "not_found", "There is nothing at this path"


class MethodNotAllowed(Fault):
    code, reason, message = 405, "method_not_allowed", "This path does not support that method"

    def __init__(self, allowed: str) -> None:
        super().__init__(allowed=allowed.split(", "))


class RequestTimeout(Fault):
    code, reason, message = 408, "request_timeout", "The request body took too long to arrive"


class PreconditionFailed(Fault):
    code, reason, message = 412, "precondition_failed", "It has changed since you read it; read it again"


class BodyTooLarge(Fault):
    code, reason, message = 413, "body_too_large", "The request body is too large"


class UnsupportedMediaType(Fault):
    code, reason, message = 415, "unsupported_media_type", "Send the body as application/json"


class IdempotencyKeyReused(Fault):
    code, reason, message = 422, "idempotency_key_reused", "This Idempotency-Key was used for a different request"


class ClientDisconnected(Fault):
    """For the log and the metrics: the client that it answers has gone. 499 is the status that nginx logs for this."""

    code, reason, message = 499, "client_disconnected", "The client closed the connection before the answer"


class InternalError(Fault):
    code, reason, message = 500, "internal_error", "An internal error occurred"


class _TryAgain(Fault):
    def __init__(self, retry_after: int = 1) -> None:
        super().__init__(retryAfter=retry_after)


class OverLimit(_TryAgain):
    """Carries the limit, for the RateLimit header fields."""

    def __init__(self, policy: str, quota: int, window: int, retry_after: int) -> None:
        super().__init__(retry_after)
        self.policy, self.quota, self.window = policy, quota, window


class TooManyRequests(OverLimit):
    code, reason, message = 429, "too_many_requests", "Too many requests; slow down"


class Busy(_TryAgain):
    code, reason, message = 503, "busy", "Too many concurrent sign-ins; try again shortly"


class TooManyLists(_TryAgain):
    code, reason, message = 429, "too_many_lists", "You have too many lists and searches running; try again shortly"


class ListsBusy(_TryAgain):
    code, reason, message = 503, "lists_busy", "Too many lists and searches are waiting; try again shortly"


class SearchTimeout(Fault):
    code, reason, message = 503, "search_timeout", "The list or search took too long and was stopped; narrow it"


class DatabaseUnavailable(_TryAgain):
    code, reason, message = 503, "database_unavailable", "The database is unavailable; try again shortly"


class Stopping(_TryAgain):
    code, reason, message = 503, "stopping", "This server is shutting down; another one will answer"


# Signing in


class InvalidCredentials(Fault):
    code, reason, message = 401, "invalid_credentials", "Wrong username or password"


class AccountDisabled(Fault):
    code, reason, message = 403, "account_disabled", "This account is disabled"


class TooManyAttempts(OverLimit):
    code, reason, message = 429, "too_many_attempts", "Too many sign-ins; try again later"


class InvalidRefreshToken(Fault):
    code, reason, message = 401, "invalid_refresh_token", "The refresh token is not valid; sign in again"


class RefreshTokenReused(Fault):
    code, reason, message = 401, "refresh_token_reused", "The refresh token was used before; sign in again"


class CrossSiteRequest(Fault):
    code, reason, message = 403, "cross_site_request", "Only pages of this service can use the refresh cookie"


class AuthenticationRequired(Fault):
    code, reason, message = 401, "authentication_required", "Sign in first"


class InvalidToken(Fault):
    code, reason, message = 401, "invalid_token", "The access token is not valid"


class TokenExpired(InvalidToken):
    code, reason, message = 401, "token_expired", "The access token has expired; refresh it"


class SessionEnded(InvalidToken):
    code, reason, message = 401, "session_ended", "The session has ended; sign in again"


# Keys


class KeyNotFound(Fault):
    code, reason, message = 404, "key_not_found", "There is no such signing key"


class KeyInUse(Fault):
    code, reason, message = 409, "key_in_use", "This key is signing tokens; rotate first"


# Users and rights


class PermissionDenied(Fault):
    code, reason, message = 403, "permission_denied", "You don't have permission to do this"

    def __init__(self, required: str) -> None:
        super().__init__(required=required)


class PasswordChangeRequired(Fault):
    code, reason, message = 403, "password_change_required", "Change your password first"


class WrongPassword(Fault):
    code, reason, message = 400, "wrong_password", "The current password is wrong"

    def __init__(self) -> None:
        super().__init__(fields=[{"field": "currentPassword", "message": "is wrong"}])


class SessionNotFound(Fault):
    code, reason, message = 404, "session_not_found", "There is no such session, or it has ended"


class BeyondOwnRights(Fault):
    code, reason, message = 403, "beyond_own_rights", "You can't grant permissions that you don't have"

    def __init__(self, required: str) -> None:
        super().__init__(required=required)


class RoleNotHeld(Fault):
    code, reason, message = 403, "role_not_held", "You need the role that `role` names, or the permission roles:grant"

    def __init__(self, role: str) -> None:
        super().__init__(role=role, required="roles:grant")


class Outranked(Fault):
    code, reason, message = 403, "outranked", "That user or role has permissions that you don't have"

    def __init__(self, required: str) -> None:
        super().__init__(required=required)


class UserNotFound(Fault):
    code, reason, message = 404, "user_not_found", "There is no such user"


class UsernameTaken(Fault):
    code, reason, message = 409, "username_taken", "That username is already in use"


class EmailTaken(Fault):
    code, reason, message = 409, "email_taken", "That e-mail address is already in use"


class RoleNotFound(Fault):
    code, reason, message = 404, "role_not_found", "There is no such role"


class RoleNameTaken(Fault):
    code, reason, message = 409, "role_name_taken", "That role name is already in use"


class RoleStillInUse(Fault):
    code, reason, message = 409, "role_in_use", "Users have this role; add force=true to remove it from them"

    def __init__(self, users: int) -> None:
        super().__init__(users=users)


class TooManyRoles(Fault):
    code, reason, message = 409, "too_many_roles", "There can't be more roles; delete some that are not used"

    def __init__(self, limit: int) -> None:
        super().__init__(limit=limit)


class TooManyGrants(Fault):
    code, reason, message = 409, "too_many_grants", "All roles together grant too many permissions; remove some first"

    def __init__(self, limit: int, characters: int) -> None:
        super().__init__(limit=limit, characters=characters)


class BuiltInRole(Fault):
    code, reason, message = (
        409,
        "built_in_role",
        "Built-in roles can't be renamed or deleted, and admin keeps all permissions",
    )


class LastAdministrator(Fault):
    code, reason, message = 409, "last_administrator", "At least one enabled administrator must remain"


class OwnAccount(Fault):
    code, reason, message = 409, "own_account", "You can't disable or delete your own account"


class OwnPassword(Fault):
    code, reason, message = 409, "own_password", "Change your own password with PUT /api/auth/password"
