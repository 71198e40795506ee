"""What a few hundred users say about all: how common a keyword is, and which of its pieces are worth asking for.

A wrong estimate costs time and nothing else: whatever is found by it is found by any other as well.
"""

import time
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import msgspec

from doorward.database.protocol import Reader
from doorward.domain.user_query import GRAM, grams

_SIZE: Final = 512
_SECONDS: Final = 300
_REMEMBERED: Final = 256
# So many pieces of a keyword are asked for even when one would do for those in the sample, unless they are common.
_PIECES: Final = 3
_COMMON: Final = 0.05
_FEW_DISABLED: Final = 0.1


class SearchStatistics:
    def __init__(self, people: list[tuple[str, int]], user_count: int, last_id: int) -> None:
        self._texts, self.user_count, self._last_id = [text for text, _ in people], user_count, last_id
        self.few_are_disabled = sum(status == 0 for _, status in people) <= _FEW_DISABLED * len(people)
        self._counts = Counter(gram for text in self._texts for gram in _grams_of(text))
        self._until = time.monotonic() + _SECONDS
        self.expected, self.telling = lru_cache(_REMEMBERED)(self._expected), lru_cache(_REMEMBERED)(self._telling)

    def is_old(self, last_id: int) -> bool:
        # To add up how many there are takes longer than many a search.
        grown = max(last_id, 1) / max(self._last_id, 1)
        return time.monotonic() > self._until or not 0.5 <= grown <= 2

    def _expected(self, keyword: str) -> float:
        """How many of user_count have it."""
        return sum(keyword in text for text in self._texts) * self.user_count / max(len(self._texts), 1)

    def _telling(self, keyword: str) -> list[str]:
        """The rarest pieces of the keyword: enough of them to find few who don't have the keyword itself."""
        right = sum(keyword in text for text in self._texts)
        found, chosen = self._texts, list[str]()
        for piece in sorted(grams(keyword), key=self._counts.__getitem__):
            common = self._counts[piece] > _COMMON * len(self._texts)
            if chosen and len(found) == right and (common or len(chosen) == _PIECES):
                break
            chosen.append(piece)
            found = [text for text in found if piece in text]
        return chosen


async def last_id(reader: Reader) -> int:
    row = await reader.fetchrow("SELECT max(id) FROM users")
    return int(row[0] or 0) if row else 0


async def take(reader: Reader, user_count: int, last: int) -> SearchStatistics:
    row = await reader.fetchrow("SELECT min(id) FROM users")
    first = int(row[0] or 0) if row else 0
    places = [first + (last - first) * step // _SIZE for step in range(min(_SIZE, last - first + 1))]
    # Whoever comes next, where somebody is gone.
    sql = (
        "SELECT u.search, u.status FROM json_each($1) AS p CROSS JOIN users u"
        " ON u.id = (SELECT n.id FROM users n WHERE n.id >= p.value ORDER BY n.id LIMIT 1)"
    )
    rows = await reader.fetch(sql, msgspec.json.encode(places).decode())
    return SearchStatistics([(row[0], row[1]) for row in rows], user_count, last)


def _grams_of(text: str) -> Iterable[str]:
    """Each once, however often it is there."""
    return {text[start : start + GRAM] for start in range(len(text) - GRAM + 1)}
