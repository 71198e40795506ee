"""Builds the file of `breached` from a sorted list of SHA-1 hashes, in flat memory.

The list is read twice: the number of its lines decides how hashes are scaled. Python takes a microsecond for a step, so
each line gets as few as possible: whole chunks are matched, converted and compared by single calls.
"""

import re
import struct
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from operator import sub
from pathlib import Path
from typing import BinaryIO, Final

from doorward.crypto.passwords.breached import (
    BLOCK_BITS,
    COUNT,
    HASH_BITS,
    INDEX_START,
    OFFSET,
    REMAINDER_BITS,
    Header,
    digest_of,
)
from doorward.drafts import replacing

_CHUNK: Final = 1 << 18
_LINE: Final = rb"([0-9A-Fa-f]{16})[0-9A-Fa-f]{24}(?::[0-9]{1,19})?\r?"
_LINES: Final = re.compile(rb"^" + _LINE + rb"$", re.M)
_ONE_LINE: Final = re.compile(_LINE + rb"\n")
_LONGEST_LINE: Final = 64
# Hashes are spread evenly: a gap of this many average gaps occurs by chance in one list of 10**18. Where there is one,
# a part of the list is missing, such as one of the million ranges that a download consists of.
_GAPS: Final = 64
_MASK: Final = (1 << REMAINDER_BITS) - 1
_UNARY: Final = tuple("1" * ones + "0" for ones in range((1 << BLOCK_BITS - REMAINDER_BITS) + 1))
_MOST_IN_BLOCK: Final = 0xFFFF

Advance = Callable[[int, int], None]


class BadList(Exception):
    """A list that cannot be used; the message names the line."""


def count_lines(source: Path, advance: Advance) -> int:
    size, done, lines, last = source.stat().st_size, 0, 0, b"\n"
    with source.open("rb") as file:
        while chunk := file.read(_CHUNK):
            lines += chunk.count(b"\n")
            done, last = done + len(chunk), chunk[-1:]
            advance(done, size)
    if last != b"\n":
        raise BadList(
            f"{source} ends in the middle of line {lines + 1:,}: it was cut off, or lacks its last line break"
        )
    if not lines:
        raise BadList(f"{source} is empty")
    return lines


def build(source: Path, target: Path, lines: int, advance: Advance) -> Header:
    """`lines` comes from `count_lines`. The target appears whole, or stays as it was."""
    with replacing(target) as draft:
        with draft.open("r+b") as blocks, draft.open("r+b") as index:
            writer = _Writer(blocks, index, lines)
            for done, prefixes in _prefixes(source, lines):
                writer.add(prefixes)
                advance(done, lines)
            header = writer.finish()
        with draft.open("r+b") as file:
            digest = digest_of(header, file)
            file.seek(0)
            file.write(header.packed() + digest)
        draft.chmod(0o644)  # No secret, and the service may run under another account than the build.
    return header


def _prefixes(source: Path, lines: int) -> Iterator[tuple[int, Sequence[int]]]:
    """The first bits of the hashes, chunk by chunk, and how many lines were read."""
    done, previous, widest = 0, 0, (_GAPS << HASH_BITS) // lines
    with source.open("rb") as file:
        while chunk := file.read(_CHUNK):
            chunk += file.readline(_LONGEST_LINE)
            found = _LINES.findall(chunk)
            if len(found) != chunk.count(b"\n") or not chunk.endswith(b"\n"):
                raise BadList(_bad_line(source, chunk, done))
            prefixes = struct.unpack(f">{len(found)}Q", bytes.fromhex(b"".join(found).decode()))
            gaps = list(map(sub, prefixes, chain((previous,), prefixes)))
            if min(gaps) < 0:
                line = done + 1 + next(place for place, gap in enumerate(gaps) if gap < 0)
                raise BadList(f"{source} is not sorted: the hash of line {line:,} is below that of the line before")
            if max(gaps) > widest:
                raise BadList(_missing(source, done + gaps.index(max(gaps))))
            done, previous = done + len(found), prefixes[-1]
            yield done, prefixes
    if done != lines:
        raise BadList(f"{source} was changed while it was read")
    if (1 << HASH_BITS) - previous > widest:
        raise BadList(_missing(source, done))


def _missing(source: Path, line: int) -> str:
    return f"{source} is incomplete: hashes are missing after line {line:,}, as after an interrupted download"


def _bad_line(source: Path, chunk: bytes, before: int) -> str:
    for number, line in enumerate(chunk.splitlines(keepends=True), before + 1):
        if not _ONE_LINE.fullmatch(line):
            return (
                f"{source} has no SHA-1 hash of 40 hexadecimal digits in line {number:,}, alone or followed by a colon"
                " and a count"
            )
    return f"{source} cannot be read near line {before + 1:,}"


class _Writer:
    """Writes index and blocks side by side, so that neither is kept in memory."""

    def __init__(self, blocks: BinaryIO, index: BinaryIO, entries: int) -> None:
        self._header = Header(entries, 0)
        self._blocks, self._index = blocks, index
        self._offset = self._header.first_block
        self._block = 0
        self._begun: list[int] = []  # Numbers of a block whose end is not read yet.
        blocks.seek(self._offset)
        index.seek(INDEX_START)

    def add(self, prefixes: Sequence[int]) -> None:
        scale = self._header.entries << REMAINDER_BITS
        numbers = self._begun + [prefix * scale >> HASH_BITS for prefix in prefixes]
        start, last = 0, numbers[-1] >> BLOCK_BITS
        while self._block < last:
            end = bisect_left(numbers, (self._block + 1) << BLOCK_BITS, start)
            self._put(numbers[start:end])
            start = end
        self._begun = numbers[start:]
        if len(self._begun) > _MOST_IN_BLOCK:
            raise BadList("the hashes are not spread evenly, as those of SHA-1 are")

    def finish(self) -> Header:
        self._put(self._begun)
        while self._block < self._header.blocks:
            self._put([])
        self._index.write(OFFSET.pack(self._offset))
        return Header(self._header.entries, self._offset)

    def _put(self, numbers: list[int]) -> None:
        encoded = encode(numbers, self._block << BLOCK_BITS)
        self._index.write(OFFSET.pack(self._offset))
        self._blocks.write(encoded)
        self._offset += len(encoded)
        self._block += 1


def encode(numbers: list[int], first: int) -> bytes:
    """The reverse of `breached.decode`."""
    count = len(numbers)
    if not count:
        return b""
    if count > _MOST_IN_BLOCK:
        raise BadList("the hashes are not spread evenly, as those of SHA-1 are")
    gaps = list(map(sub, numbers, chain((first,), numbers)))
    low = ("%05x" * count) % tuple([gap & _MASK for gap in gaps])
    high = "".join([_UNARY[gap >> REMAINDER_BITS] for gap in gaps])
    padded = high.ljust(-(-len(high) // 8) * 8, "1")
    return COUNT.pack(count) + bytes.fromhex(low + "0" * (count % 2)) + int(padded, 2).to_bytes(len(padded) // 8)
