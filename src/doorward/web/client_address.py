"""The address of the client, behind trusted proxies too."""

from functools import lru_cache
from ipaddress import ip_address

from doorward.settings.values import Network
from doorward.web.messages import Scope


def client_address(scope: Scope, trusted: tuple[Network, ...]) -> str:
    """The peer, or behind trusted proxies the last address in X-Forwarded-For that is not one of them."""
    client = scope.get("client")
    peer = client[0] if client else ""
    if not trusted or not _within(peer, trusted):
        return _plain(peer)
    forwarded = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for").decode("latin-1")
    for candidate in reversed(forwarded.split(",")):
        candidate = candidate.strip()
        if not candidate:
            continue
        if not _is_address(candidate):
            break
        peer = candidate
        if not _within(candidate, trusted):
            break
    return _plain(peer)


def is_trusted(scope: Scope, trusted: tuple[Network, ...]) -> bool:
    """Whether the peer is a proxy whose headers are believed."""
    client = scope.get("client")
    return client is not None and _within(client[0], trusted)


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def _within(text: str, networks: tuple[Network, ...]) -> bool:
    try:
        address = ip_address(_plain(text))
    except ValueError:
        return False
    return any(address in network for network in networks)


@lru_cache(4096)
def _plain(text: str) -> str:
    """Converts an IPv4-mapped IPv6 address, in any spelling, so that a client has one address."""
    if not text.startswith(("::", "0")):
        return text
    try:
        mapped = getattr(ip_address(text), "ipv4_mapped", None)
    except ValueError:
        return text
    return text if mapped is None else str(mapped)
