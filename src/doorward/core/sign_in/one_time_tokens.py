"""Issues and redeems one-time tokens: the secrets of mailed links, codes and pending flows.

All methods take the caller's transaction, return what they decided and raise nothing: a try that was counted must stand
when the caller refuses the request (docs/decisions/0026).
"""

import base64
import hashlib
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from doorward.core.keys.ring import KeyRing
from doorward.database.protocol import Reader, Transaction
from doorward.domain.sign_in.one_time_tokens import CODE_DIGITS, MAX_TRIES, IssuedToken, OneTimeToken, WrongCode
from doorward.store.sign_in import one_time_tokens
from doorward.store.sign_in.one_time_tokens import Hashes, StoredToken

_SECRET_BYTES: Final = 32
_LINK_PREFIX: Final = "dwl_"
_FLOW_PREFIX: Final = "dwf_"


class OneTimeTokens(Struct, frozen=True):
    keys: KeyRing
    clock: Callable[[], int]
    entropy: Callable[[int], bytes]

    async def issue(
        self,
        tx: Transaction,
        purpose: str,
        *,
        ttl: int,
        user_id: int | None = None,
        subject: str = "",
        payload: bytes = b"",
        code: bool = False,
    ) -> IssuedToken:
        """`ttl` in milliseconds. Every token has a link and a flow; with `code` also six digits for that flow."""
        now = self.clock()
        link, flow = self._secret(_LINK_PREFIX), self._secret(_FLOW_PREFIX)
        digits = self._digits() if code else ""
        hashes = Hashes(_hash(link), _hash(flow), self._code_hash(flow, digits) if code else None)
        sealed = self.keys.data.seal(payload, _label(purpose, subject)) if payload else ""
        token_id = await one_time_tokens.insert(tx, purpose, user_id, subject, hashes, sealed, now, now + ttl)
        return IssuedToken(token_id, link, flow, digits, now + ttl)

    async def find_link(self, reader: Reader, purpose: str, link: str) -> OneTimeToken | None:
        """Reads a token without using it, for a page that shows what a click will do."""
        return self._opened(await one_time_tokens.find(reader, "link_hash", purpose, _hash(link), self.clock()))

    async def find_flow(self, reader: Reader, purpose: str, flow: str) -> OneTimeToken | None:
        return self._opened(await one_time_tokens.find(reader, "flow_hash", purpose, _hash(flow), self.clock()))

    async def try_link(self, tx: Transaction, purpose: str, link: str) -> int | None:
        """Counts a try at what the caller asks for beside the link, and returns how many are left; None when none was.
        Codes and such tries are counted together."""
        tried = await one_time_tokens.count_try(tx, "link_hash", purpose, _hash(link), MAX_TRIES, self.clock())
        return None if tried is None else MAX_TRIES - tried

    async def try_flow(self, tx: Transaction, purpose: str, flow: str) -> int | None:
        """As `try_link`, for what a flow asks for other than its own code."""
        tried = await one_time_tokens.count_try(tx, "flow_hash", purpose, _hash(flow), MAX_TRIES, self.clock())
        return None if tried is None else MAX_TRIES - tried

    async def has_code(self, tx: Transaction, purpose: str, flow: str, code: str) -> bool:
        """Whether this is the code of a flow for which `try_flow` has counted the try."""
        return await one_time_tokens.has_code(tx, purpose, _hash(flow), self._code_hash(flow, code))

    async def take_flow(self, tx: Transaction, purpose: str, flow: str) -> OneTimeToken | None:
        return self._opened(await one_time_tokens.take(tx, "flow_hash", purpose, _hash(flow), self.clock()))

    async def take_link(self, tx: Transaction, purpose: str, link: str) -> OneTimeToken | None:
        """Uses a token up; None when it is unknown, expired, used, or for another purpose."""
        return self._opened(await one_time_tokens.take(tx, "link_hash", purpose, _hash(link), self.clock()))

    async def take_code(self, tx: Transaction, purpose: str, flow: str, code: str) -> OneTimeToken | WrongCode | None:
        """Uses a token up by its flow and code; None when the flow is unknown, has ended or has no try left."""
        tried = await one_time_tokens.count_try(
            tx, "flow_hash", purpose, _hash(flow), MAX_TRIES, self.clock(), with_code=True
        )
        return None if tried is None else await self.take_tried_code(tx, purpose, flow, code, MAX_TRIES - tried)

    async def take_tried_code(
        self, tx: Transaction, purpose: str, flow: str, code: str, left: int
    ) -> OneTimeToken | WrongCode:
        """As `take_code`, after `try_flow` has counted the try and said how many are left."""
        found = await one_time_tokens.take_by_code(tx, purpose, _hash(flow), self._code_hash(flow, code))
        return self._opened(found) or WrongCode(left)

    async def assign(self, tx: Transaction, token_id: int, user_id: int, payload: bytes) -> None:
        """Gives a token that was issued without a user and a payload to a user. Nothing happens if it is gone."""
        token = await one_time_tokens.find_unassigned(tx, token_id)
        if token is not None:
            sealed = self.keys.data.seal(payload, _label(token.purpose, token.subject))
            await one_time_tokens.assign(tx, token_id, user_id, sealed)

    def _opened(self, stored: StoredToken | None) -> OneTimeToken | None:
        if stored is None:
            return None
        payload = self.keys.data.open(stored.sealed, _label(stored.purpose, stored.subject)) if stored.sealed else b""
        return OneTimeToken(
            stored.id, stored.purpose, stored.user_id, stored.subject, payload, stored.created_at, stored.expires_at
        )

    def _secret(self, prefix: str) -> str:
        return prefix + base64.urlsafe_b64encode(self.entropy(_SECRET_BYTES)).rstrip(b"=").decode()

    def _digits(self) -> str:
        # 64 bits: the remainder favours no code by more than one in 10**13.
        return str(int.from_bytes(self.entropy(8)) % 10**CODE_DIGITS).zfill(CODE_DIGITS)

    def _code_hash(self, flow: str, code: str) -> bytes:
        # Keyed: a reader of the database could try a million codes in a second against a plain hash.
        return self.keys.audit.fingerprint("code", flow, code)


def _hash(secret: str) -> bytes:
    # Unkeyed is enough for 256 random bits. A text of any length has a hash, so nothing needs to be checked before.
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


def _label(purpose: str, subject: str) -> str:
    return f"one-time token {purpose} {subject}"
