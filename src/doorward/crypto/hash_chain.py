"""The hash chain of the audit trail (docs/decisions/0007).

Keyed, so that an attacker who can write to the database but lacks the master secret can't compute a valid chain.
"""

import hmac
from typing import Any, Final

import msgspec

NO_HASH: Final = b""


class HashChain:
    def __init__(self, key: bytes, kid: str) -> None:
        self._key, self.kid = key, kid

    def link(self, previous: bytes, lane: int, seq: int, event: msgspec.Struct) -> bytes:
        """The hash of an entry: over the previous hash, its position and its contents."""
        return self._mac("entry", previous.hex(), lane, seq, *msgspec.structs.astuple(event))

    def seal(self, lane: int, first: int, anchor: bytes, seq: int, last: bytes) -> bytes:
        """MAC over both ends of a lane: without it, entries at either end could be removed unnoticed."""
        return self._mac("head", lane, first, anchor.hex(), seq, last.hex())

    def sign_checkpoint(self, *values: Any) -> bytes:
        """MAC over a checkpoint, which is kept outside the database (docs/decisions/0024)."""
        return self._mac("checkpoint", *values)

    def fingerprint(self, *values: Any) -> bytes:
        """Identifies values without revealing them: an unkeyed hash of a password could be brute-forced."""
        return self._mac("fingerprint", *values)

    def _mac(self, *values: Any) -> bytes:
        # The JSON encoding of an array of strings and numbers is unambiguous.
        return hmac.digest(self._key, msgspec.json.encode(values), "sha256")
