"""Clearing away, on SQLite, the indexes that an earlier version had: piece by piece, and from where it was stopped.

To drop a large table frees each of its pages while all writers wait. So migrations only rename what they replace.
"""

from typing import Final

from doorward.database.protocol import Reader, Transaction

# So many are removed in a transaction: entries of an order, or pages of a search index.
_ENTRIES: Final = 20_000
_PAGES: Final = 1_000
_STRUCTURE: Final = 10
_NAMES: Final = (
    "SELECT name FROM sqlite_master WHERE type = 'table'"
    " AND (name GLOB 'outdated_grams_????' OR name GLOB 'outdated_order_????') ORDER BY name"
)


async def how_many(reader: Reader) -> int:
    return len(await reader.fetch(_NAMES))


async def clear_some(tx: Transaction) -> None:
    """Removes the next piece."""
    table = await tx.fetchrow(_NAMES)
    if table is None:
        return  # Another process was quicker.
    name = str(table[0])
    if name.startswith("outdated_grams"):
        # FTS5 has its words in a table of its own, page by page, after two rows without which it can't be dropped.
        piece = await _piece(tx, f"{name}_data", "id", _PAGES, f"id > {_STRUCTURE}")
    else:
        piece = await _piece(tx, name, "field, value, id", _ENTRIES)
    await tx.execute(piece or f"DROP TABLE {name}")


async def _piece(tx: Transaction, table: str, key: str, size: int, which: str = "true") -> str:
    """The statement that removes so many rows; nothing when there are fewer."""
    last = f"SELECT {key} FROM {table} WHERE {which} ORDER BY {key} LIMIT 1 OFFSET {size - 1}"
    if await tx.fetchrow(last) is None:
        return ""
    return f"DELETE FROM {table} WHERE {which} AND ({key}) <= ({last})"
