"""Service accounts: programs with roles, and without a password."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType

from doorward.domain.times import iso
from doorward.domain.user_fields import RULES, USERNAME_MAX
from doorward.domain.users import User
from doorward.domain.validation import checked, description, unique_name
from doorward.errors import Fault, TooMany

DESCRIPTION_MAX: Final = 500
ACCOUNTS_MAX: Final = 1000


class ServiceAccountNotFound(Fault):
    code, reason, message = 404, "service_account_not_found", "There is no such service account"


class TooManyServiceAccounts(TooMany):
    code, reason, message = 409, "too_many_service_accounts", "There can't be more service accounts; delete some first"


class Account(Struct, frozen=True):
    """A service account as stored: a user without a password, and what it is for."""

    user: User
    description: str

    def document(self) -> dict[str, Any]:
        """The account object, in the order of its wire type."""
        user = self.user
        return {
            "id": user.id,
            "name": user.username,
            "description": self.description,
            "roles": user.role_names,
            "permissions": list(user.permissions),
            "status": user.status,
            "createdAt": iso(user.created_at),
            "updatedAt": iso(user.updated_at),
        }

    def audited(self) -> dict[str, Any]:
        shown = self.document()
        return {name: shown[name] for name in ("name", "description", "roles", "status")}


class AccountChange(Struct, frozen=True):
    """The fields of a new or changed account. UNSET leaves a field unchanged."""

    name: str | UnsetType = UNSET
    description: str | UnsetType = UNSET
    roles: tuple[str, ...] | UnsetType = UNSET
    status: int | UnsetType = UNSET

    @classmethod
    def parse(cls, **given: Any) -> "AccountChange":
        return cls(**checked(given, _RULES))


_RULES: Final[dict[str, Callable[[Any], Any]]] = {
    # It is a username: unique among people and programs, and the name in the audit trail.
    "name": partial(unique_name, longest=USERNAME_MAX, spaces=False),
    "description": partial(description, longest=DESCRIPTION_MAX),
    "roles": RULES["roles"],
}
