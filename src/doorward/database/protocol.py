"""The interface that both databases implement.

A unit of work is an async function that takes a transaction. It takes effect as a whole or not at all, and may be run
again after it lost a race: so it does nothing but use its transaction, and returns what it decided.
SQL is written once, with `$1` placeholders, wherever the two databases agree (docs/decisions/0003).
"""

from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol, TypeVar

T = TypeVar("T")
Row = Sequence[Any]


class Reader(Protocol):
    async def fetch(self, sql: str, *args: Any) -> Sequence[Row]: ...

    async def fetchrow(self, sql: str, *args: Any) -> Row | None: ...


class Transaction(Reader, Protocol):
    # Ends a SELECT that locks its rows for this transaction and skips rows that another one has locked.
    skip_locked: str
    # Ends a SELECT that locks its rows for this transaction, and waits for those that another one has locked.
    lock_rows: str

    async def execute(self, sql: str, *args: Any) -> None: ...

    async def insert_rows(self, table: str, columns: str, rows: Sequence[Row]) -> None:
        """Inserts many rows with few statements."""

    async def insert_new(self, table: str, columns: str, rows: Sequence[Row], key: str) -> dict[str, int]:
        """Inserts the rows that conflict with none. Returns their ids by the value of `key`, a unique text column."""

    async def lock(self, name: str) -> None:
        """Waits for other transactions that lock the same name, and holds the lock until this one ends."""

    async def continue_after(self, table: str, last: int) -> None:
        """Gives rows that are inserted later without an id larger ids than `last`. Call it after `hold_writers`."""

    async def hold_writers(self, *tables: str) -> None:
        """Waits for transactions that write to the tables, and keeps others from writing until this one ends."""


Work = Callable[[Transaction], Awaitable[T]]
BackgroundRead = Callable[[Reader], Awaitable[T]]


class Database(Reader, Protocol):
    """`fetch` and `fetchrow` on the database itself run one read outside any transaction."""

    async def fetch_each(self, columns: str, source: str, keys: Collection[int], *args: Any) -> Sequence[Row]:
        """Reads the rows for many keys in one statement; each row is the key, then the columns.

        `source` is what follows FROM, with `{key}` where the key belongs; the args are `$2` and so on. Each key is
        looked up by itself, so that the plan does not depend on the number of keys (docs/decisions/0015).
        """

    async def write(self, work: Work[T]) -> T:
        """Runs the work in a transaction. What it wrote is durable when this returns."""

    async def write_once(self, work: Work[T]) -> T:
        """Runs work that writes with at most one statement, in autocommit: it stands even if the work fails later.

        Without BEGIN and COMMIT it takes two round trips less on PostgreSQL; on SQLite it needs no savepoint. It is
        never run again: whether a statement took effect is unknown when its connection is lost.
        """

    async def read_in_background(
        self, work: BackgroundRead[T], user_id: int | None = None, *, replica: bool = False
    ) -> T:
        """Runs reads that may take long, on one snapshot, without delaying short reads or writes.

        `user_id`: the user for whom they are, who shares the lane of lists with others (docs/decisions/0020). Raises
        TooManyLists, ListsBusy or SearchTimeout. Cancelling the task stops the running statement.

        `replica`: the result is only shown, and may come from a replica that is a little behind, though never behind
        this user's own changes (docs/decisions/0053). Never for what decides on rights or precedes a write.
        """

    def hold(self, name: str) -> AbstractAsyncContextManager[bool]:
        """Holds a lock over many transactions while the block runs; False if another process holds it.

        It ends with the process, however that ends.
        """

    def gauges(self) -> dict[str, float]:
        """`connections`, `connections_idle`, and `database_waiting`: how many units of work are queued."""

    async def has_table(self, name: str) -> bool: ...

    async def open(self) -> None: ...

    async def close(self) -> None: ...
