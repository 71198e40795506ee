"""Pending changes on SQLite: users that changed since they were indexed, which a list reads from their rows.

FTS5 indexes hundreds of users at once for a tenth of what one by one costs. So a write only records, by a trigger, what
the indexes have of this user in the table `user_news` (nulls for a new user). Batches of these are indexed later.
docs/decisions/0009
"""

from collections.abc import Iterable
from typing import Final

from doorward.database.protocol import Reader, Transaction
from doorward.search.filling import BLOCK, is_ready
from doorward.search.sqlite import order_build, sort_keys, sort_orders
from doorward.search.sqlite.full_text import facet_terms, text_terms

# Users in one transaction, while other writers wait.
_BATCH: Final = 500


async def fill_range(tx: Transaction, after: int, upto: int) -> None:
    """Indexes the users with `after < id <= upto` for the first time."""
    entries = "SELECT id, search, facets FROM user_entries WHERE id > $1 AND id <= $2 ORDER BY id"
    rows = await tx.fetch(entries, after, upto)
    terms = ((row[0], _terms(row[1], row[2])) for row in rows)
    await (_add_terms(tx, terms) if len(rows) <= BLOCK else _add_terms_one_by_one(tx, terms))
    await sort_keys.fill_range(tx, after, upto)
    await order_build.postpone(tx, after)
    members = "user_memberships WHERE id > $1 AND id <= $2"
    totals = f"SELECT role_id, status, id / 1000, count(*) FROM {members} GROUP BY 1, 2, 3"
    # A block whose users were all deleted, before a bulk load left later ones to this, has counts of 0.
    added = "ON CONFLICT (role_id, status, block) DO UPDATE SET n = n + excluded.n"
    await tx.execute(f"INSERT INTO user_totals {totals} {added}", after, upto)


async def any_pending(reader: Reader) -> bool:
    """Usually there are none. Then statements need not exclude them from what the indexes find."""
    return await reader.fetchrow("SELECT 1 FROM user_news LIMIT 1") is not None


async def last_id(reader: Reader) -> int:
    """The largest id with pending changes. Its user may be deleted, and the indexes have that user still."""
    row = await reader.fetchrow("SELECT max(id) FROM user_news")
    return row[0] or 0 if row else 0


async def apply_batch(tx: Transaction) -> bool:
    """Indexes one batch. Returns whether it was full, so that more may be pending.

    Nothing is applied before the indexes are full, because the build of the sort orders relies on it. The transaction
    itself has to look: a loop over batches may have begun before another process postponed them. docs/decisions/0058
    """
    if not await is_ready(tx):
        return False
    columns = "n.id, n.search, n.facets, e.search, e.facets"
    pending = "user_news n LEFT JOIN user_entries e ON e.id = n.id ORDER BY n.id"
    rows = await tx.fetch(f"SELECT {columns} FROM {pending} LIMIT $1", _BATCH)
    upto = rows[-1][0] if rows else 0
    await sort_orders.apply_pending(tx, upto)
    # A null text stands for a user that the index does not have yet, or that was deleted.
    changed = [row for row in rows if row[1:3] != row[3:5]]
    await _remove_terms(tx, ((row[0], _terms(row[1], row[2], row[3])) for row in changed if row[1] is not None))
    await _add_terms(tx, ((row[0], _terms(row[3], row[4], row[1])) for row in changed if row[3] is not None))
    await sort_keys.apply_pending(tx, upto)
    await tx.execute("DELETE FROM user_news WHERE id <= $1", upto)
    return len(rows) == _BATCH


async def _add_terms(tx: Transaction, entries: Iterable[tuple[int, str]]) -> None:
    await tx.insert_rows("user_grams", "rowid, words", list(entries))


async def _add_terms_one_by_one(tx: Transaction, entries: Iterable[tuple[int, str]]) -> None:
    # FTS5 writes its n-grams after each statement of several rows, and after all if each has one. But a statement waits
    # for the interpreter's lock: in a service, which fills one block at a time, other writers would wait meanwhile.
    for entry in entries:
        await tx.execute("INSERT INTO user_grams (rowid, words) VALUES ($1, $2)", *entry)


async def _remove_terms(tx: Transaction, entries: Iterable[tuple[int, str]]) -> None:
    # The index is contentless: FTS5 removes exactly the terms that it is given.
    await tx.insert_rows("user_grams", "user_grams, rowid, words", [("delete", *entry) for entry in entries])


def _terms(search: str, facets: str, other: str | None = None) -> str:
    """All terms of a user; those of the facets alone if the other version has the same text."""
    return ("" if search == other else text_terms(search)) + facet_terms(search, facets)
