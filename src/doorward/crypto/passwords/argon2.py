"""Argon2id by the library that is faster on this machine. Both make, and know, the same hashes.

libsodium has vector code for x86-64 only. Elsewhere the reference implementation is ahead: it takes its memory from the
heap, where the next hash finds it again, while libsodium asks the kernel for fresh memory each time, in one call during
which nobody else gets the core. They are imported in the background, off the way to the first answer.
"""

import base64
import contextlib
import functools
import hmac
import os
import re
import secrets
import threading
from typing import Any, Final, Protocol

_SALT_BYTES: Final = 16
_HASH_BYTES: Final = 32
_STORED: Final = re.compile(r"\$argon2id\$v=19\$m=([1-9][0-9]*),t=([1-9][0-9]*),p=1\$([^$]+)\$([^$]+)")
# Of glibc's malloc.h.
_M_TRIM_THRESHOLD: Final = -1
_M_MMAP_THRESHOLD: Final = -3
_M_ARENA_MAX: Final = -8
# The most that glibc takes for it; what is larger never comes from the heap.
_LARGEST_ON_HEAP: Final = 32 << 20

_thread: Final = threading.local()


class Library(Protocol):
    def load(self, memory: int) -> None:
        """With the bytes that all threads together may take."""

    def prepare_thread(self) -> None:
        """Called once in each thread that will hash."""
        ...

    def give_memory_back(self) -> None: ...

    def hash(self, password: bytes, passes: int, memory_kib: int, *, give_way: bool = False) -> str:
        """With `give_way`, others are about who should not have to wait."""
        ...

    def verify(self, password: bytes, stored: str, *, give_way: bool = False) -> bool: ...


class Libsodium:
    def load(self, memory: int) -> None:
        import nacl.pwhash  # noqa: F401

    def prepare_thread(self) -> None:
        _thread.may_offer = go_last()

    def give_memory_back(self) -> None:
        """It keeps none."""

    def hash(self, password: bytes, passes: int, memory_kib: int, *, give_way: bool = False) -> str:
        import nacl.pwhash

        with _giving_way(give_way):
            return nacl.pwhash.argon2id.str(password, passes, memory_kib * 1024).decode()

    def verify(self, password: bytes, stored: str, *, give_way: bool = False) -> bool:
        import nacl.exceptions
        import nacl.pwhash

        try:
            with _giving_way(give_way):
                return nacl.pwhash.verify(stored.encode(), password)
        except (nacl.exceptions.InvalidkeyError, nacl.exceptions.CryptPrefixError, nacl.exceptions.ValueError):
            return False


class Reference:
    def __init__(self) -> None:
        # One heap for all, as glibc gives back what is left over at the end of the first one only. It has to be told
        # before there are other threads, so this is the one thing that can't be done in the background.
        _call_libc("mallopt", _M_ARENA_MAX, 1)

    def load(self, memory: int) -> None:
        _argon2id_ctx()
        # Nothing is given back with each hash, but when it is time.
        _call_libc("mallopt", _M_MMAP_THRESHOLD, _LARGEST_ON_HEAP)
        _call_libc("mallopt", _M_TRIM_THRESHOLD, min(2 * memory, (1 << 31) - 1))

    def prepare_thread(self) -> None:
        """While others are about, each hash has a thread of its own."""

    def give_memory_back(self) -> None:
        _call_libc("malloc_trim", 0)

    def hash(self, password: bytes, passes: int, memory_kib: int, *, give_way: bool = False) -> str:
        salt = secrets.token_bytes(_SALT_BYTES)
        computed = _compute(password, salt, _HASH_BYTES, passes, memory_kib, give_way)
        return f"{prefix(passes, memory_kib)}{b64(salt)}${b64(computed)}"

    def verify(self, password: bytes, stored: str, *, give_way: bool = False) -> bool:
        parts = _STORED.fullmatch(stored)
        if parts is None:
            return False
        try:
            salt, wanted = _from_b64(parts[3]), _from_b64(parts[4])
            computed = _compute(password, salt, len(wanted), int(parts[2]), int(parts[1]), give_way)
        except (ValueError, OverflowError):
            return False
        return hmac.compare_digest(computed, wanted)


def fastest() -> Library:
    return Libsodium() if os.uname().machine == "x86_64" else Reference()


def go_last() -> bool:
    """The thread that this is called in lets others go first from now on. Returns whether it may offer its core."""
    try:
        from doorward.crypto import giving_way

        return giving_way.go_last(threading.get_native_id())
    except (ImportError, OSError):  # Python can be built without ctypes, and the system can refuse.
        return False


def prefix(passes: int, memory_kib: int) -> str:
    return f"$argon2id$v=19$m={memory_kib},t={passes},p=1$"


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode().rstrip("=")


def _from_b64(text: str) -> bytes:
    data = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    if b64(data) != text:
        raise ValueError("not the one way to write it")
    return data


def _giving_way(give_way: bool) -> contextlib.AbstractContextManager[None]:
    if not give_way or not getattr(_thread, "may_offer", False):
        return contextlib.nullcontext()
    from doorward.crypto.giving_way import offering

    return offering(threading.get_native_id())


def _compute(password: bytes, salt: bytes, size: int, passes: int, memory_kib: int, give_way: bool) -> bytes:
    from _argon2_cffi_bindings import ffi, lib

    given, salted, computed = ffi.new("uint8_t[]", password), ffi.new("uint8_t[]", salt), ffi.new("uint8_t[]", size)
    context = ffi.new("argon2_context *")
    context.pwd, context.pwdlen = given, len(password)
    context.salt, context.saltlen = salted, len(salt)
    context.out, context.outlen = computed, size
    context.t_cost, context.m_cost = passes, memory_kib
    context.lanes = context.threads = 1
    context.version = lib.ARGON2_VERSION_13
    # A thread of its own costs 2 % of the hash: too much while it would be in nobody's way.
    argon2id_ctx = _argon2id_ctx() if give_way else None
    if argon2id_ctx is None:
        code = lib.argon2_ctx(context, lib.Argon2_id)
    else:
        from doorward.crypto.giving_way import compute_apart

        code = compute_apart(argon2id_ctx, int(ffi.cast("uintptr_t", context)))
    if code != lib.ARGON2_OK:
        raise ValueError(ffi.string(lib.argon2_error_message(code)).decode())
    return bytes(ffi.buffer(computed))


@functools.cache
def _argon2id_ctx() -> Any:
    """The function that takes nothing but the context, which the library's binding leaves out; None without ctypes."""
    try:
        import ctypes
    except ImportError:
        return None
    from _argon2_cffi_bindings import _ffi

    return getattr(ctypes.CDLL(_ffi.__file__), "argon2id_ctx", None)


def _call_libc(name: str, *args: int) -> None:
    """Where there is no such function, nothing happens: other libraries have other ways with memory."""
    try:
        import ctypes
    except ImportError:  # Python can be built without it.
        return
    function = getattr(ctypes.CDLL(None), name, None)
    if function is not None:
        function(*args)
