"""Removes the indexes of an earlier version from SQLite, batch by batch.

Dropping a large table frees each of its pages while all writers wait. So migrations only rename what they replace, and
each transaction here deletes a bounded part. An interrupted run continues with what is left.
"""

from typing import Final

from doorward.database.protocol import Reader, Transaction
from doorward.search.options import Batches

# FTS5 keeps its structure in the first rows of its data; without them its table can't be dropped.
_LAST_STRUCTURE_ROW: Final = 10
_TABLES: Final = (
    "SELECT name FROM sqlite_master WHERE type = 'table'"
    " AND (name GLOB 'outdated_grams_????' OR name GLOB 'outdated_order_????') ORDER BY name"
)


async def count(reader: Reader) -> int:
    return len(await reader.fetch(_TABLES))


async def remove_batch(tx: Transaction, batches: Batches) -> None:
    """Deletes one batch of rows, or drops a table that has fewer left."""
    table = await tx.fetchrow(_TABLES)
    if table is None:
        return  # Another process has dropped the last one.
    name = str(table[0])
    if name.startswith("outdated_grams"):
        not_structure = f"id > {_LAST_STRUCTURE_ROW}"
        delete = await _delete_batch(tx, f"{name}_data", "id", batches.legacy_pages, not_structure)
    else:
        delete = await _delete_batch(tx, name, "field, value, id", batches.legacy_entries)
    await tx.execute(delete or f"DROP TABLE {name}")


async def _delete_batch(tx: Transaction, table: str, key: str, size: int, condition: str = "true") -> str:
    """The statement that deletes the first `size` rows; empty if there are fewer."""
    last = f"SELECT {key} FROM {table} WHERE {condition} ORDER BY {key} LIMIT 1 OFFSET {size - 1}"
    if await tx.fetchrow(last) is None:
        return ""
    return f"DELETE FROM {table} WHERE {condition} AND ({key}) <= ({last})"
