"""The keys in use, opened once and kept in memory."""

from collections.abc import Callable
from typing import Final

import msgspec

from doorward.core.audit import append, open_lanes
from doorward.crypto.chain import Chain
from doorward.crypto.keys import Vault
from doorward.crypto.tokens import AccessTokens, Claims, RefreshTokens
from doorward.domain.access import SYSTEM
from doorward.domain.audit import Target, event
from doorward.domain.keys import ACCESS, AUDIT, REFRESH
from doorward.errors import InvalidToken
from doorward.settings import Settings
from doorward.store import keys
from doorward.store.database import Database, Transaction

_LOCK: Final = "key ring"
# Tokens with made-up key ids must not become a load on the database.
_RELOAD_PAUSE: Final = 1_000


class KeyRing:
    access: AccessTokens
    refresh: RefreshTokens
    audit: Chain

    def __init__(
        self,
        database: Database,
        vault: Vault,
        settings: Settings,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
    ) -> None:
        self._database, self._vault, self._settings = database, vault, settings
        self._clock, self._entropy = clock, entropy
        self._loaded_at = 0

    async def load(self) -> None:
        self._loaded_at = self._clock()
        stored = await keys.newest_first(self._database)
        signing = [self._vault.signing_key(key) for key in stored if key.purpose == ACCESS]
        newest = {key.purpose: key for key in reversed(stored)}
        settings = self._settings
        self.access = AccessTokens(signing, settings.issuer, settings.audience, settings.access_ttl, self._entropy)
        self.refresh = RefreshTokens(self._vault.open(newest[REFRESH]))
        self.audit = Chain(self._vault.open(newest[AUDIT]))

    async def ensure(self) -> None:
        """Makes the first keys in a database that has none."""
        await self._database.write(self._make_missing)
        await self.load()

    async def _make_missing(self, tx: Transaction) -> None:
        await tx.lock(_LOCK)
        now = self._clock()
        present = {key.purpose: key for key in await keys.newest_first(tx)}
        makers = {
            ACCESS: self._vault.new_access_key,
            REFRESH: self._vault.new_refresh_key,
            AUDIT: self._vault.new_audit_key,
        }
        made = {purpose: make(now) for purpose, make in makers.items() if purpose not in present}
        for key in made.values():
            await keys.insert(tx, key)
        chain = Chain(self._vault.open((present | made)[AUDIT]))
        if AUDIT in made:
            await open_lanes(tx, chain)
        for key in made.values():
            details = msgspec.json.encode({"purpose": key.purpose, "algorithm": key.algorithm}).decode()
            await append(tx, chain, event(SYSTEM, "key.created", Target(f"key:{key.kid}", key.purpose), details, now))

    async def read_access(self, token: str) -> Claims:
        try:
            return self.access.read(token)
        except InvalidToken:
            if self.access.knows_signer_of(token) or abs(self._clock() - self._loaded_at) < _RELOAD_PAUSE:
                raise
        # Another node may have begun to sign with a key that is new to us.
        await self.load()
        return self.access.read(token)
