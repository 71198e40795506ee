"""Builds the sort orders of lists: the entries of all users that were indexed since the last time, sorted.

`order_index.upto`: the last user with entries in the orders. Those of later users are built from what the indexes have
of them, which is their row, or what `user_news` says of a user that has changed since. So it is the same whenever it is
read, as long as no pending changes are applied, and these wait until the orders are built. docs/decisions/0058
"""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Final

from doorward.database.protocol import Database, Reader, Transaction
from doorward.search.filling import ALL_IDS, Pacer, Report
from doorward.search.sqlite.sort_orders import KEPT_IN_TABLE, entry

if TYPE_CHECKING:  # A service on PostgreSQL does not import the driver of SQLite.
    from doorward.database.sqlite.sorted_rows import SortedRows

Sorter = Callable[[], AbstractAsyncContextManager["SortedRows"]]

# Entries in one transaction, while other writers wait.
_BATCH: Final = 20_000
_LOCK: Final = "sort-orders"


async def are_built(reader: Reader) -> bool:
    row = await reader.fetchrow("SELECT upto FROM order_index")
    return row is not None and row[0] == ALL_IDS


async def postpone(tx: Transaction, after: int) -> None:
    """Leaves the entries of users after that id to `build`."""
    # A build that is running does not have them, and sees at its end that the number has changed.
    await tx.execute("UPDATE order_index SET upto = min(upto, $1), postponed = postponed + 1", after)


async def build(database: Database, sorter: Sorter, report: Report, pacer: Pacer) -> None:
    async with database.hold(_LOCK) as free:
        if free and not await are_built(database):
            await _build(database, sorter, report, pacer)


async def _build(database: Database, sorter: Sorter, report: Report, pacer: Pacer) -> None:
    after, postponed = await database.fetchrow("SELECT upto, postponed FROM order_index") or (0, 0)
    async with sorter() as rows:
        for number, column in enumerate(KEPT_IN_TABLE):
            count, done = await rows.sort(_entries(column, after)), 0
            while done < count:
                await rows.insert("user_order", done, done + _BATCH)
                done = min(done + _BATCH, count)
                report("entries of orders", number * count + done, len(KEPT_IN_TABLE) * count)
                await pacer.pause_if_due()
    await database.write(
        lambda tx: tx.execute("UPDATE order_index SET upto = $1 WHERE postponed = $2", ALL_IDS, postponed)
    )


def _entries(column: str, after: int) -> str:
    """What the indexes have of each user after that id."""
    of_users, of_news = (f"SELECT '{column}', {entry(column, table)}, {table}.id FROM" for table in "un")
    # Changes of later ones are not recorded.
    indexed = f"u.id > {after} AND u.id <= (SELECT upto FROM list_index)"
    return (
        f"{of_users} users u WHERE {indexed} AND u.id NOT IN (SELECT id FROM user_news)"
        f" UNION ALL {of_news} user_news n WHERE n.id > {after} AND n.search IS NOT NULL ORDER BY 2, 3"
    )
