"""Values of password resets."""

import dataclasses

from msgspec import Struct

from doorward.domain.access import Origin
from doorward.settings import setting
from doorward.settings.values import duration


@dataclasses.dataclass(frozen=True, kw_only=True)
class RecoverySettings:
    reset_ttl: int = setting(3600, duration(60, 604_800), "How long a mailed link to reset a password is valid.")


class ResetRequest(Struct, frozen=True):
    """What the job needs to carry out a request, and the origin of the request for the audit trail."""

    identifier: str
    language: str
    origin: Origin
