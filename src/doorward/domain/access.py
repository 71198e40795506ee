"""Roles, permissions and who may do what."""

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from doorward.errors import BeyondOwnRights, Outranked, PasswordChangeRequired, PermissionDenied

WILDCARD = "*"
ADMIN_ROLE = "admin"

# What the service itself asks for. Applications add names of their own through roles.
PERMISSIONS = {
    "users:read": "List and read users",
    "users:create": "Create users",
    "users:update": "Change users",
    "users:delete": "Delete users",
    "sessions:read": "See where users are signed in",
    "sessions:delete": "Sign users out everywhere",
    "audit:read": "Read the audit trail and figures",
    "roles:read": "List and read roles and permissions",
    "roles:create": "Create roles",
    "roles:update": "Change roles",
    "roles:delete": "Delete roles",
}


class Role(Struct, frozen=True):
    name: str
    permissions: str  # Names in order, separated by single spaces, as stored.


@lru_cache(maxsize=4096)
def effective(roles: tuple[Role, ...]) -> tuple[str, ...]:
    """The permissions that the roles give together, sorted; only `*` when one of them gives everything."""
    held = {name for role in roles for name in role.permissions.split()}
    return (WILDCARD,) if WILDCARD in held else tuple(sorted(held))


def covers(held: Iterable[str], wanted: str) -> bool:
    """Whether the held permissions include the wanted one, wildcards on either side counted."""
    resource = wanted.partition(":")[0]
    return any(name in (WILDCARD, wanted, f"{resource}:*") for name in held)


def first_missing(held: Iterable[str], wanted: Iterable[str]) -> str | None:
    held = tuple(held)
    return next((name for name in wanted if not covers(held, name)), None)


class Origin(Struct, frozen=True):
    """Where a request came from: what the audit trail and the session list say of it."""

    address: str
    user_agent: str
    request_id: str


NO_ORIGIN = Origin("", "", "")


class Actor(Struct, frozen=True):
    """Somebody who asks for something, with the rights they have at this moment."""

    user_id: int | None
    session_id: int | None  # None for whoever needs none: their rights are not asked of the database again.
    permissions: tuple[str, ...]
    origin: Origin
    name: str  # The username, or what stands for somebody who is no user.
    must_change_password: bool = False

    @property
    def ref(self) -> str:
        """How the audit trail refers to them, also when they are renamed or gone."""
        return self.name if self.user_id is None else f"user:{self.user_id}"

    def require(self, permission: str) -> None:
        # Asked here, by everything that needs a right: what is left is one's own account.
        if self.must_change_password:
            raise PasswordChangeRequired
        if not covers(self.permissions, permission):
            raise PermissionDenied(permission)

    def require_rank_over(self, permissions: Iterable[str]) -> None:
        missing = first_missing(self.permissions, permissions)
        if missing is not None:
            raise Outranked(missing)

    def require_may_grant(self, permissions: Iterable[str]) -> None:
        missing = first_missing(self.permissions, permissions)
        if missing is not None:
            raise BeyondOwnRights(missing)


def anonymous(origin: Origin) -> Actor:
    """Somebody of whom nothing is known."""
    return Actor(None, None, (), origin, "")


def trusted(name: str) -> Actor:
    """Somebody who holds the database and the secret anyway: the service itself, or `cli:ann` at its machine."""
    return Actor(None, None, (WILDCARD,), NO_ORIGIN, name)


SYSTEM = trusted("system")
