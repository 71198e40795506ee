"""The keys in use, opened once and kept in memory."""

from collections.abc import Callable
from typing import Final

from doorward.crypto.keys import Vault
from doorward.crypto.tokens import AccessTokens, Claims, RefreshTokens
from doorward.domain.keys import ACCESS, REFRESH
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
        refresh = next(key for key in stored if key.purpose == REFRESH)
        settings = self._settings
        self.access = AccessTokens(signing, settings.issuer, settings.audience, settings.access_ttl, self._entropy)
        self.refresh = RefreshTokens(self._vault.open(refresh))

    async def ensure(self) -> None:
        """Makes the first keys in a database that has none."""
        await self._database.write(self._make_missing)
        await self.load()

    async def _make_missing(self, tx: Transaction) -> None:
        await tx.lock(_LOCK)
        present = {key.purpose for key in await keys.newest_first(tx)}
        if ACCESS not in present:
            await keys.insert(tx, self._vault.new_access_key(self._clock()))
        if REFRESH not in present:
            await keys.insert(tx, self._vault.new_refresh_key(self._clock()))

    async def read_access(self, token: str) -> Claims:
        try:
            return self.access.read(token)
        except InvalidToken:
            if self.access.knows_signer_of(token) or abs(self._clock() - self._loaded_at) < _RELOAD_PAUSE:
                raise
        # Another node may have begun to sign with a key that is new to us.
        await self.load()
        return self.access.read(token)
