"""Users with a text that begins with the keyword, on SQLite. They match it, and are adjacent in the order of that text.

People search for the beginnings of names. If as many users begin with the keyword as may match it, then all of these
match, and no row has to be read to know that. docs/decisions/0009
"""

from typing import Final

from doorward.database.protocol import Reader
from doorward.domain.user_query import SORTABLE
from doorward.search.query import UserQuery, Values, direction
from doorward.search.sqlite import sort_keys, sort_orders

# The greatest character: every text that begins with a keyword sorts before the keyword and this.
_LAST: Final = "\U0010ffff"


async def count(reader: Reader, keyword: str, column: str, most: int, *, with_pending: bool) -> int:
    """How many users have a text in this column that begins with the keyword, up to `most`."""
    values = Values()
    entries = _entries(keyword, column, values, with_pending=with_pending)
    row = await reader.fetchrow(f"SELECT count(*) FROM ({entries} LIMIT {most})", *values)
    return int(row[0]) if row else 0


async def are_all(reader: Reader, keyword: str, candidates: int, *, with_pending: bool) -> bool:
    """Whether all of so many candidates match, because as many users have a text that begins with the keyword.

    The candidates have to be those of the keyword alone, so that these users are among them.
    """
    for column in sort_keys.TEXTS:
        if await count(reader, keyword, column, candidates + 1, with_pending=with_pending) == candidates:
            return True
    return False


def ids(query: UserQuery, values: Values, *, with_pending: bool) -> str:
    """The ids of the users whose text in the column of the order begins with the keyword, in that order."""
    entries = _entries(query.keyword, SORTABLE[query.criteria.sort], values, with_pending=with_pending)
    way = direction(query.criteria)
    return f"SELECT id FROM ({entries} ORDER BY value {way}, id {way})"


def _entries(keyword: str, column: str, values: Values, *, with_pending: bool) -> str:
    begins = f"{{0}} >= {values(keyword)} AND {{0}} < {values(keyword + _LAST)}"
    return sort_orders.entries_where(column, begins, values, with_pending=with_pending)
