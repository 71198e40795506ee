"""Password hashes of other systems: stored as imported, and verified until the first sign-in replaces them.

Each scheme is a pattern of the stored text, an estimate of what one verification costs, and a function that verifies.
Keycloak and Firebase keep their parameters apart from the hash; importing writes them into one text, see `pbkdf2_text`
and `firebase_text`. The libraries are imported by the hashing threads, on the first hash of their kind.
"""

import base64
import binascii
import hashlib
import hmac
import re
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from doorward.crypto.passwords import foreign_cost as costs
from doorward.crypto.passwords.argon2 import b64
from doorward.crypto.passwords.foreign_cost import MEBIBYTE, MOST_MEMORY, MOST_SECONDS, Cost

_MOST_CHARACTERS: Final = 1024
_BCRYPT_BYTES: Final = 72


class _Scheme(Struct, frozen=True):
    name: str
    pattern: re.Pattern[str]
    # None for parameters that no implementation accepts.
    cost: Callable[[re.Match[str]], Cost | None]
    verify: Callable[[re.Match[str], bytes], bool]
    # Groups of the pattern that are base64.
    encoded: tuple[str, ...] = ()


def check(stored: str) -> str:
    """The name of the scheme; a ValueError says why a hash can't be used."""
    if len(stored) > _MOST_CHARACTERS:
        raise ValueError(f"must be at most {_MOST_CHARACTERS} characters long")
    scheme, match = _find(stored)
    if scheme is None or match is None:
        raise ValueError("is not a password hash of a kind that can be verified here")
    cost = scheme.cost(match)
    if cost is None:
        raise ValueError(f"has parameters that {scheme.name} does not have ({_parameters(match)})")
    if cost.seconds > MOST_SECONDS or cost.memory > MOST_MEMORY:
        raise ValueError(
            f"asks for more time or memory than one sign-in may take: {scheme.name} ({_parameters(match)}) takes about"
            f" {cost.seconds:.1f} s and {cost.memory / MEBIBYTE:.0f} MiB, the limits are {MOST_SECONDS} s and"
            f" {MOST_MEMORY // MEBIBYTE} MiB; leave it out, and the user gets a new password"
        )
    for part in scheme.encoded:
        _decode(match[part])
    return scheme.name


def verify(password: str, stored: str) -> bool:
    """False also for a damaged hash."""
    scheme, match = _find(stored)
    if scheme is None or match is None:
        return False
    try:
        # Without Unicode normalisation: other systems do not apply it.
        return scheme.verify(match, password.encode())
    except ValueError:
        return False


def _find(stored: str) -> tuple[_Scheme, re.Match[str]] | tuple[None, None]:
    for scheme in _SCHEMES:
        if match := scheme.pattern.fullmatch(stored):
            return scheme, match
    return None, None


def _parameters(match: re.Match[str]) -> str:
    shown = {"cost": "cost", "rounds": "iterations", "m": "m", "t": "t", "n": "N", "r": "r", "p": "p"}
    found = match.groupdict()
    return ", ".join(f"{name} {found[group]}" for group, name in shown.items() if found.get(group))


def pbkdf2_text(digest: str, iterations: int, salt: bytes, key: bytes) -> str:
    """The stored text of a PBKDF2 hash whose parts are given separately, as by Keycloak."""
    return f"$pbkdf2-{digest}$i={iterations}${b64(salt)}${b64(key)}"


def firebase_text(salt: str, key: str, *, signer: str, separator: str, rounds: int, memory: int) -> str:
    """The stored text of a Firebase scrypt hash, including the parameters of its project."""
    parts = (b64(_decode(part)) for part in (separator, signer, salt, key))
    return f"$firebase-scrypt$r={rounds},m={memory}$" + "$".join(parts)


def _bcrypt(match: re.Match[str], password: bytes) -> bool:
    import bcrypt

    # bcrypt uses the first 72 bytes only; this library raises on more instead of ignoring them.
    return bcrypt.checkpw(password[:_BCRYPT_BYTES], match["hash"].encode())


def _bcrypt_sha256(match: re.Match[str], password: bytes) -> bool:
    return _bcrypt(match, hashlib.sha256(password).hexdigest().encode())


def _argon2(match: re.Match[str], password: bytes) -> bool:
    import argon2.exceptions
    import argon2.low_level

    kind = {"i": argon2.low_level.Type.I, "d": argon2.low_level.Type.D, "id": argon2.low_level.Type.ID}[match["kind"]]
    try:
        return argon2.low_level.verify_secret(match["hash"].encode(), password, kind)
    except argon2.exceptions.Argon2Error:
        return False


def _pbkdf2(match: re.Match[str], password: bytes, salt: bytes, expected: bytes) -> bool:
    found = hashlib.pbkdf2_hmac(match["digest"], password, salt, int(match["rounds"]), len(expected))
    return hmac.compare_digest(found, expected)


def _pbkdf2_django(match: re.Match[str], password: bytes) -> bool:
    return _pbkdf2(match, password, match["salt"].encode(), _decode(match["key"]))


def _pbkdf2_werkzeug(match: re.Match[str], password: bytes) -> bool:
    return _pbkdf2(match, password, match["salt"].encode(), bytes.fromhex(match["key"]))


def _pbkdf2_keycloak(match: re.Match[str], password: bytes) -> bool:
    return _pbkdf2(match, password, _decode(match["salt"]), _decode(match["key"]))


def _scrypt(match: re.Match[str], password: bytes, expected: bytes) -> bool:
    n, r, p = int(match["n"]), int(match["r"]), int(match["p"])
    salt = match["salt"].encode()
    limit = 2 * MOST_MEMORY
    found = hashlib.scrypt(password, salt=salt, n=n, r=r, p=p, maxmem=limit, dklen=len(expected))
    return hmac.compare_digest(found, expected)


def _scrypt_werkzeug(match: re.Match[str], password: bytes) -> bool:
    return _scrypt(match, password, bytes.fromhex(match["key"]))


def _scrypt_django(match: re.Match[str], password: bytes) -> bool:
    return _scrypt(match, password, _decode(match["key"]))


def _scrypt_firebase(match: re.Match[str], password: bytes) -> bool:
    """Derives a key by scrypt and encrypts the project's signer key under it; the ciphertext is the hash."""
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    separator, signer, salt, expected = (_decode(match[part]) for part in ("separator", "signer", "salt", "key"))
    n, r = 1 << int(match["m"]), int(match["r"])
    derived = hashlib.scrypt(password, salt=salt + separator, n=n, r=r, p=1, maxmem=2 * MOST_MEMORY, dklen=32)
    encryptor = Cipher(algorithms.AES(derived), modes.CTR(bytes(16))).encryptor()
    return hmac.compare_digest(encryptor.update(signer) + encryptor.finalize(), expected)


def _sha_crypt(match: re.Match[str], password: bytes) -> bool:
    from passlib.handlers import sha2_crypt

    scheme = sha2_crypt.sha512_crypt if match["kind"] == "6" else sha2_crypt.sha256_crypt
    return bool(scheme.verify(password, match["hash"]))


_BCRYPT: Final = r"(?P<hash>\$2[abxy]\$(?P<cost>\d\d)\$[./A-Za-z0-9]{53})"
_B64: Final = r"[A-Za-z0-9+/]+={0,2}"

_SCHEMES: Final = (
    _Scheme("bcrypt", re.compile(rf"(?:bcrypt\$)?{_BCRYPT}"), costs.bcrypt, _bcrypt),
    _Scheme("bcrypt of sha256", re.compile(rf"bcrypt_sha256\${_BCRYPT}"), costs.bcrypt, _bcrypt_sha256),
    _Scheme(
        "argon2",
        re.compile(
            r"(?:argon2)?(?P<hash>\$argon2(?P<kind>id|i|d)\$(?:v=\d{1,3}\$)?"
            r"m=(?P<m>\d{1,9}),t=(?P<t>\d{1,9}),p=(?P<p>\d{1,3})\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+)"
        ),
        costs.argon2,
        _argon2,
    ),
    _Scheme(
        "pbkdf2 of Django",
        re.compile(rf"pbkdf2_(?P<digest>sha256|sha1)\$(?P<rounds>\d{{1,9}})\$(?P<salt>[^$]*)\$(?P<key>{_B64})"),
        costs.pbkdf2,
        _pbkdf2_django,
        ("key",),
    ),
    _Scheme(
        "pbkdf2 of Werkzeug",
        re.compile(
            r"pbkdf2:(?P<digest>sha1|sha256|sha512):(?P<rounds>\d{1,9})\$(?P<salt>[^$]*)\$(?P<key>(?:[0-9a-f]{2})+)"
        ),
        costs.pbkdf2_hex,
        _pbkdf2_werkzeug,
    ),
    _Scheme(
        "pbkdf2",
        re.compile(
            rf"\$pbkdf2-(?P<digest>sha1|sha256|sha512)\$i=(?P<rounds>\d{{1,9}})(?:,l=\d{{1,3}})?"
            rf"\$(?P<salt>{_B64})\$(?P<key>{_B64})"
        ),
        costs.pbkdf2,
        _pbkdf2_keycloak,
        ("salt", "key"),
    ),
    _Scheme(
        "scrypt of Werkzeug",
        re.compile(r"scrypt:(?P<n>\d{1,9}):(?P<r>\d{1,4}):(?P<p>\d{1,4})\$(?P<salt>[^$]*)\$(?P<key>(?:[0-9a-f]{2})+)"),
        costs.scrypt,
        _scrypt_werkzeug,
    ),
    _Scheme(
        "scrypt of Django",
        re.compile(rf"scrypt\$(?P<n>\d{{1,9}})\$(?P<salt>[^$]*)\$(?P<r>\d{{1,4}})\$(?P<p>\d{{1,4}})\$(?P<key>{_B64})"),
        costs.scrypt,
        _scrypt_django,
        ("key",),
    ),
    _Scheme(
        "scrypt of Firebase",
        re.compile(
            rf"\$firebase-scrypt\$r=(?P<r>\d{{1,2}}),m=(?P<m>\d{{1,2}})\$(?P<separator>{_B64})\$(?P<signer>{_B64})"
            rf"\$(?P<salt>{_B64})\$(?P<key>{_B64})"
        ),
        costs.firebase,
        _scrypt_firebase,
        ("separator", "signer", "salt", "key"),
    ),
    _Scheme(
        "sha-crypt",
        re.compile(r"(?P<hash>\$(?P<kind>[56])\$(?:rounds=(?P<rounds>\d{4,9})\$)?[^$:\n]{0,16}\$[./A-Za-z0-9]{43,86})"),
        costs.sha_crypt,
        _sha_crypt,
    ),
)


def _decode(text: str) -> bytes:
    """Decodes base64 with or without padding, standard or URL-safe."""
    plain = text.rstrip("=").translate(_FROM_URL)
    try:
        return base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except binascii.Error:
        raise ValueError("is not base64") from None


_FROM_URL: Final = str.maketrans("-_", "+/")
