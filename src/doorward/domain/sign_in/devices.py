"""Devices from which users sign in, and their names from the User-Agent header."""

import re
from functools import lru_cache
from typing import Final

from msgspec import Struct

# Of one user; a further one takes the place of the least recently used one.
MOST_DEVICES: Final = 20
# A browser holds one for each user who signs in with it.
MOST_SECRETS: Final = 5
KEPT_FOR: Final = 365 * 86_400_000  # Milliseconds since the last sign-in.
# Longest text of secrets that a client sends, and their form in it: separated by dots.
SECRETS_MAX: Final = 512
_SECRET: Final = re.compile(r"dwd_[A-Za-z0-9_-]{43}")

# In this order: the user agent of most browsers also contains the marks of later ones.
_BROWSERS: Final = (
    ("Edge", ("Edg/", "EdgA/", "EdgiOS/", "Edge/")),
    ("Opera", ("OPR/", "Opera")),
    ("Vivaldi", ("Vivaldi/",)),
    ("Samsung Internet", ("SamsungBrowser/",)),
    ("Firefox", ("Firefox/", "FxiOS/")),
    ("Chromium", ("Chromium/",)),
    ("Chrome", ("Chrome/", "CriOS/")),
    ("Safari", ("Safari/",)),
)
_SYSTEMS: Final = (
    ("iPhone", ("iPhone",)),
    ("iPad", ("iPad",)),
    ("Android", ("Android",)),
    ("Windows", ("Windows",)),
    ("ChromeOS", ("CrOS",)),
    ("macOS", ("Mac OS X", "Macintosh")),
    ("Linux", ("Linux", "X11")),
)
# The name of a browser and its system, by the language of a mail. The API names them in English.
_BOTH: Final = {"en": "{browser} on {system}", "zh": "{system} 上的 {browser}"}
_PRODUCT: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}")


class Device(Struct, frozen=True):
    """A device as users see it."""

    id: int
    secret_hash: bytes
    name: str  # Empty when the client does not say.
    address: str  # Of the last sign-in.
    trusted_until: int  # 0 unless it was trusted.
    created_at: int
    last_used_at: int


def secrets_in(text: str) -> list[str]:
    """The secrets that a client sent; what has another form is left out."""
    return [secret for secret in text[:SECRETS_MAX].split(".") if _SECRET.fullmatch(secret)][:MOST_SECRETS]


def joined_secrets(new: str, text: str) -> str:
    """What a browser keeps from now on: the new secret, if any, and those that it has sent."""
    kept = dict.fromkeys([new, *secrets_in(text)] if new else secrets_in(text))
    return ".".join(list(kept)[:MOST_SECRETS])


@lru_cache(1024)
def device_name(user_agent: str, language: str = "en") -> str:
    """`Firefox on Windows`, or `curl`; empty when the header has no recognisable name."""
    browser, system = _first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent)
    if browser and system:
        return _BOTH[language].format(browser=browser, system=system)
    if browser or system:
        return browser or system
    # Programs put their own name first.
    product = _PRODUCT.match(user_agent.partition("/")[0])
    return product[0] if product else ""


def _first(names: tuple[tuple[str, tuple[str, ...]], ...], text: str) -> str:
    return next((name for name, marks in names if any(mark in text for mark in marks)), "")
