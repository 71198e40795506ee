"""Mails the confirmations that were asked for."""

from collections.abc import Sequence
from typing import Final

from doorward.core import Core
from doorward.core.jobs import Job
from doorward.features.registration.service import Registration

_SECONDS: Final = 0.5


def jobs(core: Core) -> Sequence[Job]:
    return (Job("mail confirmations of registrations", _SECONDS, Registration(core).mail_due),)
