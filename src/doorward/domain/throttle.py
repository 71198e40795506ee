"""How failed sign-ins are slowed down, and under which names they are counted."""

import hashlib
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Final

from msgspec import Struct

from doorward.domain.users import fold

# What a count is forgotten after grows with it, so that whoever waits for it to be forgotten gains nothing over
# a hundred guesses in thirty days (NIST SP 800-63B-4), and a single slip costs the database a row for hours only.
MEMORY_OF_ONE: Final = 30 * 86_400_000 // 100
KNOWN_FOR: Final = 30 * 86_400_000
WINDOW: Final = 900_000
_FIRST_PAUSE: Final = 1_000
_DOUBLINGS: Final = 30


class Rule(Struct, frozen=True):
    """How failures under one kind of name are answered."""

    policy: str
    quota: int  # Failures that are free; 0 sets no limit.
    window: int
    memory: int  # How long each counted failure keeps the count from being forgotten.
    pause: Callable[[int, int], int]  # For how long the name is blocked after so many failures, at this moment.


def pair_rule(quota: int, longest_pause: int, lock_at: int) -> Rule:
    """An account from one network: a pause of a second, two, four and so on; in the end a lock."""

    def pause(failures: int, now: int) -> int:
        if lock_at and failures >= lock_at:
            return failures * MEMORY_OF_ONE
        if not quota or failures < quota:
            return 0
        return min(longest_pause, _FIRST_PAUSE << min(failures - quota, _DOUBLINGS))

    return Rule("login", quota, longest_pause, MEMORY_OF_ONE, pause)


def account_rule(quota: int) -> Rule:
    """An account from all networks in which it is not at home: nothing, and then a lock."""

    def pause(failures: int, now: int) -> int:
        return failures * MEMORY_OF_ONE if quota and failures >= quota else 0

    return Rule("login-account", quota, KNOWN_FOR, MEMORY_OF_ONE, pause)


def network_rule(quota: int) -> Rule:
    """A network, whatever the account: a block until its window ends."""

    def pause(failures: int, now: int) -> int:
        return WINDOW - now % WINDOW if quota and failures >= quota else 0

    return Rule("login-network", quota, WINDOW, WINDOW, pause)


class Attempt(Struct, frozen=True):
    """The three names under which one sign-in is counted."""

    pair: str
    account: str
    network: str

    @classmethod
    def of(cls, username: str, address: str, now: int) -> "Attempt":
        account, network = fold(username), network_of(address)
        return cls(
            _digest("pair", network, account),
            account_key(username),
            _digest("network", network, str(now // WINDOW)),
        )


def account_key(username: str) -> str:
    return _digest("account", fold(username))


@lru_cache(4096)
def network_of(address: str) -> str:
    """What one customer of a provider holds: an IPv4 address, or a /64 of IPv6."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address  # A socket without addresses: all of it is one source.
    if not isinstance(ip, IPv6Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(IPv6Address(int(ip) >> 64 << 64))


def _digest(*parts: str) -> str:
    # People type passwords into the field for the name; and a name may be as long as a request.
    return hashlib.blake2b("\0".join(parts).encode(), digest_size=16).hexdigest()
