"""Rules that slow down failed sign-ins, and the names under which these are counted."""

from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Final

from msgspec import Struct

from doorward.domain.users import User, fold

# Milliseconds that each failure adds to the time for which its count is kept. Waiting for a count to expire then allows
# at most a hundred guesses in thirty days (NIST SP 800-63B-4), while a single failure keeps its row for hours only.
MEMORY_OF_ONE: Final = 30 * 86_400_000 // 100
KNOWN_FOR: Final = 30 * 86_400_000
WINDOW: Final = 900_000
# IPv6 networks are counted as /64, /56 and /48. A /64 is one link; a customer gets up to a /48, which has 65,536 of
# them, but some providers assign a /64 to each customer. So the wider networks have larger limits, by these factors.
_PREFIXES: Final = (64, 56, 48)
WIDER: Final = (1, 4, 16)
_FIRST_PAUSE: Final = 1_000
_DOUBLINGS: Final = 30


class Rule(Struct, frozen=True):
    """The limit on failures under one kind of name."""

    policy: str
    quota: int  # Failures before the first pause; 0 sets no limit.
    window: int
    memory: int  # For how long each failure keeps the count.
    pause: Callable[[int, int], int]  # (failures, now): for how long the name is blocked.


def pair_rule(quota: int, longest_pause: int, lock_at: int) -> Rule:
    """One account from one network: a pause that starts at a second and doubles, and finally a lock."""

    def pause(failures: int, now: int) -> int:
        if lock_at and failures >= lock_at:
            return failures * MEMORY_OF_ONE
        if not quota or failures < quota:
            return 0
        return min(longest_pause, _FIRST_PAUSE << min(failures - quota, _DOUBLINGS))

    return Rule("login", quota, longest_pause, MEMORY_OF_ONE, pause)


def account_rule(quota: int) -> Rule:
    """One account from all networks without a recent sign-in: no pause, and finally a lock."""

    def pause(failures: int, now: int) -> int:
        return failures * MEMORY_OF_ONE if quota and failures >= quota else 0

    return Rule("login-account", quota, KNOWN_FOR, MEMORY_OF_ONE, pause)


def network_rule(quota: int) -> Rule:
    """One network, for all accounts: blocked until the end of the window."""

    def pause(failures: int, now: int) -> int:
        return WINDOW - now % WINDOW if quota and failures >= quota else 0

    return Rule("login-network", quota, WINDOW, WINDOW, pause)


# A keyed hash. Names are hashed, because they may be as long as a request, and keyed, because users type passwords into
# the username field: from a plain hash a reader of the database could guess them.
Fingerprint = Callable[..., bytes]
_DIGEST_BYTES: Final = 16


class Attempt(Struct, frozen=True):
    """The names under which one sign-in is counted."""

    pair: str
    account: str
    networks: tuple[str, ...]  # In the order of `sources`.
    sources: tuple[str, ...]  # The networks of the address, see `networks_of`.

    @classmethod
    def of(cls, username: str, address: str, now: int, fingerprint: Fingerprint) -> "Attempt":
        account, sources = account_key(username, fingerprint), networks_of(address)
        window = str(now // WINDOW)
        return cls(
            _digest(fingerprint, "pair", sources[0], account),
            account,
            tuple(_digest(fingerprint, "network", source, window) for source in sources),
            sources,
        )


def account_key(username: str, fingerprint: Fingerprint) -> str:
    return _digest(fingerprint, "account", fold(username))


def code_account(user_id: int) -> str:
    """The name that codes of second factors are counted under. No username contains a control character."""
    return f"\x1fcode {user_id}"


def mailed_code_account(key: str | int) -> str:
    """As `code_account`, for mailed codes: of a user, or of the `account_key` of what was typed."""
    return f"\x1femail_code {key}"


def accounts_of(user: User, fingerprint: Fingerprint) -> list[str]:
    """Every name under which guesses at the account of a user are counted."""
    identifiers = [user.username, user.email] if user.email else [user.username]
    mailed: list[str | int] = [user.id, *(account_key(identifier, fingerprint) for identifier in identifiers)]
    return [user.username, code_account(user.id), *map(mailed_code_account, mailed)]


def key_networks(address: str, now: int, fingerprint: Fingerprint) -> tuple[str, ...]:
    """The names under which failed sign-ins by a key are counted, in the order of `networks_of`."""
    window = str(now // WINDOW)
    return tuple(_digest(fingerprint, "key network", source, window) for source in networks_of(address))


def network_of(address: str) -> str:
    """The smallest network that a provider assigns to one customer: an IPv4 address, or a /64 of IPv6."""
    return networks_of(address)[0]


@lru_cache(4096)
def networks_of(address: str) -> tuple[str, ...]:
    """The networks to count an address under, narrowest first: one for IPv4, a /64, a /56 and a /48 for IPv6."""
    try:
        ip = ip_address(address)
    except ValueError:
        return (address,)  # A Unix socket has no addresses: all its requests are one source.
    if not isinstance(ip, IPv6Address):
        return (str(ip),)
    if ip.ipv4_mapped is not None:
        return (str(ip.ipv4_mapped),)
    return tuple(f"{IPv6Address(int(ip) >> 128 - bits << 128 - bits)}/{bits}" for bits in _PREFIXES)


def _digest(fingerprint: Fingerprint, *parts: str) -> str:
    return fingerprint(*parts)[:_DIGEST_BYTES].hex()
