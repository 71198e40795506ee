"""Reads the Cookie header, and writes Set-Cookie."""

import re
from typing import Final, Literal

from msgspec import Struct

# RFC 6265, section 4.1.1. The quotes around a value are no part of it.
_NAME: Final = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
_VALUE: Final = "[!#-+.-:<-\\[\\]-~-]*"
_PAIR: Final = re.compile(rf' *({_NAME})=("?)({_VALUE})\2 *')
_MAX_COOKIES: Final = 64


def parse_cookies(header: bytes) -> dict[str, str]:
    """Values by name. Skips what is malformed, and keeps the first of several with one name: the most specific."""
    cookies: dict[str, str] = {}
    for pair in header.decode("latin-1").split(";", _MAX_COOKIES)[:_MAX_COOKIES]:
        if match := _PAIR.fullmatch(pair):
            cookies.setdefault(match[1], match[3])
    return cookies


class Cookie(Struct, frozen=True):
    """A cookie of this host: there is no Domain, so that no subdomain receives it."""

    name: str
    value: str
    # Seconds. None keeps it until the browser closes, 0 deletes it.
    max_age: int | None = None
    path: str = "/"
    http_only: bool = True
    secure: bool = True
    same_site: Literal["Strict", "Lax", "None"] = "Lax"

    def __post_init__(self) -> None:
        if not re.fullmatch(_NAME, self.name) or not re.fullmatch(_VALUE, self.value):
            raise ValueError("a cookie's name or value has a character that is not allowed")
        if not re.fullmatch("/[!-:<-~]*", self.path):
            raise ValueError("a cookie's path must be absolute")
        # Browsers compare the prefixes without regard to case.
        name = self.name.lower()
        if not self.secure and (name.startswith(("__host-", "__secure-")) or self.same_site == "None"):
            raise ValueError("browsers reject this cookie unless it is secure")
        if name.startswith("__host-") and self.path != "/":
            raise ValueError("browsers reject a __Host- cookie whose path is not /")

    def header(self) -> tuple[bytes, bytes]:
        parts = [f"{self.name}={self.value}", f"Path={self.path}", f"SameSite={self.same_site}"]
        if self.max_age is not None:
            parts.append(f"Max-Age={self.max_age}")
        if self.http_only:
            parts.append("HttpOnly")
        if self.secure:
            parts.append("Secure")
        return b"set-cookie", "; ".join(parts).encode()
