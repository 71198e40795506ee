"""How and when the user of a session authenticated: the claims `amr`, `acr` and `auth_time` of its tokens."""

from functools import lru_cache
from typing import Final

from msgspec import Struct

from doorward.domain.sign_in.sessions import CLOCK_SKEW
from doorward.domain.sign_in.strength import Strength

# The methods as sessions store them.
BY_PASSWORD: Final = "pwd"  # noqa: S105  (the name of a method)
BY_EMAIL_CODE: Final = "email"
BY_TOTP: Final = "totp"
BY_RECOVERY_CODE: Final = "recovery"
BY_PASSKEY: Final = "passkey"  # That verified its user, by a fingerprint or a PIN.
BY_SECURITY_KEY: Final = "key"  # That proved possession alone.
BY_TRUSTED_DEVICE: Final = "device"

# Their values of RFC 8176, which has none for a trusted device. Without an attestation a key may be one of software.
_AMR: Final = {
    BY_PASSWORD: ("pwd",),
    BY_EMAIL_CODE: ("otp",),
    BY_TOTP: ("otp",),
    BY_RECOVERY_CODE: ("otp",),
    BY_PASSKEY: ("swk", "user"),
    BY_SECURITY_KEY: ("swk",),
    BY_TRUSTED_DEVICE: (),
}
_FIRST: Final = frozenset((BY_PASSWORD, BY_EMAIL_CODE))
_FACTORS: Final = frozenset((BY_TOTP, BY_RECOVERY_CODE, BY_PASSKEY, BY_SECURITY_KEY))

# Values of `acr`: how much the authentication proved.
NO_FACTOR: Final = "urn:doorward:acr:none"
ACR: Final = {
    Strength.PASSWORD: "urn:doorward:acr:1fa",
    Strength.TWO_FACTORS: "urn:doorward:acr:2fa",
    Strength.PHISHING_RESISTANT: "urn:doorward:acr:phr",
}


# The same, by the names that requests and answers have.
ACR_VALUES: Final = {strength.wire: value for strength, value in ACR.items()}


class AuthContext(Struct, frozen=True):
    methods: str  # As stored: names separated by single spaces; empty for a session that an operator opened.
    auth_time: int  # Of the last authentication, in milliseconds.

    @property
    def strength(self) -> Strength:
        return strength_of(self.methods)

    @property
    def has_factor(self) -> bool:
        """Whether a second factor was proved, and not only skipped on a trusted device."""
        return not _FACTORS.isdisjoint(self.methods.split())

    def amr(self) -> list[str]:
        return _amr(self.methods)

    def acr(self) -> str:
        return ACR[self.strength] if self.methods else NO_FACTOR

    def is_recent(self, now: int, max_age: int) -> bool:
        # Clocks of nodes differ, so the authentication may seem to lie slightly in the future. If it lies further
        # ahead, a clock was set back and the age is unknown: not recent.
        return -CLOCK_SKEW <= now - self.auth_time < max_age


@lru_cache(64)
def strength_of(methods: str) -> Strength:
    """A mailed code is no second factor beside the password: mail is read on the device that has the password."""
    used = frozenset(methods.split())
    if BY_PASSKEY in used or (BY_SECURITY_KEY in used and used & _FIRST):
        return Strength.PHISHING_RESISTANT
    if used & _FIRST and used - _FIRST:
        return Strength.TWO_FACTORS
    return Strength.PASSWORD


@lru_cache(64)
def _amr(methods: str) -> list[str]:
    values = dict.fromkeys(value for name in methods.split() for value in _AMR[name])
    return [*values, "mfa"] if strength_of(methods) > Strength.PASSWORD else list(values)
