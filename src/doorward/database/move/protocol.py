"""What the copy needs of a source and of a target."""

from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from typing import Any, Final, Protocol

import msgspec
from msgspec import Struct

from doorward.database.move.layout import Copy, Kind, Relation, Table

# Bounds of a batch: what is in memory at a time.
MAX_ROWS: Final = 4000
MAX_BYTES: Final = 2 * 1024 * 1024

Row = tuple[Any, ...]
# Called with what is being done, how much of it is done, and how much there is in all.
Report = Callable[[str, int, int], None]

_encode = msgspec.msgpack.Encoder().encode


class Batch(Struct):
    """Rows, and each of them in the form of which the digest is made."""

    rows: list[Row]
    encoded: list[bytes]


class Progress(Struct, frozen=True):
    """How much of a table the target has, and the digest of it."""

    rows: int
    digest: str


class Reader(Protocol):
    async def tables(self) -> dict[str, Table]: ...

    async def count(self, table: str) -> int: ...

    def read(self, relation: Relation) -> AsyncGenerator[Batch]:
        """All rows in the order of the key; integers, texts, bytes and floats are the same of both databases."""


class Source(Reader, Protocol):
    kind: Kind

    async def check_held(self) -> None:
        """Raises an error of the driver if others could write meanwhile."""

    async def counters(self, tables: Mapping[str, Table]) -> dict[str, int]:
        """The largest id that each table with a counter ever gave."""

    async def close(self) -> None: ...


class Target(Reader, Protocol):
    kind: Kind

    async def check(self) -> str:
        """Raises CannotMove unless the server can be a target. Returns its name and version."""

    async def version(self) -> str | None:
        """As stored; None for a database without a schema."""

    async def begin(self, copies: Sequence[Copy], about: Mapping[str, str]) -> None:
        """Marks the database as an unfinished move, and puts indexes and triggers off."""

    async def about(self) -> dict[str, str]:
        """What `begin` noted; empty if this is no unfinished move."""

    async def progress(self) -> dict[str, Progress]: ...

    async def write(self, copy: Copy, batch: list[Row], reached: Progress) -> None:
        """Appends the rows, and notes the progress with them."""

    async def build(self, report: Report) -> None:
        """Creates what `begin` has put off."""

    async def set_counters(self, copies: Sequence[Copy], largest: Mapping[str, int]) -> None: ...

    async def finish(self, version: str) -> None:
        """Makes a database of it that can be served."""

    async def erase(self) -> None:
        """Removes all rows, for a new beginning."""

    async def close(self) -> None: ...


def in_batches(rows: Iterator[Row]) -> Iterator[Batch]:
    """Cuts by rows and by bytes, so that a few large values do not fill the memory."""
    batch, size = Batch([], []), 0
    for row in rows:
        encoded = _encode(row)
        batch.rows.append(row)
        batch.encoded.append(encoded)
        size += len(encoded)
        if len(batch.rows) >= MAX_ROWS or size >= MAX_BYTES:
            yield batch
            batch, size = Batch([], []), 0
    if batch.rows:
        yield batch


def unstorable(relation: Relation, rows: list[Row]) -> str:
    """Names the first value that is not what its column holds: SQLite stores any value in any column."""
    kinds: dict[str, type] = {"integer": int, "boolean": int, "float": float, "text": str, "bytes": bytes}
    for row in rows:
        for name, kind, value in zip(relation.columns, relation.types, row, strict=True):
            wrong = not isinstance(value, kinds[kind]) or (isinstance(value, str) and "\0" in value)
            if value is not None and wrong:
                key = ", ".join(str(row[relation.columns.index(part)]) for part in relation.key)
                return f" (column {name} of the row {key})"
    return ""
