"""Actors, roles and permissions."""

from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import chain
from typing import Final

from msgspec import Struct

from doorward.domain.sign_in.strength import Strength
from doorward.errors import (
    BeyondOwnRights,
    Fault,
    ImpersonationNotAllowed,
    KeyNotAllowed,
    Outranked,
    PermissionDenied,
    RoleNotHeld,
)

WILDCARD = "*"
ADMIN_ROLE = "admin"
GRANT_ROLES = "roles:grant"
IMPERSONATE = "users:impersonate"

# The permissions that the service itself asks for. Roles may grant any others, for applications.
PERMISSIONS: Final = {
    "users:read": "List and read users",
    "users:create": "Create users",
    "users:update": "Update users",
    "users:delete": "Delete users",
    "sessions:read": "List the sessions of users",
    "sessions:delete": "End the sessions of users",
    "audit:read": "Read the audit trail and statistics",
    "system:read": "Read the state of the system, its settings, and the operations of all users",
    "system:write": "Rotate signing keys, verify the audit trail, and cancel the operations of other users",
    "roles:read": "List and read roles and permissions",
    "roles:create": "Create roles",
    "roles:update": "Update roles",
    "roles:delete": "Delete roles",
    GRANT_ROLES: "Grant roles without holding them, take over their holders, and rename roles",
}


# Roles with more text than this are not cached with their users: 4,096 users with thousands of permissions each would
# take gigabytes.
_CACHED_TEXT: Final = 8192


class Role(Struct, frozen=True):
    name: str
    permissions: str  # As stored: sorted names, separated by single spaces.
    required_strength: int = Strength.PASSWORD  # How strong a sign-in must be for what the role grants.


def effective(roles: tuple[Role, ...]) -> tuple[str, ...]:
    """The union of the permissions that the roles grant, sorted; only `*` when one of them grants everything."""
    return _cached_union(roles) if worth_caching(roles) else _union(roles)


def worth_caching(roles: Iterable[Role]) -> bool:
    return sum(len(role.permissions) for role in roles) <= _CACHED_TEXT


def _union(roles: tuple[Role, ...]) -> tuple[str, ...]:
    # Sorted texts one after the other: sorting merges them in half the time that a set would take.
    held = dict.fromkeys(chain.from_iterable(_names(role.permissions) for role in roles))
    return (WILDCARD,) if WILDCARD in held else tuple(sorted(held))


@lru_cache(maxsize=1024)
def _names(permissions: str) -> list[str]:
    return permissions.split()


_cached_union: Final = lru_cache(maxsize=4096)(_union)


def covers(held: Collection[str], wanted: str) -> bool:
    """Whether the held permissions include the wanted one; both may contain wildcards."""
    return wanted in held or WILDCARD in held or f"{wanted.partition(':')[0]}:*" in held


def first_missing(held: Iterable[str], wanted: Iterable[str]) -> str | None:
    known = frozenset(held)
    return next((name for name in wanted if not covers(known, name)), None)


def narrowed(held: tuple[str, ...], wanted: tuple[str, ...] | None) -> tuple[str, ...]:
    """What two sets of permissions have in common, sorted; None wants all. Takes time linear in both."""
    if wanted is None or WILDCARD in wanted:
        return held
    known = frozenset(held)
    common = {name for name in wanted if covers(known, name)}
    resources = {name[:-1] for name in wanted if name.endswith(":*")} - {name[:-1] for name in common}
    if resources:
        common |= {name for name in held if f"{name.partition(':')[0]}:" in resources}
    return tuple(sorted(common))


class Origin(Struct, frozen=True):
    """Where a request came from, for the audit trail and the list of sessions."""

    address: str
    user_agent: str
    request_id: str
    # Only for ways to sign in: the secrets of the device, which the client sends to be recognised, whether it keeps new
    # ones in a cookie, and the language of mails about the sign-in.
    device: str = ""
    keeps_device: bool = False
    language: str = "en"


NO_ORIGIN = Origin("", "", "")


class ActingKey(Struct, frozen=True):
    """The API key by which a request was authenticated (docs/decisions/0038)."""

    id: int
    name: str
    permissions: tuple[str, ...] | None  # That it names itself; None gives all that the owner holds.
    networks: tuple[str, ...]
    expires_at: int | None
    strength: Strength  # Of the sign-in that created it.

    def require_named(self, permission: str) -> None:
        """For what a key must not do by an inherited permission: its own list has to name the resource."""
        names = self.permissions or ()
        if permission not in names and f"{permission.partition(':')[0]}:*" not in names:
            raise KeyNotAllowed


class Impersonator(Struct, frozen=True):
    """The administrator who acts as another user (docs/decisions/0041)."""

    user_id: int
    name: str


class Actor(Struct, frozen=True):
    """Who makes a request, with the permissions that they held when it was authenticated."""

    user_id: int | None
    # None for API keys, and for actors whose permissions the database does not know.
    session_id: int | None
    permissions: tuple[str, ...]
    origin: Origin
    name: str  # The username; for actors that are not users, a name such as `system` or `cli:ann`.
    # Why the actor can open nothing but their own account at the moment: until they change the password, or until they
    # sign in more strongly.
    withheld: Fault | None = None
    roles: tuple[str, ...] = ()  # Names. Read by `rights.current`, in the transaction that grants roles.
    key: ActingKey | None = None  # Of a request that an API key authenticated.
    impersonator: Impersonator | None = None

    @property
    def ref(self) -> str:
        """The reference in the audit trail, which stays valid when the user is renamed or deleted."""
        return self.name if self.user_id is None else f"user:{self.user_id}"

    def require_rights(self) -> None:
        """Raises while the actor can open nothing but their own account."""
        if self.withheld is not None:
            raise self.withheld

    def require(self, permission: str) -> None:
        self.require_rights()
        if not covers(self.permissions, permission):
            raise PermissionDenied(permission)

    def require_own_session(self) -> None:
        """For what only the user may do, and neither an API key nor an administrator who acts as the user: changes of
        credentials."""
        if self.key is not None:
            raise KeyNotAllowed
        if self.impersonator is not None:
            raise ImpersonationNotAllowed

    def require_not_acting_as(self, user_id: int) -> None:
        """For what is about a user: an administrator who acts as that user sees it, and does not change it."""
        if self.impersonator is not None and self.user_id == user_id:
            raise ImpersonationNotAllowed

    def require_rank_over(self, permissions: Iterable[str]) -> None:
        missing = first_missing(self.permissions, permissions)
        if missing is not None:
            raise Outranked(missing)

    def require_may_grant(self, permissions: Iterable[str]) -> None:
        missing = first_missing(self.permissions, permissions)
        if missing is not None:
            raise BeyondOwnRights(missing)

    def require_may_assign(self, role: str, permissions: Iterable[str]) -> None:
        self.require_may_grant(permissions)
        self.require_roles((role,))

    def require_roles(self, names: Iterable[str]) -> None:
        """A role's name is a right, because applications decide by it: callers pass on only the names that they hold,
        unless they have the permission for others (docs/decisions/0021)."""
        if covers(self.permissions, GRANT_ROLES):
            return
        missing = next((name for name in names if name not in self.roles), None)
        if missing is not None:
            raise RoleNotHeld(missing)


def anonymous(origin: Origin) -> Actor:
    """The actor of a request that is not authenticated."""
    return Actor(None, None, (), origin, "")


def trusted(name: str) -> Actor:
    """An actor with every permission: the service itself, or an operator on the command line (`cli:ann`), who has
    access to the database and the master secret anyway."""
    return Actor(None, None, (WILDCARD,), NO_ORIGIN, name)


SYSTEM = trusted("system")
