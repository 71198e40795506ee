"""Values of password resets."""

import dataclasses
from typing import Final

from msgspec import Struct

from doorward.domain.access import Origin
from doorward.settings import setting
from doorward.settings.values import duration

MIN_TTL: Final = 60
MAX_TTL: Final = 604_800


@dataclasses.dataclass(frozen=True, kw_only=True)
class RecoverySettings:
    reset_ttl: int = setting(3600, duration(MIN_TTL, MAX_TTL), "How long a mailed link to reset a password is valid.")


class ResetRequest(Struct, frozen=True):
    """What the job needs to carry out a request, and the origin of the request for the audit trail."""

    identifier: str
    language: str
    origin: Origin


class PasswordLink(Struct, frozen=True):
    link: str
    expires_at: str
