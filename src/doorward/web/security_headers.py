"""Response headers that keep browsers from doing more with an answer than was meant; all of them come from here."""

from typing import Final

from doorward.settings.values import Network
from doorward.web.clients import is_trusted
from doorward.web.messages import Header, Scope

# Two years, as the lists that browsers ship ask for. Subdomains are somebody else's to decide.
_HSTS: Final[Header] = (b"strict-transport-security", b"max-age=63072000")


def page_headers(policy: bytes) -> tuple[Header, ...]:
    """For what a browser shows: `policy` says what the page may load and run."""
    return (
        (b"server", b"doorward"),
        (b"content-security-policy", policy),
        (b"x-content-type-options", b"nosniff"),
        (b"x-frame-options", b"DENY"),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-opener-policy", b"same-origin"),
    )


def promise_tls(scope: Scope, request: dict[bytes, bytes], trusted: tuple[Network, ...], headers: list[Header]) -> None:
    """Tells browsers that came over TLS to come back over nothing else. Said without TLS it would mean nothing."""
    if scope["scheme"] == "https" or (
        trusted and request.get(b"x-forwarded-proto") == b"https" and is_trusted(scope, trusted)
    ):
        headers.append(_HSTS)
