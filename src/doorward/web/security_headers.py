"""Security headers of pages, and HSTS."""

from typing import Final

from doorward.settings.values import Network
from doorward.web.client_address import is_trusted
from doorward.web.messages import Header, Scope

# Two years, as the preload list recommends. Without includeSubDomains: other services may run on subdomains.
_HSTS: Final[Header] = (b"strict-transport-security", b"max-age=63072000")


def page_headers(policy: bytes, referrer: bytes = b"no-referrer") -> tuple[Header, ...]:
    """For pages that a browser shows. `policy`: the Content-Security-Policy; `referrer`: the Referrer-Policy."""
    return (
        (b"server", b"doorward"),
        (b"content-security-policy", policy),
        (b"x-content-type-options", b"nosniff"),
        (b"x-frame-options", b"DENY"),
        (b"referrer-policy", referrer),
        (b"cross-origin-opener-policy", b"same-origin"),
    )


def add_hsts(scope: Scope, request: dict[bytes, bytes], trusted: tuple[Network, ...], headers: list[Header]) -> None:
    """Adds HSTS to responses over TLS. Browsers ignore it over plain HTTP."""
    if scope["scheme"] == "https" or (
        trusted and request.get(b"x-forwarded-proto") == b"https" and is_trusted(scope, trusted)
    ):
        headers.append(_HSTS)
