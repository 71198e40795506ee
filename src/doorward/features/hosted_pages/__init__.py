"""The pages below /account: signing in, registering, passwords, addresses and the own account (decision 0031)."""

from typing import Final

from doorward.feature import Feature
from doorward.features.hosted_pages.endpoints import ROUTES
from doorward.features.hosted_pages.model import HostedPagesSettings

FEATURE: Final = Feature(name="hosted_pages", routes=ROUTES, settings=HostedPagesSettings)
