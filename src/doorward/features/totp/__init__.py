"""Codes of authenticator apps as a second factor (docs/decisions/0033)."""

from typing import Final

from doorward.core.jobs import Job
from doorward.feature import Feature
from doorward.features.totp import endpoints
from doorward.features.totp.service import AuthenticatorApps, TotpCodes

FEATURE: Final = Feature(
    name="totp",
    routes=endpoints.ROUTES,
    jobs=lambda core: [Job("purge unconfirmed authenticator apps", 600, AuthenticatorApps(core).purge)],
    second_factors=lambda core: (TotpCodes(core),),
)
