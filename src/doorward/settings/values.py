"""Parsers of setting values, given as text or TOML. Each raises ValueError with a message that says how to fix it."""

import ipaddress
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from msgspec import Struct

LOOPBACK: Final = "loopback"

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_UNITS: Final = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}
_MIN_SECRET_LENGTH: Final = 32
# Secrets published in repositories and tutorials.
_LEAKED_SECRETS: Final = frozenset(
    {
        "qmplus",
        "abcdefghijklmnopqrstuvwxyz",
        "3488a63e1765035d386f05409663f55c83bfae3b3c61a932744b20ad14244dcf",
        "09d25e094faa6ca2556c818166b7a9563b93f7099f6f0f4caa6cf63b88e8d3e7",
        "your-256-bit-secret",
        "a-string-secret-at-least-256-bits-long",
        "super-secret-jwt-token-with-at-least-32-characters-long",
        "your-super-secret-jwt-token-with-at-least-32-characters-long",
    }
)


def text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("must be text")
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise ValueError("must be UTF-8")  # How Python passes on other bytes of the environment.
    return value


def filled(value: Any) -> str:
    if not text(value).strip():
        raise ValueError("must not be empty")
    return str(value)


def path(value: Any) -> Path:
    return Path(filled(value))


def flag(value: Any) -> bool:
    words = {"true": True, "1": True, "on": True, "yes": True, "false": False, "0": False, "off": False, "no": False}
    try:
        return value if isinstance(value, bool) else words[text(value).lower()]
    except (KeyError, ValueError):
        raise ValueError("must be true or false") from None


def whole(low: int, high: int) -> Callable[[Any], int]:
    def parse(value: Any) -> int:
        try:
            number = int(value)
        except (TypeError, ValueError):
            number = low - 1
        if isinstance(value, (bool, float)) or not low <= number <= high:
            raise ValueError(f"must be a whole number from {low} to {high}")
        return number

    return parse


def one_of(*choices: str) -> Callable[[Any], str]:
    def parse(value: Any) -> str:
        if value not in choices:
            raise ValueError(f"must be one of {', '.join(choices)}")
        return str(value)

    return parse


class Duration(Struct, frozen=True):
    """Seconds, which are told in words where settings are shown."""

    low: int
    high: int

    def __call__(self, value: Any) -> int:
        match = re.fullmatch(r"(\d{1,12})([smhd]?)", str(value).strip())
        seconds = int(match[1]) * _UNITS[match[2]] if match and not isinstance(value, bool) else self.low - 1
        if not self.low <= seconds <= self.high:
            raise ValueError(f"must be a duration such as 30s, 15m, 12h or 14d, from {self.low} to {self.high} seconds")
        return seconds


def duration(low: int, high: int) -> Callable[[Any], int]:
    return Duration(low, high)


def items(value: Any) -> list[str]:
    given = value.split(",") if isinstance(value, str) else value
    if not isinstance(given, list) or not all(isinstance(item, str) for item in given):
        raise ValueError("must be a list")
    return [item.strip() for item in given if item.strip()]


def names(value: Any) -> tuple[str, ...]:
    return tuple(items(value))


def origins(value: Any) -> tuple[str, ...]:
    given = items(value)
    for origin in given:
        if origin != LOOPBACK and not _is_origin(origin):
            raise ValueError(
                f"has {origin!r}, which is not an origin such as https://admin.example.com, nor 'loopback'"
            )
    return tuple(origin.lower() for origin in given)


def _is_origin(value: str) -> bool:
    """Whether a browser sends it as `Origin`: browsers know no wildcards, and send no user and no slash."""
    parts = _url_parts(value)
    host = r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)"
    return parts is not None and re.fullmatch(rf"https?://{host}(:\d+)?", value, re.IGNORECASE) is not None


def picture_origins(value: Any) -> tuple[str, ...]:
    """Origins for a Content-Security-Policy, which has no way to escape a semicolon or a space."""
    given = items(value)
    for origin in given:
        if not re.fullmatch(r"https?://[a-z0-9.-]+(:\d{1,5})?", origin):
            raise ValueError(
                f"has {origin!r}, which is not an origin in lower case such as https://pictures.example.com"
            )
    return tuple(given)


def networks(value: Any) -> tuple[Network, ...]:
    try:
        return tuple(ipaddress.ip_network(item) for item in items(value))
    except ValueError as error:
        raise ValueError(f"must be a list of addresses or networks such as 10.0.0.0/8: {error}") from None


def secret(value: Any) -> str:
    given = text(value)
    if given.lower() in _LEAKED_SECRETS:
        raise ValueError(
            "is a value published in repositories or tutorials; generate one with: openssl rand -base64 48"
        )
    if len(given) < _MIN_SECRET_LENGTH or len(set(given)) < 12:
        raise ValueError("must be at least 32 random characters; generate one with: openssl rand -base64 48")
    return given


def database_url(value: Any) -> str:
    url = text(value)
    if not url.startswith(("sqlite:///", "postgresql://", "postgres://")):
        raise ValueError("must start with sqlite:/// or postgresql://")
    return url


def replica_url(value: Any) -> str:
    url = text(value)
    if url and not url.startswith(("postgresql://", "postgres://")):
        raise ValueError("must start with postgresql://")
    return url


def web_address(value: Any) -> str:
    """An address without a query; a path is allowed, for a service behind a proxy that serves others as well."""
    url = text(value).rstrip("/")
    if not url:
        return ""  # As if it were not set, which is what a Compose file makes of an empty variable.
    parts = _url_parts(url)
    if parts is None or parts.scheme not in ("http", "https") or re.search(r"[?#@\\\"'<>]", url):
        raise ValueError("must be an address such as https://login.example.com")
    return url


def smtp_url(value: Any) -> str:
    url = text(value)
    if not url:
        return ""
    parts = _url_parts(url)
    if parts is None or parts.scheme not in ("smtp", "smtps") or parts.path not in ("", "/") or re.search("[?#]", url):
        raise ValueError(
            "must be smtp://host:port or smtps://host:port, with user:password@ before the host if needed; write"
            " characters such as / ? # @ : in a password as %2F %3F %23 %40 %3A"
        )
    if bool(parts.username) != bool(parts.password):
        raise ValueError("must have both a user and a password, or neither")
    return url


def _url_parts(url: str) -> SplitResult | None:
    """None for a URL without a host, with an invalid port, or with characters that a URL can't have."""
    # Before `urlsplit`, which drops line breaks without a word.
    if not re.fullmatch(r"[!-~]+", url):
        return None
    try:
        parts = urlsplit(url)
        return parts if parts.hostname and parts.port != 0 else None
    except ValueError:  # Its message may quote the password.
        return None


_MAIL_ADDRESS: Final = re.compile(r"[^@\s,;:()\[\]\\\"]+@[^@\s,;:()\[\]\\\"]+")


def mail_sender(value: Any) -> str:
    """`Name <address>` or an address. Line breaks would start another header."""
    given = text(value).strip()
    if not given:
        return ""
    address = re.fullmatch(r"(?:[^<>\"]*<([^<>]+)>|([^<>]+))", given)
    # A comma or a colon outside a quoted name would begin another address or a group of them.
    if not given.isprintable() or not address or not _MAIL_ADDRESS.fullmatch(address[1] or address[2]):
        raise ValueError("must be an address such as login@example.com, or a name and an address: Login <login@...>")
    return given
