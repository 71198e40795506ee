"""Checkpoints of the audit trail as lines of JSON, in a file that is only ever appended to."""

import fcntl
import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from doorward.crypto.hash_chain import HashChain

# A checkpoint of all lanes has less than 2,000 bytes.
_LONGEST_LINE: Final = 65_536


class LaneMark(Struct, frozen=True):
    """The last entry of a lane."""

    lane: int
    seq: int
    hash: str


class Checkpoint(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """The last entries of all lanes that have any, signed with the key of the audit trail."""

    audit_checkpoint: str  # Its time. The name of the field tells it from other lines of a log.
    key: str
    lanes: list[LaneMark]
    signature: str = ""

    def signed(self, chain: HashChain) -> "Checkpoint":
        return msgspec.structs.replace(self, signature=self._signature(chain))

    def is_signed(self, chain: HashChain) -> bool:
        return self.signature == self._signature(chain)

    def _signature(self, chain: HashChain) -> str:
        marks = [[mark.lane, mark.seq, mark.hash] for mark in self.lanes]
        return chain.sign_checkpoint(self.audit_checkpoint, self.key, marks).hex()

    @property
    def at(self) -> int:
        return int(datetime.fromisoformat(self.audit_checkpoint).timestamp() * 1000)

    def line(self) -> bytes:
        return msgspec.json.encode(self) + b"\n"


def parse(line: bytes) -> Checkpoint | None:
    try:
        found = msgspec.json.decode(line, type=Checkpoint)
        found.at  # noqa: B018  (raises for what is not a time)
    except (msgspec.MsgspecError, ValueError):
        return None
    return found


def append(path: Path, checkpoint: Checkpoint) -> None:
    """Durable when it returns. Processes that append at the same time write one after the other."""
    descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        size = os.fstat(descriptor).st_size
        torn = size > 0 and os.pread(descriptor, 1, size - 1) != b"\n"  # Left behind by a power failure.
        line = b"\n" * torn + checkpoint.line()
        try:
            if os.write(descriptor, line) != len(line):
                raise OSError(f"{path} took only a part of a checkpoint: the disk is full")
            os.fsync(descriptor)
        except OSError:
            os.ftruncate(descriptor, size)
            raise
    finally:
        os.close(descriptor)


def read_last(path: Path) -> Checkpoint | None:
    """The last checkpoint that can be read; None if there is none near the end."""
    try:
        with path.open("rb") as file:
            end = file.seek(0, os.SEEK_END)
            file.seek(max(0, end - _LONGEST_LINE))
            lines = file.read().splitlines()
    except FileNotFoundError:
        return None
    return next((found for line in reversed(lines) if (found := parse(line))), None)


def read(path: Path) -> Iterator[tuple[int, Checkpoint | None]]:
    """Every line with its number; None for one that is not a checkpoint. Empty lines are left out."""
    with path.open("rb") as file:
        number = 0
        while line := file.readline(_LONGEST_LINE):
            number += 1
            if line.strip():
                yield number, parse(line)
