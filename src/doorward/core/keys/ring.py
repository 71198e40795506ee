"""The keys in use, decrypted once and kept in memory."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, Final

import msgspec

from doorward.core.audit.trail import append, open_lanes
from doorward.crypto.hash_chain import HashChain
from doorward.crypto.sealing import DataBox
from doorward.crypto.signing import ALGORITHMS
from doorward.crypto.tokens import AccessTokens, Claims, RefreshTokens
from doorward.crypto.vault import Vault, WrongSecret
from doorward.database.protocol import Database, Transaction
from doorward.database.schema import SchemaTooOld
from doorward.database.transaction import transaction
from doorward.domain.access import SYSTEM
from doorward.domain.audit import Target, event
from doorward.domain.keys import ACCESS, AUDIT, DATA, REFRESH, State, StoredKey, states
from doorward.errors import InvalidToken
from doorward.settings import Settings
from doorward.store import keys

LOCK: Final = "key ring"
# Least milliseconds between two reloads, so that tokens with invented key ids do not load the database.
_RELOAD_PAUSE: Final = 250
# Longest wait of a request for the public keys.
_PUBLISH_SECONDS: Final = 1.0


class KeyRing:
    access: AccessTokens
    refresh: RefreshTokens
    audit: HashChain
    data: DataBox

    def __init__(
        self,
        database: Database,
        open_vault: Callable[[], Vault],
        settings: Settings,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
    ) -> None:
        """`open_vault` is called at each load: the master secret may have changed."""
        self.database, self._open_vault, self._settings = database, open_vault, settings
        self._clock, self._entropy = clock, entropy
        self._loaded_at = 0
        self._known: list[StoredKey] = []
        self._reloading: asyncio.Task[None] | None = None

    async def load(self) -> None:
        try:
            await self._load()
        except WrongSecret:
            # The secret changed after the keys were read; a second load sees both as they are now.
            await self._load()

    async def _load(self) -> None:
        now = self._loaded_at = self._clock()
        stored = await keys.newest_first(self.database)
        if not stored:
            raise SchemaTooOld("The database has no keys: its first start was interrupted; run doorward migrate")
        state = states(stored, now)
        usable = [key for key in stored if state[key.kid] is not State.RETIRED]
        if usable != self._known:  # Unchanged keys keep the cache of verified tokens.
            self._open(usable)

    def _open(self, usable: list[StoredKey]) -> None:
        vault, settings = self._open_vault(), self._settings
        signing = [vault.signing_key(key) for key in usable if key.purpose == ACCESS]
        newest = {key.purpose: key for key in reversed(usable)}
        self.refresh = RefreshTokens(vault.open(newest[REFRESH]))
        self.audit = HashChain(vault.open(newest[AUDIT]), newest[AUDIT].kid)
        self.data = DataBox(vault.open(newest[DATA]), self._entropy)
        self.access = AccessTokens(signing, settings.issuer, settings.audience, settings.access_ttl, self._entropy)
        self._known = usable

    async def check_secret(self) -> None:
        """Raises WrongSecret unless every stored key can be opened. Works on every version of the schema."""
        vault = self._open_vault()
        for key in await keys.all_sealed(self.database):
            vault.open(key)

    async def ensure(self) -> None:
        """Creates the first keys in a database that has none."""
        await self._create_missing()
        await self.load()

    @transaction
    async def _create_missing(self, tx: Transaction) -> None:
        await tx.lock(LOCK)
        now, vault = self._clock(), self._open_vault()
        present = {key.purpose: key for key in await keys.newest_first(tx)}
        made: dict[str, StoredKey] = {}
        if ACCESS not in present:
            algorithm = self._settings.token_algorithm
            made[ACCESS] = vault.seal_access_key(ALGORITHMS[algorithm].new(), now, algorithm, now)
        others = [purpose for purpose in (REFRESH, AUDIT, DATA) if purpose not in present]
        made |= {purpose: vault.new_secret_key(purpose, now) for purpose in others}
        for key in made.values():
            await keys.insert(tx, key)
        audit_key = (present | made)[AUDIT]
        chain = HashChain(vault.open(audit_key), audit_key.kid)
        if AUDIT in made:
            await open_lanes(tx, chain)
        for key in made.values():
            details = msgspec.json.encode({"purpose": key.purpose, "algorithm": key.algorithm}).decode()
            await append(tx, chain, event(SYSTEM, "key.created", Target(f"key:{key.kid}", key.purpose), details, now))

    def read_known(self, token: str) -> Claims | None:
        """The claims of a token; None when it is not valid or was signed with a key that is not loaded."""
        try:
            return self.access.read(token)
        except InvalidToken:
            return None

    async def read_access(self, token: str) -> Claims:
        return self.read_known(token) or await self.read_with_new_keys(token)

    async def read_with_new_keys(self, token: str) -> Claims:
        """The claims of a token that `read_known` refused: another node may have signed it with a newer key."""
        if not self.access.names_unknown_key(token):
            raise InvalidToken
        await self._reload_soon()
        return self.access.read(token)

    async def published(self) -> dict[str, Any]:
        """The public keys, with one that another node made a moment ago and signs with already. While the database is
        away or slow, those that are known."""
        with contextlib.suppress(Exception):  # The job that loads the keys reports failures.
            async with asyncio.timeout(_PUBLISH_SECONDS):
                await self._reload_soon()
        return self.access.jwks

    async def _reload_soon(self) -> None:
        """Concurrent requests share one reload, and wait for it rather than being refused."""
        if self._reloading is None:
            self._reloading = asyncio.create_task(self._reload_after_pause())
            self._reloading.add_done_callback(self._reloaded)
        await asyncio.shield(self._reloading)

    async def _reload_after_pause(self) -> None:
        wait = _RELOAD_PAUSE - (self._clock() - self._loaded_at)
        await asyncio.sleep(min(max(wait, 0), _RELOAD_PAUSE) / 1000)
        await self.load()

    def _reloaded(self, task: asyncio.Task[None]) -> None:
        self._reloading = None
        # Waiting requests get the exception. Retrieved here too, or asyncio would log it if all of them were cancelled.
        if not task.cancelled():
            task.exception()
