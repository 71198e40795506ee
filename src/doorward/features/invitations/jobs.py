"""Deletes old invitations."""

from collections.abc import Sequence
from typing import Final

from doorward.core import Core
from doorward.core.jobs import Job
from doorward.features.invitations.service import Invitations

_SECONDS: Final = 3600


def jobs(core: Core) -> Sequence[Job]:
    return (Job("purge old invitations", _SECONDS, Invitations(core).purge),)
