"""What the planner and the backends exchange: the resolved query, its matches, and the access paths to implement."""

from typing import Any, Protocol

from msgspec import Struct

from doorward.database.protocol import Reader
from doorward.domain.paging import PageRequest
from doorward.domain.user_query import UserFilter
from doorward.search.filling import IndexFiller


class Values(list[Any]):
    """The bind values of a statement; calling it appends one and returns its placeholder."""

    def __call__(self, value: Any) -> str:
        self.append(value)
        return f"${len(self)}"


class UserQuery(Struct, frozen=True):
    """A filter resolved against the database, with the counts that the planner needs."""

    criteria: UserFilter
    keyword: str  # Folded.
    role_id: int | None
    # How many users have the status and the role: exact, or an estimate if the filter has neither but a keyword.
    candidates: int = 0
    # How many have the status, whatever their roles.
    with_status: int = 0
    # Whether the candidates are so few that the keyword is checked on each of their rows.
    check_rows: bool = False

    @property
    def filtered(self) -> bool:
        return bool(self.keyword or self.facets)

    @property
    def facets(self) -> list[str]:
        """Status and role as terms of the index."""
        status = [] if self.criteria.status is None else [f"s{self.criteria.status}"]
        return status + ([] if self.role_id is None else [f"r{self.role_id}"])


class IdQuery(Struct, frozen=True):
    """A query for ids in the order of the list, and how many of them come before the page."""

    sql: str
    values: list[Any]
    offset: int


class Matches(Struct, frozen=True):
    # Exact up to the cap; above it, any number from there to an estimate of all matches.
    count: int
    # Set where counting has produced the ids as well, so that no other access path is needed.
    ids: IdQuery | None = None


class SearchBackend(IndexFiller, Protocol):
    """The access paths of one database. Those that return text return a query for ids in the order of the list."""

    # Whether `index_scan` can read the matches of a filter in the order of ids.
    matches_ordered_by_id: bool
    # The cost of one row read by an ordered scan, in matches that are collected and sorted.
    scan_cost_ratio: int

    async def estimate_users(self, reader: Reader) -> int:
        """About how many users there are."""
        ...

    async def match(self, reader: Reader, query: UserQuery, page: PageRequest) -> Matches:
        """Counts the matches of a query with a keyword, up to the cap."""
        ...

    def index_scan(self, query: UserQuery, start: str, values: Values) -> str:
        """Reads an index that has the matches in order. `start` is a condition on the id, or empty."""
        ...

    def ordered_scan(self, query: UserQuery, start: str, budget: int, values: Values) -> str:
        """Reads up to `budget` users in order, and keeps those that match."""
        ...

    async def collect_and_sort(self, reader: Reader, query: UserQuery, first: int, values: Values) -> str:
        """Collects all matches and sorts them. At least the `first` of them are in the result."""
        ...
