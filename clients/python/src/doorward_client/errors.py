"""Why a request is refused. `reason` is a stable word that programs can test."""

from typing import Final

MALFORMED: Final = "malformed"
FORBIDDEN_HEADER: Final = "forbidden_header"
WRONG_TYPE: Final = "wrong_type"
UNKNOWN_KEY: Final = "unknown_key"
WRONG_ALGORITHM: Final = "wrong_algorithm"
BAD_SIGNATURE: Final = "bad_signature"
MISSING_CLAIM: Final = "missing_claim"
INVALID_CLAIM: Final = "invalid_claim"
WRONG_ISSUER: Final = "wrong_issuer"
WRONG_AUDIENCE: Final = "wrong_audience"
EXPIRED: Final = "expired"
NOT_YET_VALID: Final = "not_yet_valid"
REVOKED: Final = "revoked"

# What people read who call an API without knowing these words.
MESSAGES: Final = {
    MALFORMED: "The token is malformed",
    FORBIDDEN_HEADER: "The header of the token has members that are not allowed",
    WRONG_TYPE: "The token is of another type",
    UNKNOWN_KEY: "The token is signed with an unknown key",
    WRONG_ALGORITHM: "The algorithm of the token is not that of its key",
    BAD_SIGNATURE: "The signature of the token is wrong",
    MISSING_CLAIM: "The token lacks a claim",
    INVALID_CLAIM: "A claim of the token is not valid",
    WRONG_ISSUER: "The token is from another issuer",
    WRONG_AUDIENCE: "The token is for another audience",
    EXPIRED: "The token has expired; refresh it",
    NOT_YET_VALID: "The token is not valid yet",
    REVOKED: "The token was revoked; refresh it, or sign in again",
}


class DoorwardError(Exception):
    """Base of all errors of this package."""

    reason = "error"


class Refused(DoorwardError):
    """A request that must not be served. `status` is the HTTP status to answer with."""

    status = 401


class MissingToken(Refused):
    """No bearer token came with the request."""

    reason = "missing_token"

    def __init__(self) -> None:
        super().__init__("A bearer token is required")


class InvalidToken(Refused):
    """The token, or the signed document, is not to be trusted."""

    def __init__(self, reason: str, detail: str = "") -> None:
        message = MESSAGES[reason]
        super().__init__(f"{message}: {detail}" if detail else message)
        self.reason = reason


class PermissionDenied(Refused):
    """The token is valid, and its user lacks a permission."""

    status = 403
    reason = "permission_denied"

    def __init__(self, required: str) -> None:
        super().__init__(f"The permission {required} is required")
        self.required = required


class Unavailable(Refused):
    """It can't be decided whether the token is valid, because the service can't be reached."""

    status = 503
    retry_after = 1

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
