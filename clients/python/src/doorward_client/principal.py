"""Who makes a request, as the token says, and what they may do."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from doorward_client.errors import PermissionDenied


def covers(held: Collection[str], wanted: str) -> bool:
    """Whether the held permissions include the wanted one, by the rules of the service: `*` and `orders:*` are
    wildcards."""
    return wanted in held or "*" in held or f"{wanted.partition(':')[0]}:*" in held


@dataclass(frozen=True, slots=True)
class Principal:
    subject: str
    """The id of the user."""
    session: str
    roles: frozenset[str]
    permissions: frozenset[str]
    issued_at: float
    expires_at: float
    claims: Mapping[str, Any]

    @property
    def user_id(self) -> int:
        return int(self.subject)

    @property
    def impersonator(self) -> str | None:
        """The id of the administrator who acts as this user."""
        act = self.claims.get("act")
        return act.get("sub") if isinstance(act, dict) else None

    def can(self, permission: str) -> bool:
        return covers(self.permissions, permission)

    def require(self, *permissions: str) -> None:
        """Raises `PermissionDenied` unless all of them are held."""
        for permission in permissions:
            if not covers(self.permissions, permission):
                raise PermissionDenied(permission)
