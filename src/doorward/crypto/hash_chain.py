"""The chain of hashes under the audit trail.

Keyed, so that somebody who holds the database but not the master secret can't compute a chain of their own.
"""

import hmac
from typing import Any, Final

import msgspec

NO_HASH: Final = b""


class HashChain:
    def __init__(self, key: bytes) -> None:
        self._key = key

    def link(self, previous: bytes, lane: int, seq: int, event: msgspec.Struct) -> bytes:
        """The hash of an entry: over the hash before it, its place, and all that it says."""
        return self._mac("entry", previous.hex(), lane, seq, *msgspec.structs.astuple(event))

    def seal(self, lane: int, first: int, anchor: bytes, seq: int, last: bytes) -> bytes:
        """Over both ends of a lane: without it the last entries could be cut off, or the first, unseen."""
        return self._mac("head", lane, first, anchor.hex(), seq, last.hex())

    def fingerprint(self, *values: Any) -> bytes:
        """Tells values apart without giving them away: a plain hash of a password could be searched for."""
        return self._mac("fingerprint", *values)

    def _mac(self, *values: Any) -> bytes:
        # A JSON array of texts and numbers is spelt in one way only, and no two arrays alike.
        return hmac.digest(self._key, msgspec.json.encode(values), "sha256")
