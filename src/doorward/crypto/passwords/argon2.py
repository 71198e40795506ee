"""Argon2id by one of two libraries. Both write and read the same hashes; `fastest` chooses between them (decision 16).

The libraries are imported on first use. `load` does that ahead of time, in the background, so that it delays neither
the start nor the first sign-in.
"""

import base64
import os
from typing import Final, Protocol

SALT_BYTES: Final = 16
HASH_BYTES: Final = 32


class Argon2id(Protocol):
    def load(self) -> None:
        """Imports the library."""

    def hash(self, password: bytes, salt: bytes, passes: int, memory_kib: int) -> str: ...

    def verify(self, password: bytes, stored: str) -> bool:
        """False also for a damaged hash."""


class Libsodium:
    def load(self) -> None:
        import nacl.pwhash  # noqa: F401

    def hash(self, password: bytes, salt: bytes, passes: int, memory_kib: int) -> str:
        from nacl import bindings

        # The high-level function draws a salt of its own.
        computed = bindings.crypto_pwhash_alg(
            HASH_BYTES, password, salt, passes, memory_kib * 1024, bindings.crypto_pwhash_ALG_ARGON2ID13
        )
        return encode(salt, computed, passes, memory_kib)

    def verify(self, password: bytes, stored: str) -> bool:
        import nacl.exceptions
        import nacl.pwhash

        try:
            return nacl.pwhash.verify(stored.encode(), password)
        except (nacl.exceptions.InvalidkeyError, nacl.exceptions.CryptPrefixError, nacl.exceptions.ValueError):
            return False


class Reference:
    def load(self) -> None:
        import argon2.low_level  # noqa: F401

    def hash(self, password: bytes, salt: bytes, passes: int, memory_kib: int) -> str:
        from argon2.low_level import Type, hash_secret_raw

        computed = hash_secret_raw(password, salt, passes, memory_kib, 1, HASH_BYTES, Type.ID)
        return encode(salt, computed, passes, memory_kib)

    def verify(self, password: bytes, stored: str) -> bool:
        from argon2.exceptions import Argon2Error
        from argon2.low_level import Type, verify_secret

        try:
            return verify_secret(stored.encode(), password, Type.ID)
        except Argon2Error:
            return False


def fastest(machine: str | None = None) -> Argon2id:
    """libsodium has vector code for x86-64 only. Elsewhere the reference implementation takes less time for a hash."""
    return Libsodium() if (machine or os.uname().machine) == "x86_64" else Reference()


def prefix(passes: int, memory_kib: int) -> str:
    return f"$argon2id$v=19$m={memory_kib},t={passes},p=1$"


def encode(salt: bytes, computed: bytes, passes: int, memory_kib: int) -> str:
    return f"{prefix(passes, memory_kib)}{b64(salt)}${b64(computed)}"


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode().rstrip("=")
