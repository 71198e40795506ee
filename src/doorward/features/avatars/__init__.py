"""Uploaded avatars: pictures in the database, served from the own origin."""

from typing import Final

from doorward.feature import Feature
from doorward.features.avatars.endpoints import ROUTES

FEATURE: Final = Feature(name="avatars", routes=ROUTES)
