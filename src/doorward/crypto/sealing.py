"""Seals data at rest: the keys of the key ring under the master secret, other data under one of these keys. So what the
database holds is useless without the master secret."""

import base64
from collections.abc import Callable
from typing import Final

_NONCE_BYTES: Final = 12

Entropy = Callable[[int], bytes]


class DataBox:
    def __init__(self, key: bytes, entropy: Entropy) -> None:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # Imported late, as in the vault.

        self._box, self._entropy = AESGCM(key), entropy

    def seal(self, data: bytes, label: str) -> str:
        """`label` says what the data is and whose. Data moved to another row, with another label, does not open."""
        return base64.b64encode(self.seal_bytes(data, label)).decode()

    def open(self, sealed: str, label: str) -> bytes:
        """Raises `cryptography.exceptions.InvalidTag` for data that was sealed with another label or altered."""
        return self.open_bytes(base64.b64decode(sealed), label)

    def seal_bytes(self, data: bytes, label: str) -> bytes:
        """For files, which text would make a third larger."""
        nonce = self._entropy(_NONCE_BYTES)
        return nonce + self._box.encrypt(nonce, data, label.encode())

    def open_bytes(self, packed: bytes, label: str) -> bytes:
        return self._box.decrypt(packed[:_NONCE_BYTES], packed[_NONCE_BYTES:], label.encode())
