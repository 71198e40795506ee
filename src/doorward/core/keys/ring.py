"""The keys in use, opened once and kept in memory."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final

import msgspec

from doorward.core.audit.trail import append, open_lanes
from doorward.crypto.hash_chain import HashChain
from doorward.crypto.tokens import AccessTokens, Claims, RefreshTokens
from doorward.crypto.vault import Vault, WrongSecret
from doorward.database.protocol import Database, Transaction
from doorward.domain.access import SYSTEM
from doorward.domain.audit import Target, event
from doorward.domain.keys import ACCESS, AUDIT, REFRESH, State, StoredKey, states
from doorward.errors import InvalidToken
from doorward.settings import Settings
from doorward.store import keys

LOCK: Final = "key ring"
# Tokens with made-up key ids must not become a load on the database.
_RELOAD_PAUSE: Final = 250


class KeyRing:
    access: AccessTokens
    refresh: RefreshTokens
    audit: HashChain

    def __init__(
        self,
        database: Database,
        open_vault: Callable[[], Vault],
        settings: Settings,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
    ) -> None:
        """`open_vault` is asked again with each load: the master secret may have been changed meanwhile."""
        self._database, self._open_vault, self._settings = database, open_vault, settings
        self._clock, self._entropy = clock, entropy
        self._loaded_at = 0
        self._known: list[StoredKey] = []
        self._reloading: asyncio.Task[None] | None = None

    async def load(self) -> None:
        try:
            await self._load()
        except WrongSecret:
            # Changed between our reading of the keys and of the secret; a second look sees both as they are now.
            await self._load()

    async def _load(self) -> None:
        now = self._loaded_at = self._clock()
        stored = await keys.newest_first(self._database)
        state = states(stored, now)
        living = [key for key in stored if state[key.kid] is not State.RETIRED]
        if living != self._known:  # Else what is remembered of verified tokens stays.
            self._open(living)

    def _open(self, living: list[StoredKey]) -> None:
        vault, settings = self._open_vault(), self._settings
        signing = [vault.signing_key(key) for key in living if key.purpose == ACCESS]
        newest = {key.purpose: key for key in reversed(living)}
        self.refresh = RefreshTokens(vault.open(newest[REFRESH]))
        self.audit = HashChain(vault.open(newest[AUDIT]))
        self.access = AccessTokens(signing, settings.issuer, settings.audience, settings.access_ttl, self._entropy)
        self._known = living

    async def ensure(self) -> None:
        """Makes the first keys in a database that has none."""
        await self._database.write(self._make_missing)
        await self.load()

    async def _make_missing(self, tx: Transaction) -> None:
        await tx.lock(LOCK)
        now, vault = self._clock(), self._open_vault()
        present = {key.purpose: key for key in await keys.newest_first(tx)}
        makers: dict[str, Callable[[int], StoredKey]] = {
            ACCESS: partial(vault.new_access_key, algorithm=self._settings.token_algorithm, active_at=now),
            REFRESH: vault.new_refresh_key,
            AUDIT: vault.new_audit_key,
        }
        made = {purpose: make(now) for purpose, make in makers.items() if purpose not in present}
        for key in made.values():
            await keys.insert(tx, key)
        chain = HashChain(vault.open((present | made)[AUDIT]))
        if AUDIT in made:
            await open_lanes(tx, chain)
        for key in made.values():
            details = msgspec.json.encode({"purpose": key.purpose, "algorithm": key.algorithm}).decode()
            await append(tx, chain, event(SYSTEM, "key.created", Target(f"key:{key.kid}", key.purpose), details, now))

    def read_known(self, token: str) -> Claims | None:
        """The claims of a token, unless it is not one of ours or names a key that we have not seen."""
        try:
            return self.access.read(token)
        except InvalidToken:
            return None

    async def read_access(self, token: str) -> Claims:
        return self.read_known(token) or await self.read_with_new_keys(token)

    async def read_with_new_keys(self, token: str) -> Claims:
        """The claims of a token that could not be read: it may name a key that we have not seen."""
        if not self.access.names_unknown_key(token):
            raise InvalidToken
        # Another node may have begun to sign with a key that is new to us.
        await self._reload_soon()
        return self.access.read(token)

    async def _reload_soon(self) -> None:
        """All who ask at the same time share one look at the database, and wait for it rather than being refused."""
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
        # Whoever waits gets the exception; asked here, so that nobody complains when they went away.
        if not task.cancelled():
            task.exception()
