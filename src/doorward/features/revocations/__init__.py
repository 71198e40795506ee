"""The revocation feed: tells services that verify tokens offline which of them ended early."""

from typing import Final

from doorward.feature import Feature
from doorward.features.revocations import endpoints

FEATURE: Final = Feature(name="revocations", routes=endpoints.ROUTES)
