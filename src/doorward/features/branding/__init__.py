"""Name, colour, logo and footer links of the organisation, on the hosted pages and in mails."""

from typing import Final

from doorward.core.branding import BrandSettings
from doorward.feature import Feature
from doorward.features.branding.endpoints import ROUTES

FEATURE: Final = Feature(
    name="branding",
    routes=ROUTES,
    settings=BrandSettings,
    permissions={"branding:update": "Change name, colour, logo and footer links of pages and mails"},
    audit_actions={
        "branding.updated": "Name, colour or footer links were changed",
        "branding.logo_updated": "A logo was uploaded; `details` has its type, size and SHA-256",
        "branding.logo_removed": "An uploaded logo was removed",
    },
)
