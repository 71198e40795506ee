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
    """`methods`: how the user can authenticate again at `POST /api/auth/step-up`; empty for users who can only sign in
    again. `maxAge`: how many seconds ago they may have done so. `requiredStrength`: where the sign-in was too weak."""

    code, reason = 401, "step_up_required"
    message = "This needs a more recent or a stronger authentication; confirm who you are and try again"
    optional = ("maxAge", "requiredStrength")

    def __init__(self, methods: list[str], *, max_age: int | None = None, strength: str | None = None) -> None:
        wanted = {"maxAge": max_age, "requiredStrength": strength}
        super().__init__(methods=methods, **{name: value for name, value in wanted.items() if value is not None})


class SecondFactorRequired(Fault):
    """`flow`: continues this sign-in at `POST /api/auth/login/continue`, with one of `methods`, for `expiresIn`
    seconds. `trustDevice`: for how many seconds this device can skip the second factor afterwards; 0 when it can't."""

    code, reason, message = 401, "second_factor_required", "Confirm this sign-in with a second factor"

    def __init__(self, flow: str, methods: list[str], expires_in: int, trust_device: int = 0) -> None:
        super().__init__(flow=flow, methods=methods, expiresIn=expires_in, trustDevice=trust_device)


class SignInExpired(Fault):
    code, reason, message = 401, "sign_in_expired", "This sign-in has expired or was finished; start again"


class EnrolmentRequired(Fault):
    """`requiredStrength`: what the roles of the user or the request ask for, and none of their factors gives."""

    code, reason, message = 403, "enrolment_required", "This needs a stronger sign-in; set up a factor first"

    def __init__(self, required_strength: str) -> None:
        super().__init__(requiredStrength=required_strength)


class FactorNotFound(Fault):
    code, reason, message = 404, "factor_not_found", "There is no such factor"


class FactorStillRequired(Fault):
    """`requiredStrength`: what the roles of the user ask for, and the other factors would not give."""

    code, reason, message = 409, "factor_still_required", "Your roles ask for this factor; set up another one first"

    def __init__(self, required_strength: str) -> None:
        super().__init__(requiredStrength=required_strength)


class LastWayIn(Fault):
    code, reason, message = 409, "last_way_in", "This is the last way to sign in; add another one first"


class InvalidOneTimeToken(Fault):
    code, reason = 400, "invalid_one_time_token"
    message = "This link is not valid, has expired or was used before; ask for a new one"


class InvalidCode(Fault):
    """`remaining`: how many tries the flow has left; at 0 it is void. Absent where there is no flow."""

    code, reason, message = 400, "invalid_code", "The code is wrong, has expired or was used before"
    optional = ("remaining",)

    def __init__(self, remaining: int | None = None) -> None:
        super().__init__(**({} if remaining is None else {"remaining": remaining}))


class KeyNotFound(Fault):
    code, reason, message = 404, "key_not_found", "There is no such signing key"


class KeyInUse(Fault):
    code, reason, message = 409, "key_in_use", "This key is signing tokens; rotate first"
