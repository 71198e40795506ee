"""Values of second factors."""

from typing import Any, Final

from msgspec import Struct

from doorward.domain.sign_in.factors import Factor
from doorward.domain.times import iso, iso_or_none
from doorward.errors import Fault

# So few recovery codes left that the mail which tells of their use asks for new ones.
FEW_CODES: Final = 3


class NoSecondFactor(Fault):
    code, reason, message = 409, "no_second_factor", "Recovery codes stand in for a second factor; set one up first"


class OwnFactors(Fault):
    code, reason, message = 409, "own_factors", "Remove your own factors with DELETE /api/auth/factors/{id}"


class ListedFactor(Struct, frozen=True):
    factor: Factor
    remaining: int | None  # Unused recovery codes; None for other types.

    def document(self) -> dict[str, Any]:
        factor = self.factor
        document = {
            "id": factor.id,
            "type": factor.type,
            "name": factor.name,
            "createdAt": iso(factor.created_at),
            "lastUsedAt": iso_or_none(factor.last_used_at),
        }
        return document if self.remaining is None else document | {"remaining": self.remaining}
