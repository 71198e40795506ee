"""The event stream: events as they happen, over one connection."""

from typing import Final

from doorward.feature import Feature
from doorward.features.event_stream import endpoints

FEATURE: Final = Feature(name="event_stream", routes=endpoints.ROUTES)
