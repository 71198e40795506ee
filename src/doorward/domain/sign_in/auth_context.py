"""How and when the user of a session authenticated: the claims `amr`, `acr` and `auth_time` of its tokens."""

from functools import lru_cache
from typing import Final

from msgspec import Struct

from doorward.domain.sign_in.sessions import CLOCK_SKEW

# The methods as sessions store them, with their values of RFC 8176. A mailed code has a name of its own there: it is a
# one-time password like others, and weaker than one from a device.
BY_PASSWORD: Final = "pwd"  # noqa: S105  (the name of a method)
BY_EMAIL_CODE: Final = "email"
_AMR: Final = {BY_PASSWORD: "pwd", BY_EMAIL_CODE: "otp"}

# Values of `acr`: how much the authentication proved.
NO_FACTOR: Final = "urn:doorward:acr:none"
ONE_FACTOR: Final = "urn:doorward:acr:1fa"


class AuthContext(Struct, frozen=True):
    methods: str  # As stored: names separated by single spaces; empty for a session that an operator opened.
    auth_time: int  # Of the last authentication, in milliseconds.

    def amr(self) -> list[str]:
        return _amr(self.methods)

    def acr(self) -> str:
        return ONE_FACTOR if self.methods else NO_FACTOR

    def is_recent(self, now: int, max_age: int) -> bool:
        # Clocks of nodes differ, so the authentication may seem to lie slightly in the future. If it lies further
        # ahead, a clock was set back and the age is unknown: not recent.
        return -CLOCK_SKEW <= now - self.auth_time < max_age


@lru_cache(64)
def _amr(methods: str) -> list[str]:
    return list(dict.fromkeys(_AMR[name] for name in methods.split()))
