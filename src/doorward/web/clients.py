"""Who is at the other end of the connection."""

from functools import lru_cache
from ipaddress import ip_address

from doorward.settings.values import Network
from doorward.web.messages import Scope


def client_address(scope: Scope, trusted: tuple[Network, ...]) -> str:
    """The peer, or, when that is a trusted proxy, the nearest address in X-Forwarded-For that is not one."""
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
    """Whether the peer itself is a proxy whose word counts."""
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
    """IPv4 written as IPv6 is the same client, in whichever of its spellings."""
    if not text.startswith(("::", "0")):
        return text
    try:
        mapped = getattr(ip_address(text), "ipv4_mapped", None)
    except ValueError:
        return text
    return text if mapped is None else str(mapped)
