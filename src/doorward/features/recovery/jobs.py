"""Carries out the requests for new passwords."""

from collections.abc import Sequence
from typing import Final

from doorward.core import Core
from doorward.core.jobs import Job
from doorward.features.recovery.service import Recovery

_SECONDS: Final = 0.5


def jobs(core: Core) -> Sequence[Job]:
    return (Job("mail password resets", _SECONDS, Recovery(core).carry_out_requests),)
