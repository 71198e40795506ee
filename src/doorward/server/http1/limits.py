"""How many connections there may be, in all and from one network."""

import contextlib
from collections import Counter, defaultdict
from collections.abc import Iterable
from heapq import nsmallest
from ipaddress import ip_address
from operator import attrgetter
from typing import Final, NamedTuple, Protocol, TypeVar

from doorward.domain.sign_in.throttle import networks_of
from doorward.settings import Settings
from doorward.settings.values import Network

_MOST_FILES: Final = 65_536
# Descriptors other than client connections: database, logs, libraries.
_OTHER_FILES: Final = 256
_MOST_OF_A_NETWORK: Final = 4096


class Limits(NamedTuple):
    """Of one worker, since each has its own descriptors."""

    in_all: int
    per_network: int
    # Seconds for which a client may leave a response unread.
    write_timeout: int
    proxies: tuple[Network, ...] = ()

    @property
    def room(self) -> int:
        """Connections above which the largest networks make room for others."""
        return self.in_all - self.in_all // 8


class Counted(Protocol):
    @property
    def network(self) -> str | None:
        """None for a trusted proxy, which stands for many clients."""

    @property
    def heard(self) -> float:
        """When the client last sent something."""


_Counted = TypeVar("_Counted", bound=Counted)


def limits(settings: Settings) -> Limits:
    """From the settings, within the limit of descriptors."""
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = _MOST_FILES if soft == resource.RLIM_INFINITY else min(soft, _MOST_FILES)
    possible = max(files - _OTHER_FILES, 1)
    in_all = min(settings.connections or possible, possible)
    # By default half, so that one network can never use up all.
    per_network = settings.connections_per_network or min(in_all // 2, _MOST_OF_A_NETWORK)
    return Limits(in_all, max(min(per_network, in_all), 1), settings.write_timeout, settings.trusted_proxies)


def raise_file_limit() -> None:
    """As far as the system allows: each connection is a descriptor, and programs often start with 1,024."""
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def counted_network(address: str, proxies: tuple[Network, ...]) -> str | None:
    """The network that a connection counts for; None for a trusted proxy."""
    plain = ip_address(address.partition("%")[0])
    plain = getattr(plain, "ipv4_mapped", None) or plain
    if any(plain in proxy for proxy in proxies):
        return None
    # The widest one: a customer with a /48 of IPv6 has 65,536 narrower ones to spread connections over.
    return networks_of(str(plain))[-1]


def beyond_limits(connections: Iterable[_Counted], limits: Limits) -> list[_Counted]:
    """The connections to close: of each network those that have been silent for longest.

    While all together come close to the limit, at which new ones are refused, the largest networks make room.
    """
    networks: defaultdict[str, list[_Counted]] = defaultdict(list)
    room = limits.room
    for connection in connections:
        if connection.network is None:
            room -= 1
        else:
            networks[connection.network].append(connection)
    sizes = Counter(len(held) for held in networks.values())
    level = limits.per_network
    while level > 1 and sum(min(size, level) * count for size, count in sizes.items()) > room:
        level = level * 7 // 8
    found: list[_Counted] = []
    for held in networks.values():
        if len(held) > level:
            found += nsmallest(len(held) - level, held, key=attrgetter("heard"))
    return found
