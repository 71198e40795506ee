"""Impersonation: an administrator acts as a user for some minutes, to see what the user sees."""

from typing import Final

from doorward.domain.access import IMPERSONATE
from doorward.feature import Feature
from doorward.features.impersonation import endpoints

FEATURE: Final = Feature(
    name="impersonation",
    routes=endpoints.ROUTES,
    audit_actions={
        "user.impersonated": (
            "Administrator began to act as the user, in the session `details.session`; entries of what they do there"
            " have `details.impersonator`"
        ),
    },
    permissions={IMPERSONATE: "Act as users who do not outrank the caller, for 15 minutes"},
)
