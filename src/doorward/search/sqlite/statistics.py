"""Statistics for the planner on SQLite, from a sample of a few hundred users.

They estimate how many users match a keyword, and which of its n-grams are selective. A wrong estimate costs time and
never changes what is found.
"""

import time
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import msgspec

from doorward.database.protocol import Reader
from doorward.domain.user_fields import DISABLED
from doorward.search.ngrams import NGRAM, ngrams

_SAMPLE_SIZE: Final = 512
_SECONDS: Final = 300
_CACHED_KEYWORDS: Final = 256
# Up to this many n-grams are looked up even if one is selective enough in the sample, unless they are common.
_NGRAMS: Final = 3
_COMMON: Final = 0.05


class SearchStatistics:
    def __init__(self, sample: list[tuple[str, int]], user_count: int, last_id: int) -> None:
        """`sample`: the searched text and the status of each user in it."""
        self._texts, self.user_count, self._last_id = [text for text, _ in sample], user_count, last_id
        self.disabled_share = sum(status == DISABLED for _, status in sample) / max(len(sample), 1)
        self._frequencies = Counter(ngram for text in self._texts for ngram in _distinct_ngrams(text))
        self._until = time.monotonic() + _SECONDS
        self.estimate_matches = lru_cache(_CACHED_KEYWORDS)(self._estimate_matches)
        self.selective_ngrams = lru_cache(_CACHED_KEYWORDS)(self._selective_ngrams)

    def is_stale(self, last_id: int) -> bool:
        # By the highest id: summing the block counts would take longer than many searches.
        growth = max(last_id, 1) / max(self._last_id, 1)
        return time.monotonic() > self._until or not 0.5 <= growth <= 2

    def _estimate_matches(self, keyword: str) -> float:
        return sum(keyword in text for text in self._texts) * self.user_count / max(len(self._texts), 1)

    def _selective_ngrams(self, keyword: str) -> list[str]:
        """The rarest n-grams of the keyword: as many as are needed to find few users without the keyword itself."""
        matching = sum(keyword in text for text in self._texts)
        found, chosen = self._texts, list[str]()
        for ngram in self._by_selectivity(keyword):
            if chosen and len(found) == matching and (self._is_common(ngram) or len(chosen) == _NGRAMS):
                break
            chosen.append(ngram)
            found = [text for text in found if ngram in text]
        return chosen

    def _by_selectivity(self, keyword: str) -> list[str]:
        """The n-grams of the keyword, the rarest first, but before all others those that don't overlap: n-grams of the
        same word are in the same texts, and a second one of them leaves out hardly any."""
        ordered = sorted(ngrams(keyword), key=self._frequencies.__getitem__)
        apart = list[str]()
        for ngram in ordered:
            place = keyword.index(ngram)
            overlaps = any(abs(place - keyword.index(other)) < NGRAM for other in apart)
            if not overlaps and not self._is_common(ngram):
                apart.append(ngram)
        return [*apart, *(ngram for ngram in ordered if ngram not in apart)]

    def _is_common(self, ngram: str) -> bool:
        return self._frequencies[ngram] > _COMMON * len(self._texts)


async def collect(reader: Reader, user_count: int, last: int) -> SearchStatistics:
    """Samples users at equal distances over the range of ids."""
    row = await reader.fetchrow("SELECT min(id) FROM users")
    first = int(row[0] or 0) if row else 0
    ids = [first + (last - first) * step // _SAMPLE_SIZE for step in range(min(_SAMPLE_SIZE, last - first + 1))]
    # Where an id is not in use, the next one that is.
    sql = (
        "SELECT u.search, u.status FROM json_each($1) AS p CROSS JOIN users u"
        " ON u.id = (SELECT n.id FROM users n WHERE n.id >= p.value ORDER BY n.id LIMIT 1)"
    )
    rows = await reader.fetch(sql, msgspec.json.encode(ids).decode())
    return SearchStatistics([(row[0], row[1]) for row in rows], user_count, last)


def _distinct_ngrams(text: str) -> Iterable[str]:
    return {text[start : start + NGRAM] for start in range(len(text) - NGRAM + 1)}
