"""What the planner and the backends exchange: the resolved query and its matches; and the order of a list."""

from typing import Any, Final

from msgspec import Struct

from doorward.database.protocol import Reader
from doorward.domain.paging import TOTAL_CAP, PageRequest
from doorward.domain.user_query import SORTABLE, UserFilter
from doorward.domain.users import User
from doorward.store import users

_NULLABLE: Final = ("email_key", "last_login_at")
_UNIQUE: Final = ("id", "username_key")


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
    # How many have the status, with any roles; and the role, with any status.
    with_status: int = 0
    with_role: int = 0
    # Whether the candidates are so few that the keyword is checked on each of their rows.
    check_rows: bool = False

    @property
    def filtered(self) -> bool:
        return bool(self.keyword or self.facets or self.criteria.by_attributes)

    @property
    def keyword_alone(self) -> "UserQuery":
        """The same keyword, whatever the status, roles and attributes."""
        return UserQuery(UserFilter(self.criteria.keyword), self.keyword, None)

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
    # Set where counting has read the ids of all matches, in no order.
    unsorted: list[int] | None = None


def is_too_deep(criteria: UserFilter, request: PageRequest, count: int, *, capped: bool) -> bool:
    """Whether a page begins beyond the cap, in a list that no index has in its order."""
    return request.offset >= TOTAL_CAP and (capped or (criteria.by_attributes and count > request.offset))


def direction(criteria: UserFilter) -> str:
    return "DESC" if criteria.descending else "ASC"


def order_by(criteria: UserFilter, column: str = "", identity: str = "u.id") -> str:
    """The ORDER BY clause: null sorts before every value, and ties are broken by id."""
    name, way = SORTABLE[criteria.sort], direction(criteria)
    nulls = (" NULLS LAST" if criteria.descending else " NULLS FIRST") if name in _NULLABLE else ""
    # Without a tie-breaker, which a unique column does not need, both databases read its index in order.
    tie_breaker = "" if name in _UNIQUE else f", {identity} {way}"
    return f"ORDER BY {column or f'u.{name}'} {way}{nulls}{tie_breaker}"


def attributes(criteria: UserFilter, user: str = "u") -> list[tuple[str, Any]]:
    """The filters beside keyword, status and role as conditions on the row of a user. `{}` stands for the value; None
    where there is none."""
    found: list[tuple[str, Any]] = []
    for condition, value in (
        (f"{user}.id = {{}}", criteria.id),
        (f"{user}.created_at >= {{}}", criteria.created_from),
        (f"{user}.created_at < {{}}", criteria.created_to),
        (f"{user}.phone LIKE {{}} ESCAPE '\\'", contains(criteria.phone) if criteria.phone else None),
        (f"{user}.must_change_password = {{}}", _number(criteria.must_change_password)),
        (f"{user}.email_verified = {{}}", _number(criteria.email_verified)),
        (f"{user}.service = {{}}", _number(criteria.service)),
    ):
        if value is not None:
            found.append((condition, value))
    if criteria.never_signed_in is not None:
        found.append((f"{user}.last_login_at IS {'' if criteria.never_signed_in else 'NOT '}NULL", None))
    if criteria.no_role is not None:
        held = f"EXISTS (SELECT 1 FROM user_roles h JOIN roles k ON k.id = h.role_id WHERE h.user_id = {user}.id"
        found.append((f"{'NOT ' if criteria.no_role else ''}{held} AND k.deleted_at IS NULL)", None))
    return found


def contains(text: str) -> str:
    """A pattern for LIKE ... ESCAPE '\\' that matches values with the text anywhere."""
    escaped = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"


def _number(flag: bool | None) -> int | None:
    return None if flag is None else int(flag)


async def fetch_users(
    reader: Reader, criteria: UserFilter, size: int, ids: str, offset: int, values: list[Any]
) -> list[User]:
    """The users of one page. `ids` is a query for the ids of the whole list in order, `values` are its bind values."""
    sql = (
        f"SELECT {users.SELECT} FROM users u {users.JOIN_ROLES}"
        f" WHERE u.id IN ({ids} LIMIT {size} OFFSET {offset}) {order_by(criteria)}"
    )
    return users.from_rows(await reader.fetch(sql, *values))
