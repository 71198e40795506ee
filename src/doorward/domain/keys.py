"""Keys as the database keeps them."""

from typing import Final

from msgspec import Struct

ACCESS: Final = "access"
REFRESH: Final = "refresh"
AUDIT: Final = "audit"


class StoredKey(Struct, frozen=True):
    """The private part is sealed under the master secret."""

    kid: str
    purpose: str
    algorithm: str
    sealed: str
    created_at: int
