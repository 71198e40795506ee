"""Codes of authenticator apps as a second factor (docs/decisions/0033)."""

from typing import Final

from doorward.feature import Feature
from doorward.features.totp import endpoints, jobs
from doorward.features.totp.service import TotpCodes

FEATURE: Final = Feature(
    name="totp",
    routes=endpoints.ROUTES,
    jobs=jobs.jobs,
    second_factors=lambda core: (TotpCodes(core),),
)
