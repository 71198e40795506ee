"""Password hashes of other systems: stored as imported, and verified until the first sign-in replaces them.

Each scheme is a pattern of the stored text, a bound on what one verification may cost, and a function that verifies.
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

from doorward.crypto.passwords.argon2 import b64

_MEBIBYTE: Final = 1 << 20
_MOST_MEMORY: Final = 256 * _MEBIBYTE
_MOST_PBKDF2: Final = 10_000_000
_MOST_SHA_ROUNDS: Final = 2_000_000
_BCRYPT_BYTES: Final = 72

Verify = Callable[[re.Match[str], bytes], bool]


def check(stored: str) -> str:
    """The name of the scheme; a ValueError says why a hash can't be used."""
    for name, pattern, cost, _ in _SCHEMES:
        match = pattern.fullmatch(stored)
        if match is None:
            continue
        if not cost(match):
            raise ValueError("asks for more time or memory than one sign-in may take")
        return name
    raise ValueError("is not a password hash of a kind that can be verified here")


def verify(password: str, stored: str) -> bool:
    for _, pattern, _, matches in _SCHEMES:
        match = pattern.fullmatch(stored)
        if match is not None:
            # Without Unicode normalisation: other systems do not apply it.
            return matches(match, password.encode())
    return False


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
    limit = 2 * _MOST_MEMORY
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
    derived = hashlib.scrypt(password, salt=salt + separator, n=n, r=r, p=1, maxmem=2 * _MOST_MEMORY, dklen=32)
    encryptor = Cipher(algorithms.AES(derived), modes.CTR(bytes(16))).encryptor()
    return hmac.compare_digest(encryptor.update(signer) + encryptor.finalize(), expected)


def _sha_crypt(match: re.Match[str], password: bytes) -> bool:
    from passlib.handlers import sha2_crypt

    scheme = sha2_crypt.sha512_crypt if match["kind"] == "6" else sha2_crypt.sha256_crypt
    return bool(scheme.verify(password, match["hash"]))


def _scrypt_is_bearable(match: re.Match[str]) -> bool:
    n, r, p = int(match["n"]), int(match["r"]), int(match["p"])
    return n > 1 and n & (n - 1) == 0 and 128 * n * r <= _MOST_MEMORY and p <= 16


def _pbkdf2_is_bearable(match: re.Match[str]) -> bool:
    return 1 <= int(match["rounds"]) <= _MOST_PBKDF2


_BCRYPT: Final = r"(?P<hash>\$2[abxy]\$(?P<cost>\d\d)\$[./A-Za-z0-9]{53})"
_B64: Final = r"[A-Za-z0-9+/=]+"

_SCHEMES: Final[tuple[tuple[str, re.Pattern[str], Callable[[re.Match[str]], bool], Verify], ...]] = tuple(
    (name, re.compile(pattern), cost, matches)
    for name, pattern, cost, matches in (
        ("bcrypt", rf"(?:bcrypt\$)?{_BCRYPT}", lambda m: 4 <= int(m["cost"]) <= 16, _bcrypt),
        ("bcrypt of sha256", rf"bcrypt_sha256\${_BCRYPT}", lambda m: 4 <= int(m["cost"]) <= 16, _bcrypt_sha256),
        (
            "argon2",
            r"(?:argon2)?(?P<hash>\$argon2(?P<kind>id|i|d)\$(?:v=\d+\$)?m=(?P<m>\d{1,9}),t=(?P<t>\d{1,3}),p=(?P<p>\d{1,2})"
            r"\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+)",
            lambda m: int(m["m"]) * 1024 <= _MOST_MEMORY and 1 <= int(m["t"]) <= 64 and 1 <= int(m["p"]) <= 16,
            _argon2,
        ),
        (
            "pbkdf2 of Django",
            rf"pbkdf2_(?P<digest>sha256|sha1)\$(?P<rounds>\d{{1,9}})\$(?P<salt>[^$]*)\$(?P<key>{_B64})",
            _pbkdf2_is_bearable,
            _pbkdf2_django,
        ),
        (
            "pbkdf2 of Werkzeug",
            r"pbkdf2:(?P<digest>sha1|sha256|sha512):(?P<rounds>\d{1,9})\$(?P<salt>[^$]*)\$(?P<key>(?:[0-9a-f]{2})+)",
            _pbkdf2_is_bearable,
            _pbkdf2_werkzeug,
        ),
        (
            "pbkdf2",
            rf"\$pbkdf2-(?P<digest>sha1|sha256|sha512)\$i=(?P<rounds>\d{{1,9}})(?:,l=\d{{1,3}})?"
            rf"\$(?P<salt>{_B64})\$(?P<key>{_B64})",
            _pbkdf2_is_bearable,
            _pbkdf2_keycloak,
        ),
        (
            "scrypt of Werkzeug",
            r"scrypt:(?P<n>\d{1,9}):(?P<r>\d{1,4}):(?P<p>\d{1,4})\$(?P<salt>[^$]*)\$(?P<key>(?:[0-9a-f]{2})+)",
            _scrypt_is_bearable,
            _scrypt_werkzeug,
        ),
        (
            "scrypt of Django",
            rf"scrypt\$(?P<n>\d{{1,9}})\$(?P<salt>[^$]*)\$(?P<r>\d{{1,4}})\$(?P<p>\d{{1,4}})\$(?P<key>{_B64})",
            _scrypt_is_bearable,
            _scrypt_django,
        ),
        (
            "scrypt of Firebase",
            rf"\$firebase-scrypt\$r=(?P<r>\d{{1,2}}),m=(?P<m>\d{{1,2}})\$(?P<separator>{_B64})\$(?P<signer>{_B64})"
            rf"\$(?P<salt>{_B64})\$(?P<key>{_B64})",
            lambda m: 128 * int(m["r"]) << int(m["m"]) <= _MOST_MEMORY and int(m["m"]) >= 1,
            _scrypt_firebase,
        ),
        (
            "sha-crypt",
            r"(?P<hash>\$(?P<kind>[56])\$(?:rounds=(?P<rounds>\d{4,9})\$)?[^$:\n]{0,16}\$[./A-Za-z0-9]{43,86})",
            lambda m: int(m["rounds"] or 5000) <= _MOST_SHA_ROUNDS,
            _sha_crypt,
        ),
    )
)


def _decode(text: str) -> bytes:
    """Decodes base64 with or without padding, standard or URL-safe."""
    plain = text.rstrip("=").translate(_FROM_URL)
    try:
        return base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except binascii.Error:
        raise ValueError("is not base64") from None


_FROM_URL: Final = str.maketrans("-_", "+/")
