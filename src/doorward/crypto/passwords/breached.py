"""Passwords that are known from data breaches: a file with a Golomb-coded set of their SHA-1 hashes (decision 36).

A hash is scaled to a number below `entries << REMAINDER_BITS`. Blocks cover equal ranges of these numbers, so that the
index needs no search. A block has the gaps between its numbers, Rice-coded: the low bits of all gaps, then the high
bits of all gaps in unary. What is not listed has the number of a listed hash with a probability of 2**-REMAINDER_BITS.

The file is read by `pread` and not mapped into memory: Python would wait for a page of a mapping while it holds the
interpreter's lock, which stops the event loop, and a mapping of a file that shrinks ends the process.
"""

import asyncio
import hashlib
import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

from msgspec import Struct

from doorward.domain.passwords import normalise

REMAINDER_BITS: Final = 20  # Five hexadecimal digits.
BLOCK_BITS: Final = REMAINDER_BITS + 8  # 256 entries a block on average.
HASH_BITS: Final = 64  # Of a hash, its first bits.
COUNT: Final = struct.Struct("<H")
OFFSET: Final = struct.Struct("<Q")
_MAGIC: Final = b"DWBREACH"
_VERSION: Final = 1
# Magic, version, remainder bits, entries, length of the file; then the digest of these and of all that follows.
_HEADER: Final = struct.Struct("<8sIIQQ")
_DIGEST_BYTES: Final = 32
INDEX_START: Final = _HEADER.size + _DIGEST_BYTES
_DIGITS: Final = REMAINDER_BITS // 4


class UnusableList(Exception):
    """A file that is no list of breached passwords, or a damaged one."""


class Header(Struct, frozen=True):
    entries: int
    length: int  # Of the file, in bytes.

    @property
    def blocks(self) -> int:
        return -(-(self.entries << REMAINDER_BITS) >> BLOCK_BITS)

    @property
    def first_block(self) -> int:
        """Where the blocks begin: behind the index, which has an offset for each block and the end of the last."""
        return INDEX_START + (self.blocks + 1) * OFFSET.size

    def number_of(self, prefix: int) -> int:
        """Of a hash with these first bits. It keeps the order of hashes."""
        return prefix * (self.entries << REMAINDER_BITS) >> HASH_BITS

    def packed(self) -> bytes:
        return _HEADER.pack(_MAGIC, _VERSION, REMAINDER_BITS, self.entries, self.length)


def digest_of(header: Header, file: BinaryIO) -> bytes:
    """Reads everything behind the header, in small pieces."""
    hasher = hashlib.sha256(header.packed())
    file.seek(INDEX_START)
    return hashlib.file_digest(file, lambda: hasher).digest()  # type: ignore[arg-type]


def verify(path: Path) -> Header:
    """Reads the whole file, about a second for each gigabyte, and raises UnusableList if any byte of it is damaged."""
    with _opened(path) as file:
        header = _read_header(path, file)
        if file.read(_DIGEST_BYTES) != digest_of(header, file):
            raise UnusableList(f"{path} is damaged; build it again")
    return header


def is_list(path: Path) -> bool:
    """Whether it is, or was before it was damaged."""
    with _opened(path) as file:
        return file.read(len(_MAGIC)) == _MAGIC


def _opened(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        raise UnusableList(f"{path} cannot be read: {error.strerror}") from None


def _read_header(path: Path, file: BinaryIO) -> Header:
    start = file.read(_HEADER.size)
    if len(start) < _HEADER.size or not start.startswith(_MAGIC):
        raise UnusableList(f"{path} is no list of breached passwords; make one with doorward passwords build")
    _, version, bits, entries, length = _HEADER.unpack(start)
    if (version, bits) != (_VERSION, REMAINDER_BITS):
        raise UnusableList(f"{path} has another format, or is damaged; build it again with this release")
    header, size = Header(entries, length), os.fstat(file.fileno()).st_size
    if length != size or not entries or header.first_block > size:
        raise UnusableList(f"{path} is damaged: it has {size:,} bytes, and should have {length:,}; build it again")
    return header


class BreachedPasswords:
    """Looks passwords up. Nothing of the file is kept in memory: the system caches what is read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: BinaryIO | None = None
        self._header = Header(0, 0)

    def open(self) -> Header:
        """Checks the header only; `verify` reads the whole file, once for all workers."""
        file = _opened(self._path)
        try:
            self._header = _read_header(self._path, file)
        except UnusableList:
            file.close()
            raise
        self._file = file
        return self._header

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    async def lists(self, password: str) -> bool:
        # In a thread: a page that is not in memory takes the time of the disk.
        return await asyncio.to_thread(self.contains, password)

    def contains(self, password: str) -> bool:
        """As typed, which is what lists have, and in the normalised form, which is what sign-ins compare."""
        forms = {password, normalise(password)}
        return any(self.contains_prefix(prefix_of(form.encode("utf-8", "surrogatepass"))) for form in forms)

    def contains_prefix(self, prefix: int) -> bool:
        if self._file is None:
            self.open()
        number = self._header.number_of(prefix)
        block = number >> BLOCK_BITS
        bounds = self._read(2 * OFFSET.size, INDEX_START + block * OFFSET.size)
        start, end = OFFSET.unpack_from(bounds)[0], OFFSET.unpack_from(bounds, OFFSET.size)[0]
        if not self._header.first_block <= start <= end <= self._header.length:
            raise UnusableList(f"{self._path} is damaged; build it again")
        listed = decode(self._read(end - start, start), block << BLOCK_BITS)
        return next((found for found in listed if found >= number), None) == number

    def _read(self, size: int, offset: int) -> bytes:
        assert self._file is not None  # noqa: S101
        data = os.pread(self._file.fileno(), size, offset)
        if len(data) != size:
            raise UnusableList(f"{self._path} is damaged: it ends too early; build it again")
        return data


def prefix_of(password: bytes) -> int:
    return int.from_bytes(hashlib.sha1(password, usedforsecurity=False).digest()[: HASH_BITS // 8])


def decode(block: bytes, first: int) -> Iterator[int]:
    """The numbers of a block, whose range begins at `first`, in ascending order."""
    if not block:
        return
    (count,) = COUNT.unpack_from(block)
    packed = -(-count * _DIGITS // 2)
    low = block[COUNT.size : COUNT.size + packed].hex()
    # A one is put before the high bits, which may begin with zeros.
    high = bin(int.from_bytes(b"\1" + block[COUNT.size + packed :]))[3:].split("0", count)
    number, place = first, 0
    for ones in high[:count]:
        number += (len(ones) << REMAINDER_BITS) + int(low[place : place + _DIGITS], 16)
        place += _DIGITS
        yield number
