"""Makes keys and seals them under the master secret.

`cryptography` is imported where it is used: the process that supervises workers does not need it.
"""

import base64
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from doorward.crypto.sealing import DataBox, Entropy
from doorward.crypto.signing import ALGORITHMS
from doorward.domain.keys import ACCESS, AUDIT, DATA, REFRESH, StoredKey

_SECRET_BYTES: Final = 32
# Of the keys for other purposes than signing access tokens.
_ALGORITHMS: Final = {REFRESH: "HS256", AUDIT: "HS256", DATA: "A256GCM"}


class WrongSecret(Exception):
    """The key ring was sealed under another master secret."""


class SigningKey(Struct, frozen=True):
    kid: str
    algorithm: str
    private: Any  # The type that PyJWT expects for the algorithm.
    public: Any
    sign: Callable[[bytes], bytes]
    jwk: dict[str, str]
    active_at: int
    retire_at: int | None


def warm_up() -> None:
    """Imports what opening keys needs."""
    import cryptography.hazmat.primitives.asymmetric.ec
    import cryptography.hazmat.primitives.ciphers.aead
    import cryptography.hazmat.primitives.kdf.hkdf  # noqa: F401


class Vault:
    """Makes keys, seals their private parts under the master secret, and opens them.

    While the secret is being changed, keys may still be sealed under the previous one.
    """

    def __init__(self, secret: str, previous: str, entropy: Entropy) -> None:
        self._boxes = [_box(text, entropy) for text in (secret, previous) if text]
        self._entropy = entropy

    def open(self, key: StoredKey) -> bytes:
        from cryptography.exceptions import InvalidTag

        for box in self._boxes:
            try:
                return box.open(key.sealed, _label(key.kid, key.purpose))
            except InvalidTag:
                continue
        raise WrongSecret(key.kid)

    def reseal(self, key: StoredKey) -> StoredKey:
        return replace(key, sealed=self._seal(self.open(key), key.kid, key.purpose))

    def seal_access_key(self, private: bytes, now: int, algorithm: str, active_at: int) -> StoredKey:
        return self._stored(ACCESS, algorithm, private, now, active_at)

    def new_secret_key(self, purpose: str, now: int) -> StoredKey:
        return self._stored(purpose, _ALGORITHMS[purpose], self._entropy(_SECRET_BYTES), now, now)

    def _stored(self, purpose: str, algorithm: str, private: bytes, now: int, active_at: int) -> StoredKey:
        head, *rest = self._entropy(12)
        # Without its highest bit the first byte gives a letter: an id such as -Eq would be an option in a shell.
        kid = base64.urlsafe_b64encode(bytes((head & 0x7F, *rest))).decode()
        return StoredKey(kid, purpose, algorithm, self._seal(private, kid, purpose), now, active_at)

    def _seal(self, private: bytes, kid: str, purpose: str) -> str:
        # Authenticated with its id and purpose: a sealed key moved to another row does not open.
        return self._boxes[0].seal(private, _label(kid, purpose))

    def signing_key(self, key: StoredKey) -> SigningKey:
        kind = ALGORITHMS[key.algorithm]
        private = kind.load(self.open(key))
        jwk = {**kind.jwk(private), "kid": key.kid, "alg": key.algorithm, "use": "sig"}
        sign = partial(kind.sign, private)
        public = private.public_key()
        return SigningKey(key.kid, key.algorithm, private, public, sign, jwk, key.active_at, key.retire_at)


def _box(secret: str, entropy: Entropy) -> DataBox:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    key = HKDF(hashes.SHA256(), 32, salt=None, info=b"doorward key ring").derive(secret.encode())
    return DataBox(key, entropy)


def _label(kid: str, purpose: str) -> str:
    return f"{purpose} {kid}"
