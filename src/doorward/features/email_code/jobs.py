"""Mails the codes that were asked for."""

from collections.abc import Sequence
from typing import Final

from doorward.core import Core
from doorward.core.jobs import Job
from doorward.features.email_code.model import EmailCodeSettings
from doorward.features.email_code.service import EmailCodes

_SECONDS: Final = 0.5


def jobs(core: Core) -> Sequence[Job]:
    if not core.settings.section(EmailCodeSettings).email_code:
        return ()
    return (Job("mail sign-in codes", _SECONDS, EmailCodes(core).carry_out_requests),)
