"""Keys: how they are made, and how they are kept under the master secret."""

import base64
from collections.abc import Callable
from typing import Any, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from msgspec import Struct

from doorward.domain.keys import ACCESS, AUDIT, REFRESH, StoredKey

_SECRET_BYTES: Final = 32
_NONCE_BYTES: Final = 12
_COORDINATE_BYTES: Final = 32

Entropy = Callable[[int], bytes]


class WrongSecret(Exception):
    """The key ring was sealed under another master secret."""


class SigningKey(Struct, frozen=True):
    kid: str
    algorithm: str
    private: Any  # Of the kind that PyJWT takes for the algorithm.
    jwk: dict[str, str]


class Vault:
    """Makes keys, seals their private parts under the master secret, and opens them."""

    def __init__(self, secret: str, entropy: Entropy) -> None:
        derived = HKDF(hashes.SHA256(), 32, salt=None, info=b"doorward key ring").derive(secret.encode())
        self._box = AESGCM(derived)
        self._entropy = entropy

    def open(self, key: StoredKey) -> bytes:
        sealed = base64.b64decode(key.sealed)
        try:
            return self._box.decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], _label(key.kid, key.purpose))
        except InvalidTag:
            raise WrongSecret(key.kid) from None

    def new_access_key(self, now: int) -> StoredKey:
        private = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
        return self._stored(ACCESS, "ES256", private.to_bytes(_SECRET_BYTES), now)

    def new_refresh_key(self, now: int) -> StoredKey:
        return self._stored(REFRESH, "HS256", self._entropy(_SECRET_BYTES), now)

    def new_audit_key(self, now: int) -> StoredKey:
        return self._stored(AUDIT, "HS256", self._entropy(_SECRET_BYTES), now)

    def _stored(self, purpose: str, algorithm: str, private: bytes, now: int) -> StoredKey:
        kid = base64.urlsafe_b64encode(self._entropy(12)).decode()
        nonce = self._entropy(_NONCE_BYTES)
        # Bound to its name and purpose: a sealed key that is moved to another row does not open there.
        sealed = nonce + self._box.encrypt(nonce, private, _label(kid, purpose))
        return StoredKey(kid, purpose, algorithm, base64.b64encode(sealed).decode(), now)

    def signing_key(self, key: StoredKey) -> SigningKey:
        private = ec.derive_private_key(int.from_bytes(self.open(key)), ec.SECP256R1())
        public = private.public_key().public_numbers()
        point = {"x": _coordinate(public.x), "y": _coordinate(public.y)}
        jwk = {"kty": "EC", "crv": "P-256", **point, "kid": key.kid, "alg": key.algorithm, "use": "sig"}
        return SigningKey(key.kid, key.algorithm, private, jwk)


def _label(kid: str, purpose: str) -> bytes:
    return f"{purpose} {kid}".encode()


def _coordinate(number: int) -> str:
    return base64.urlsafe_b64encode(number.to_bytes(_COORDINATE_BYTES)).decode().rstrip("=")
