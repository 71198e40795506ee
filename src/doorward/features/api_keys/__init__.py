"""API keys of people, and what administrators and operators do with them."""

from typing import Final

from doorward.feature import Feature, commands_of
from doorward.features.api_keys import endpoints, mails

FEATURE: Final = Feature(name="api_keys", routes=endpoints.ROUTES, commands=commands_of(__name__), mails=mails.MAILS)
