"""The claims of access tokens (RFC 9068)."""

from typing import Any, Final

from doorward_client import errors
from doorward_client.errors import InvalidToken
from doorward_client.jws import LONGEST_TOKEN, KeySet
from doorward_client.principal import Principal

_TYPE: Final = "at+jwt"
_REQUIRED: Final = ("iss", "aud", "exp", "iat", "sub", "sid")
# Seconds by which the clock of the service may be ahead of this one.
_AHEAD: Final = 60
_NONE: Final[frozenset[str]] = frozenset()


class TokenRules:
    """What a token must be like: its issuer, its audience, and the seconds that it may be late."""

    def __init__(self, issuer: str, audience: str, leeway: float) -> None:
        self.issuer, self.audience, self.leeway = issuer, audience, leeway

    def read(self, token: str, keys: KeySet, now: float) -> Principal:
        if len(token) > LONGEST_TOKEN:
            raise InvalidToken(errors.MALFORMED)
        claims = keys.verify(token, _TYPE)
        for name in _REQUIRED:
            if name not in claims:
                raise InvalidToken(errors.MISSING_CLAIM, name)
        expires_at, issued_at = number(claims, "exp"), number(claims, "iat")
        subject, session = text(claims, "sub"), text(claims, "sid")
        roles, permissions = names(claims, "roles"), names(claims, "permissions")
        self._check_audience(claims)
        if expires_at + self.leeway <= now:
            raise InvalidToken(errors.EXPIRED)
        if "nbf" in claims and number(claims, "nbf") > now + _AHEAD:
            raise InvalidToken(errors.NOT_YET_VALID)
        return Principal(subject, session, roles, permissions, issued_at, expires_at, claims)

    def _check_audience(self, claims: dict[str, Any]) -> None:
        if claims["iss"] != self.issuer:
            raise InvalidToken(errors.WRONG_ISSUER)
        audience = claims["aud"]
        if audience != self.audience and not (isinstance(audience, list) and self.audience in audience):
            raise InvalidToken(errors.WRONG_AUDIENCE)


def number(claims: dict[str, Any], name: str) -> float:
    value = claims[name]
    # NaN compares as false with everything, so that a token with such a time would never expire.
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e15:
        raise InvalidToken(errors.INVALID_CLAIM, name)
    return value


def text(claims: dict[str, Any], name: str) -> str:
    value = claims[name]
    if not isinstance(value, str) or not value:
        raise InvalidToken(errors.INVALID_CLAIM, name)
    return value


def names(claims: dict[str, Any], name: str) -> frozenset[str]:
    value = claims.get(name)
    if value is None:
        return _NONE
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise InvalidToken(errors.INVALID_CLAIM, name)
    return frozenset(value)
