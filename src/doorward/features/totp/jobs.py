"""Deletes enrolments that were not confirmed in time."""

from collections.abc import Sequence
from typing import Final

from doorward.core import Core
from doorward.core.jobs import Job
from doorward.features.totp.service import AuthenticatorApps

_SECONDS: Final = 600


def jobs(core: Core) -> Sequence[Job]:
    return (Job("purge unconfirmed authenticator apps", _SECONDS, AuthenticatorApps(core).purge),)
