"""The one small interface behind which both databases stand.

A unit of work is an async function that takes a transaction. Work is run as a whole or not at all, and may be run again
when it lost a race: so it does nothing but talk to its transaction, and returns what it decided.
SQL is written once, with `$1`-style placeholders, wherever the two databases agree.
"""

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any, Protocol, TypeVar

T = TypeVar("T")
Row = Sequence[Any]


class Reader(Protocol):
    async def fetch(self, sql: str, *args: Any) -> Sequence[Row]: ...

    async def fetchrow(self, sql: str, *args: Any) -> Row | None: ...


class Transaction(Reader, Protocol):
    # Ends a SELECT that takes rows for this transaction, leaving out those that others hold.
    claim: str

    async def execute(self, sql: str, *args: Any) -> None: ...

    async def insert_rows(self, table: str, columns: str, rows: Sequence[Row]) -> None:
        """Many rows at once."""
        ...

    async def insert_new(self, table: str, columns: str, rows: Sequence[Row], known_by: str) -> dict[str, int]:
        """Those of many rows that conflict with none. Returns their ids, by the text in a unique column."""
        ...

    async def lock(self, name: str) -> None:
        """Holds others who lock the same name off until this transaction ends."""
        ...

    async def hold_writers(self, *tables: str) -> None:
        """Waits until nobody writes to the tables, and lets nobody until this transaction ends."""
        ...


Work = Callable[[Transaction], Awaitable[T]]
BackgroundRead = Callable[[Reader], Awaitable[T]]


class Database(Reader, Protocol):
    """Statements on the database itself are reads, each by itself."""

    async def fetch_each(self, columns: str, source: str, keys: Collection[int], *args: Any) -> Sequence[Row]:
        """The rows for each of many keys, all in one statement, and in each row the key before the columns.

        `source` is what comes after FROM, up to the key, which is the last word; the args are `$2` and so on. Each is
        looked up as if by itself, whatever the database thinks of so many.
        """
        ...

    async def write(self, work: Work[T]) -> T:
        """Runs the work in a transaction; when this returns, what it wrote is durable."""
        ...

    async def write_and_read(self, sql: str, *args: Any, then: str) -> Sequence[Row] | None:
        """Runs one statement that writes, and with the first value of the row that it returns one that reads; None
        when it returned no row. Where the database is far, this saves the ways of a transaction; where it is near,
        whoever writes has at hand what is to be read."""
        ...

    async def read_in_background(self, work: BackgroundRead[T]) -> T:
        """Reads that may take milliseconds, out of the way of those that don't, and all as of one moment."""
        ...

    def gauges(self) -> dict[str, float]:
        """`connections`, `connections_idle`, and how much work is `database_waiting`."""
        ...

    async def has_table(self, name: str) -> bool: ...

    async def open(self) -> None: ...

    async def close(self) -> None: ...
