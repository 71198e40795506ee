"""Protects applications with Doorward: verifies access tokens offline, and calls the API."""

from doorward_client.errors import (
    DoorwardError,
    InvalidToken,
    MissingToken,
    PermissionDenied,
    Refused,
    Unavailable,
)
from doorward_client.principal import Principal, covers
from doorward_client.verifier import Verifier

__version__ = "0.1.0"
__all__ = [
    "DoorwardError",
    "InvalidToken",
    "MissingToken",
    "PermissionDenied",
    "Principal",
    "Refused",
    "Unavailable",
    "Verifier",
    "covers",
]
