"""A name that people recognise, from what a browser says of itself."""

import re
from functools import lru_cache
from typing import Final

# In this order: most browsers also claim to be those that come later.
_BROWSERS: Final = (
    (re.compile(r"Edg(e|A|iOS)?/"), "Edge"),
    (re.compile(r"OPR/|Opera"), "Opera"),
    (re.compile(r"Vivaldi/"), "Vivaldi"),
    (re.compile(r"SamsungBrowser/"), "Samsung Internet"),
    (re.compile(r"Firefox/|FxiOS/"), "Firefox"),
    (re.compile(r"Chromium/"), "Chromium"),
    (re.compile(r"Chrome/|CriOS/"), "Chrome"),
    (re.compile(r"Version/\S+.* Safari/"), "Safari"),
)
_SYSTEMS: Final = (
    (re.compile(r"iPhone"), "iPhone"),
    (re.compile(r"iPad"), "iPad"),
    (re.compile(r"Android"), "Android"),
    (re.compile(r"Windows"), "Windows"),
    (re.compile(r"CrOS"), "ChromeOS"),
    (re.compile(r"Mac OS X|Macintosh"), "macOS"),
    (re.compile(r"Linux|X11"), "Linux"),
)
_PRODUCT: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}")


@lru_cache(1024)
def device_name(user_agent: str) -> str:
    """`Firefox on Windows`, or `curl`; empty when there is nothing to go by."""
    browser = next((name for pattern, name in _BROWSERS if pattern.search(user_agent)), "")
    system = next((name for pattern, name in _SYSTEMS if pattern.search(user_agent)), "")
    if browser and system:
        return f"{browser} on {system}"
    if browser or system:
        return browser or system
    # Programs put their own name first.
    product = _PRODUCT.match(user_agent.partition("/")[0])
    return product[0] if product else ""
