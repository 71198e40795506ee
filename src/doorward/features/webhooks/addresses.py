"""Where webhooks may go: which addresses of the network, ports and schemes (docs/decisions/0039).

An administrator names the address, and the service connects from inside the network of its operator. Without these
rules, a webhook would reach databases, metadata services and consoles that trust that network.
"""

import ipaddress
import re
from typing import Final
from urllib.parse import urlsplit

from msgspec import Struct

from doorward.domain.text.hosts import dns_name

_URL_MAX: Final = 2048
# Ports below 1024 belong to other services than HTTP, which could be confused by a request.
_PORTS: Final = {"https": 443, "http": 80}
_UNPRIVILEGED: Final = 1024
# Only what a request line can carry. A URL with other characters must be percent-encoded.
_PRINTABLE: Final = re.compile(r"[!-~]+")
_HOST: Final = re.compile(r"[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?")

_V4: Final = tuple(
    map(
        ipaddress.IPv4Network,
        (
            "0.0.0.0/8",  # This network.
            "10.0.0.0/8",
            "100.64.0.0/10",  # Carrier-grade NAT; also metadata services.
            "127.0.0.0/8",
            "168.63.129.16/32",  # The metadata service of Azure, in public space.
            "169.254.0.0/16",  # Link-local; metadata services of most clouds.
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",  # 6to4 relays.
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",  # Multicast.
            "240.0.0.0/4",  # Reserved, and broadcast.
        ),
    )
)
# Global unicast. All else is special: loopback, IPv4-mapped, NAT64 (64:ff9b::/96), local, link-local, multicast.
_V6_GLOBAL: Final = ipaddress.IPv6Network("2000::/3")
_V6: Final = tuple(
    map(
        ipaddress.IPv6Network,
        (
            "2001::/23",  # Protocol assignments, Teredo among them, which carries an IPv4 address.
            "2001:db8::/32",
            "2002::/16",  # 6to4: carries an IPv4 address.
            "3fff::/20",
            "5f00::/16",
        ),
    )
)


class Target(Struct, frozen=True):
    """A URL in its parts."""

    text: str
    secure: bool
    host: str  # As DNS writes it; an IPv6 address without brackets.
    port: int
    path: str  # With the query.

    @property
    def authority(self) -> str:
        """The header `Host`."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == _PORTS["https" if self.secure else "http"] else f"{name}:{self.port}"


def parse_url(text: str, private: bool) -> Target:
    """Raises ValueError for a URL that webhooks cannot use. `private` as the setting says."""
    text = text.strip()
    if len(text) > _URL_MAX:
        raise ValueError(f"must have at most {_URL_MAX} characters")
    if not text.isprintable() or " " in text:
        raise ValueError("must not contain spaces or control characters")
    parts = urlsplit(text)
    if parts.scheme not in _PORTS or not parts.netloc:
        raise ValueError("must be an address such as https://example.com/events")
    if parts.scheme == "http" and not private:
        raise ValueError("must begin with https://; plain http is for DOORWARD_OUTBOUND_PRIVATE=true")
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise ValueError("must have no user, password or fragment")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if not _PRINTABLE.fullmatch(path):
        raise ValueError("must be percent-encoded: it has characters other than printable ASCII")
    secure = parts.scheme == "https"
    host, port = _host(parts.hostname or ""), _port(parts.port, _PORTS[parts.scheme])
    address = literal(host)
    if address is not None and not private and not is_public(address):
        raise ValueError(f"must not name a private or special address; {address} is one")
    target = Target("", secure, host, port, path)
    return Target(f"{parts.scheme}://{target.authority}{path}", secure, host, port, path)


def is_public(address: str) -> bool:
    """Whether anyone on the internet could reach the address. False for text that is no address."""
    try:
        # A scope such as %eth0 belongs to a link.
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(parsed, ipaddress.IPv4Address):
        return not any(parsed in network for network in _V4)
    return parsed in _V6_GLOBAL and not any(parsed in network for network in _V6)


def _host(given: str) -> str:
    if literal(given) is not None:
        return given
    host = dns_name(given)
    host = host.removesuffix(".")
    if not _HOST.fullmatch(host):
        raise ValueError("must name a host, such as example.com")
    return host


def literal(host: str) -> str | None:
    """The host in the usual form if it is an address of the network, and not a name."""
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        return None


def _port(given: int | None, default: int) -> int:
    port = given or default
    if port != default and port < _UNPRIVILEGED:
        raise ValueError(f"must use port {default} or one from {_UNPRIVILEGED} to 65535")
    return port
