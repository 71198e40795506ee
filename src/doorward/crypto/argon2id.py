"""Argon2id by the library that is faster on this machine. Both make, and know, the same hashes.

libsodium has vector code for x86-64 only. Elsewhere the reference implementation is ahead: it takes its memory from the
heap, where the next hash finds it again, while libsodium asks the kernel for fresh memory each time, in one call during
which nobody else gets the core. They are imported in the background, off the way to the first answer.
"""

import os
import secrets
from typing import Final, Protocol

_SALT_BYTES: Final = 16
_HASH_BYTES: Final = 32
# Of glibc's malloc.h.
_M_TRIM_THRESHOLD: Final = -1
_M_MMAP_THRESHOLD: Final = -3
_M_ARENA_MAX: Final = -8
# The most that glibc takes for it; what is larger never comes from the heap.
_LARGEST_ON_HEAP: Final = 32 << 20


class Library(Protocol):
    def load(self, memory: int) -> None:
        """With the bytes that all threads together may take."""

    def give_memory_back(self) -> None: ...

    def hash(self, password: bytes, passes: int, memory_kib: int) -> str: ...

    def verify(self, password: bytes, stored: str) -> bool: ...


class Libsodium:
    def load(self, memory: int) -> None:
        import nacl.pwhash  # noqa: F401

    def give_memory_back(self) -> None:
        """It keeps none."""

    def hash(self, password: bytes, passes: int, memory_kib: int) -> str:
        import nacl.pwhash

        return nacl.pwhash.argon2id.str(password, passes, memory_kib * 1024).decode()

    def verify(self, password: bytes, stored: str) -> bool:
        import nacl.exceptions
        import nacl.pwhash

        try:
            return nacl.pwhash.verify(stored.encode(), password)
        except (nacl.exceptions.InvalidkeyError, nacl.exceptions.CryptPrefixError, nacl.exceptions.ValueError):
            return False


class Reference:
    def __init__(self) -> None:
        # One heap for all, as glibc gives back what is left over at the end of the first one only. It has to be told
        # before there are other threads, so this is the one thing that can't be done in the background.
        _call_libc("mallopt", _M_ARENA_MAX, 1)

    def load(self, memory: int) -> None:
        import argon2.low_level  # noqa: F401

        # Nothing is given back with each hash, but when it is time.
        _call_libc("mallopt", _M_MMAP_THRESHOLD, _LARGEST_ON_HEAP)
        _call_libc("mallopt", _M_TRIM_THRESHOLD, min(2 * memory, (1 << 31) - 1))

    def give_memory_back(self) -> None:
        _call_libc("malloc_trim", 0)

    def hash(self, password: bytes, passes: int, memory_kib: int) -> str:
        from argon2.low_level import Type, hash_secret

        salt = secrets.token_bytes(_SALT_BYTES)
        return hash_secret(password, salt, passes, memory_kib, 1, _HASH_BYTES, Type.ID).decode()

    def verify(self, password: bytes, stored: str) -> bool:
        from argon2.exceptions import VerificationError
        from argon2.low_level import Type, verify_secret

        try:
            return verify_secret(stored.encode(), password, Type.ID)
        except VerificationError:
            return False


def fastest() -> Library:
    return Libsodium() if os.uname().machine == "x86_64" else Reference()


def _call_libc(name: str, *args: int) -> None:
    """Where there is no such function, nothing happens: other libraries have other ways with memory."""
    try:
        import ctypes
    except ImportError:  # Python can be built without it.
        return
    function = getattr(ctypes.CDLL(None), name, None)
    if function is not None:
        function(*args)
