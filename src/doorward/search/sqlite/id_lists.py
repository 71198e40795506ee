"""Ids of many users as one value of JSON, in both directions."""

import msgspec

from doorward.database.protocol import Reader
from doorward.search.query import Values


async def fetch_ids(reader: Reader, ids: str, values: Values) -> list[int]:
    # As one row: each row fetched from SQLite takes the interpreter lock again.
    row = await reader.fetchrow(f"SELECT json_group_array(id) FROM ({ids})", *values)
    return msgspec.json.decode(row[0], type=list[int]) if row else []


def listed(ids: list[int], values: Values) -> str:
    """A query for these ids, in this order."""
    return f"SELECT value AS id FROM json_each({values(msgspec.json.encode(ids).decode())})"
