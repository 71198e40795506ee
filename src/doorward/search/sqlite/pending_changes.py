"""Taking users into SQLite's indexes of lists: block by block at first, and then those who changed, many at once.

A change only makes a user news; see store.lists_sqlite.
"""

from collections.abc import Iterable
from typing import Final

from doorward.database.protocol import Transaction
from doorward.domain.user_query import SORTABLE
from doorward.search.sqlite import sort_keys
from doorward.search.sqlite.ngrams import facet_words, words

# Orders by these have a unique index of their own.
INDEXED: Final = ("id", "username_key", "email_key")
_ORDERED: Final = tuple(column for column in SORTABLE.values() if column not in INDEXED)
# So many users are taken into the search index at once, while other writers wait.
_AT_ONCE: Final = 500


async def fill(tx: Transaction, after: int, upto: int) -> None:
    entries = "SELECT id, search, facets FROM user_entries WHERE id > $1 AND id <= $2 ORDER BY id"
    rows = await tx.fetch(entries, after, upto)
    await _apply(tx, ((row[0], words(row[1]) + facet_words(row[1], row[2])) for row in rows))
    await sort_keys.fill(tx, after, upto)
    # OR FAIL: what fails is undone with its transaction. To undo a statement alone, SQLite would keep every page that
    # it touches as it was before, in memory: the more users there are, the more pages.
    await tx.execute(
        "INSERT OR FAIL INTO user_order SELECT field, value, id FROM user_positions WHERE id > $1 AND id <= $2"
        " ORDER BY field, value",
        after,
        upto,
    )
    await tx.execute(
        "INSERT INTO user_totals SELECT role_id, status, id / 1000, count(*) FROM user_memberships"
        " WHERE id > $1 AND id <= $2 GROUP BY 1, 2, 3",
        after,
        upto,
    )


async def _apply(tx: Transaction, entries: Iterable[tuple[int, str]]) -> None:
    await tx.insert_rows("user_grams", "rowid, words", list(entries))


async def _forget(tx: Transaction, entries: Iterable[tuple[int, str]]) -> None:
    # FTS5 has no texts of its own: it forgets the words that it is told.
    await tx.insert_rows("user_grams", "user_grams, rowid, words", [("delete", *entry) for entry in entries])


async def apply_pending(tx: Transaction) -> bool:
    """Takes in some of those who changed. Returns whether there may be more."""
    rows = await tx.fetch(
        "SELECT n.id, n.search, n.facets, e.search, e.facets FROM user_news n LEFT JOIN user_entries e ON e.id = n.id"
        " ORDER BY n.id LIMIT $1",
        _AT_ONCE,
    )
    upto = rows[-1][0] if rows else 0
    for column in _ORDERED:
        await _reorder(tx, column, upto)
    changed = [row for row in rows if row[1:3] != row[3:5]]
    # Where the text is the same, only the facets are told; no text stands for somebody who is not there.
    await _forget(tx, ((row[0], _terms(row[1], row[2], row[3])) for row in changed if row[1] is not None))
    await _apply(tx, ((row[0], _terms(row[3], row[4], row[1])) for row in changed if row[3] is not None))
    await sort_keys.apply_pending(tx, upto)
    await tx.execute("DELETE FROM user_news WHERE id <= $1", upto)
    return len(rows) == _AT_ONCE


async def _reorder(tx: Transaction, column: str, upto: int) -> None:
    before, now = (f"coalesce({table}.{column}, -1)" for table in "nu")
    await tx.execute(
        f"DELETE FROM user_order WHERE field = '{column}' AND (value, id) IN (SELECT {before}, n.id"
        " FROM user_news n LEFT JOIN users u ON u.id = n.id"
        f" WHERE n.id <= $1 AND n.search IS NOT NULL AND (u.id IS NULL OR {before} <> {now}))",
        upto,
    )
    await tx.execute(
        f"INSERT INTO user_order SELECT '{column}', {now}, u.id FROM user_news n CROSS JOIN users u ON u.id = n.id"
        f" WHERE n.id <= $1 AND (n.search IS NULL OR {before} <> {now})",
        upto,
    )


def _terms(search: str, facets: str, other: str | None) -> str:
    return ("" if search == other else words(search)) + facet_words(search, facets)
