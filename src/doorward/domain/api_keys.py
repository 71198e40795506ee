"""API keys: their text, what they may do, and from where (docs/decisions/0038)."""

import hashlib
import zlib
from collections.abc import Callable, Iterable
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Any, Final

from msgspec import UNSET, Struct
from msgspec.structs import replace

from doorward.domain.access import ActingKey, narrowed
from doorward.domain.roles import permission_names
from doorward.domain.sign_in.strength import LEVELS
from doorward.domain.times import iso, iso_or_none, parse_moment
from doorward.domain.users import User
from doorward.domain.validation import checked, printable
from doorward.errors import Fault, InvalidToken, KeyTooWeak, PasswordChangeRequired

PREFIX: Final = "dwk_"
# Letters and digits alone: a double click selects the whole key, and secret scanners find it by a pattern.
_ALPHABET: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_RANDOM: Final = 32  # Characters, which are 190 bits.
_ENTROPY: Final = 32  # Bytes: so many more than needed that the remainder has no bias.
_BODY: Final = len(PREFIX) + _RANDOM
_LENGTH: Final = _BODY + 8
PATTERN: Final = f"{PREFIX}[0-9A-Za-z]{{{_RANDOM}}}[0-9a-f]{{8}}"
HINT: Final = 4

KEYS_MAX: Final = 100  # Of one owner.
NAME_MAX: Final = 100
PERMISSIONS_MAX: Final = 100
NETWORKS_MAX: Final = 32
NETWORK_MAX: Final = 49  # Characters: an IPv6 address with a prefix.


class KeyDigest(Struct, frozen=True):
    """What the database knows of a key's text."""

    # The first bits of the hash, as many as a number of JavaScript has. Keys are looked up by it, in batches as
    # sessions are. It does not help to guess the text.
    id: int
    hash: bytes


def new_text(entropy: Callable[[int], bytes]) -> str:
    number, characters = int.from_bytes(entropy(_ENTROPY)), []
    for _ in range(_RANDOM):
        number, place = divmod(number, len(_ALPHABET))
        characters.append(_ALPHABET[place])
    body = PREFIX + "".join(characters)
    return body + _checksum(body)


def _checksum(body: str) -> str:
    return f"{zlib.crc32(body.encode()):08x}"


def digest(text: str) -> KeyDigest:
    """Raises InvalidToken for a text that cannot be a key by its length, which bounds the work."""
    if len(text) != _LENGTH:
        raise InvalidToken
    # A plain hash is enough for 190 random bits.
    hashed = hashlib.sha256(text.encode()).digest()
    return KeyDigest((int.from_bytes(hashed[:8]) >> 11) or 1, hashed)


def is_well_formed(text: str) -> bool:
    """Tells a typing error, or the false hit of a scanner, without a read of the database."""
    return _checksum(text[:_BODY]) == text[_BODY:]


class ApiKey(Struct, frozen=True):
    """As stored, without the hash."""

    id: int
    user_id: int
    name: str
    hint: str
    permissions: str | None  # Names separated by single spaces; None gives all of the owner.
    networks: str
    strength: int
    expires_at: int | None
    created_at: int
    last_used_at: int | None
    last_address: str
    language: str  # Of the mail before it expires.

    def document(self, now: int) -> dict[str, Any]:
        """The key object, in the order of its wire type."""
        return {
            "id": self.id,
            "name": self.name,
            "hint": self.hint,
            "permissions": split_names(self.permissions),
            "networks": self.networks.split(),
            "createdAt": iso(self.created_at),
            "expiresAt": iso_or_none(self.expires_at),
            "expired": self.expires_at is not None and self.expires_at <= now,
            "lastUsedAt": iso_or_none(self.last_used_at),
            "lastAddress": self.last_address,
        }


class KeyDraft(Struct, frozen=True):
    """The fields of a new key."""

    name: str
    expires_at: int | None = None
    permissions: tuple[str, ...] | None = None
    networks: tuple[str, ...] = ()

    @classmethod
    def parse(cls, now: int, **given: Any) -> "KeyDraft":
        rules = _RULES | {"expires_at": lambda text: _expiry(text, now)}
        present = {name: UNSET if value is None else value for name, value in given.items()}
        return cls(**({"name": ""} | checked(present, rules)))


class KeyIdentity(Struct, frozen=True):
    """The owner of a key as its requests see them: with the permissions that key and owner have in common, and without
    roles unless the key has all permissions, because applications decide by the names of roles."""

    user: User
    key: ActingKey
    blocked: str  # Why it gives no rights: `password`, the name of a strength, or nothing.

    def withheld(self) -> Fault | None:
        """A new one for each request: a fault that was raised keeps the frames that it passed."""
        if not self.blocked:
            return None
        return PasswordChangeRequired() if self.blocked == _PASSWORD else KeyTooWeak(self.blocked)


_PASSWORD: Final = "mustChangePassword"  # noqa: S105  (a reason)


def identity(
    owner: User, key_id: int, name: str, permissions: str | None, networks: str, strength: int, expires_at: int | None
) -> KeyIdentity:
    """The columns of the key as they are stored."""
    named, created_by, required = split_names(permissions), LEVELS[strength], owner.required_strength
    blocked = _PASSWORD if owner.must_change_password else required.wire if created_by < required else ""
    acting = ActingKey(key_id, name, named, tuple(networks.split()), expires_at, created_by)
    user = replace(
        owner,
        permissions=() if blocked else narrowed(owner.permissions, named),
        roles=owner.roles if named is None and not blocked else (),
    )
    return KeyIdentity(user, acting, blocked)


def split_names(permissions: str | None) -> tuple[str, ...] | None:
    return None if permissions is None else tuple(permissions.split())


@lru_cache(4096)
def is_within(address: str, networks: tuple[str, ...]) -> bool:
    try:
        client = ip_address(address.partition("%")[0])
    except ValueError:
        return False  # A Unix socket has no address.
    return any(client in ip_network(network) for network in networks)


def are_within(networks: Iterable[str], wider: Iterable[str]) -> bool:
    """Whether each of the networks is part of one of the wider ones."""
    outer = [ip_network(network) for network in wider]
    return all(any(_is_part(ip_network(network), each) for each in outer) for network in networks)


def _is_part(network: Any, of: Any) -> bool:
    return network.version == of.version and bool(network.subnet_of(of))


def key_name(text: str) -> str:
    return printable(text, NAME_MAX, spaces=True)


def _permissions(names: list[str]) -> tuple[str, ...]:
    if len(names) > PERMISSIONS_MAX:
        raise ValueError(f"must have at most {PERMISSIONS_MAX} entries")
    return permission_names(names)


def _networks(given: list[str]) -> tuple[str, ...]:
    if len(given) > NETWORKS_MAX:
        raise ValueError(f"must have at most {NETWORKS_MAX} entries")
    return tuple(dict.fromkeys(_network(text) for text in given))


def _network(text: str) -> str:
    try:
        if len(text) > NETWORK_MAX or "%" in text:
            raise ValueError
        network = ip_network(text.strip())
    except ValueError:
        raise ValueError(f"has {text[:NETWORK_MAX]!r}, which is not a network such as 192.0.2.0/24") from None
    mapped = getattr(network.network_address, "ipv4_mapped", None)
    # Requests from such an address appear as IPv4.
    return f"{mapped}/{network.prefixlen - 96}" if mapped is not None else str(network)


def _expiry(text: str, now: int) -> int:
    moment = parse_moment(text)
    if moment <= now:
        raise ValueError("must be in the future")
    return moment


_RULES: Final[dict[str, Callable[[Any], Any]]] = {
    "name": key_name,
    "permissions": _permissions,
    "networks": _networks,
}
