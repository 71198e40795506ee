"""Names of devices, from the User-Agent header."""

import re
from functools import lru_cache
from typing import Final

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
_PRODUCT: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}")


@lru_cache(1024)
def device_name(user_agent: str) -> str:
    """`Firefox on Windows`, or `curl`; empty when the header has no recognisable name."""
    browser, system = _first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent)
    if browser and system:
        return f"{browser} on {system}"
    if browser or system:
        return browser or system
    # Programs put their own name first.
    product = _PRODUCT.match(user_agent.partition("/")[0])
    return product[0] if product else ""


def _first(names: tuple[tuple[str, tuple[str, ...]], ...], text: str) -> str:
    return next((name for name, marks in names if any(mark in text for mark in marks)), "")
