"""Faults of signing in, tokens and signing keys."""

from doorward.errors.base import Fault
from doorward.errors.requests import OverLimit


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


class StepUpRequired(Fault):
    """`maxAge`: how many seconds ago the user may have authenticated. `methods`: how they can do so again at
    `POST /api/auth/step-up`; empty for users who can only sign in again."""

    code, reason, message = (
        401,
        "step_up_required",
        "This change needs a more recent authentication; confirm who you are and try again",
    )

    def __init__(self, max_age: int, methods: list[str]) -> None:
        super().__init__(maxAge=max_age, methods=methods)


class InvalidOneTimeToken(Fault):
    code, reason, message = (
        400,
        "invalid_one_time_token",
        "This link is not valid, has expired or was used before; ask for a new one",
    )


class InvalidCode(Fault):
    """`remaining`: how many tries the flow has left; at 0 the code is void."""

    code, reason, message = 400, "invalid_code", "The code is wrong or has expired"

    def __init__(self, remaining: int = 0) -> None:
        super().__init__(remaining=remaining)


class KeyNotFound(Fault):
    code, reason, message = 404, "key_not_found", "There is no such signing key"


class KeyInUse(Fault):
    code, reason, message = 409, "key_in_use", "This key is signing tokens; rotate first"
