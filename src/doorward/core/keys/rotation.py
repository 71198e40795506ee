"""Rotates keys while the service runs: a new key is published before it signs, an old one is kept until its tokens have
expired."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from doorward.core import rights
from doorward.core.audit.trail import AuditTrail
from doorward.core.keys.ring import LOCK
from doorward.crypto.signing import ALGORITHMS
from doorward.crypto.vault import Vault
from doorward.database.protocol import Database, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import SYSTEM, WILDCARD, Actor
from doorward.domain.audit import Target
from doorward.domain.events import revocation
from doorward.domain.keys import ACCESS, LATE_SIGNATURES, State, StoredKey, signer, states
from doorward.errors import KeyInUse, KeyNotFound
from doorward.settings import Settings
from doorward.store import keys

# Milliseconds for which a retired key stays in the list, so that administrators can see when it was retired.
_REMEMBERED: Final = 30 * 86_400_000

Check = Callable[[Transaction, Actor], Awaitable[object]]


class KeyRotation:
    def __init__(
        self,
        database: Database,
        open_vault: Callable[[], Vault],
        trail: AuditTrail,
        settings: Settings,
        clock: Callable[[], int],
    ) -> None:
        self.database, self._open_vault, self._trail = database, open_vault, trail
        self._settings, self._clock = settings, clock

    async def listed(self) -> list[tuple[StoredKey, State]]:
        stored = await keys.newest_first(self.database)
        state = states(stored, self._clock())
        return [(key, state[key.kid]) for key in stored]

    async def rotate(self, actor: Actor, *, at_once: bool = False, check: Check | None = None) -> StoredKey:
        """`check`: run in the transaction before the key is added, for more than the permission."""
        actor.require("system:write")
        now = self._clock()
        active_at = now if at_once else now + self._settings.key_announcement * 1000
        private = await self._generate()

        async def add(tx: Transaction) -> StoredKey:
            acting = await rights.lock(tx, actor, "system:write", now)
            if check is not None:
                await check(tx, acting)
            await tx.lock(LOCK)
            return await self._add(tx, acting, private, now, active_at)

        return await self.database.write(add)

    async def _generate(self) -> bytes:
        # In a thread, and before the transaction: an RSA key takes up to seconds.
        return await asyncio.to_thread(ALGORITHMS[self._settings.token_algorithm].new)

    async def _add(self, tx: Transaction, actor: Actor, private: bytes, now: int, active_at: int) -> StoredKey:
        # Sealed under the lock: a key that was sealed before `rekey` and stored after it could never be opened again.
        made = self._open_vault().seal_access_key(private, now, self._settings.token_algorithm, active_at)
        end = self._end_of_tokens(made.active_at)
        for key in await keys.newest_first(tx):
            if key.purpose == ACCESS and (key.retire_at is None or key.retire_at > end):
                # A key that was to become active later than the new one is superseded and must never sign.
                superseded = key.active_at > made.active_at
                await keys.set_retirement(tx, key.kid, made.created_at if superseded else end)
        await keys.insert(tx, made)
        await self._trail.record(
            tx, actor, "key.created", _target(made), purpose=made.purpose, algorithm=made.algorithm
        )
        return made

    def _end_of_tokens(self, last_signed_at: int) -> int:
        return last_signed_at + self._settings.access_ttl * 1000 + LATE_SIGNATURES

    @transaction
    async def retire(self, tx: Transaction, actor: Actor, kid: str) -> None:
        """Refuses every token that this key signed from now on, and removes it from the published keys."""
        actor.require(WILDCARD)
        await tx.lock(LOCK)
        now, stored = self._clock(), await keys.newest_first(tx)
        signs = signer(stored, now)
        found = next((key for key in stored if key.kid == kid and key.purpose == ACCESS), None)
        if found is None:
            raise KeyNotFound
        if found.kid == signs.kid:
            raise KeyInUse
        await keys.set_retirement(tx, kid, now)
        if signs.retire_at is not None and signs.active_at < found.active_at:
            # The retired key was the successor of the signing key, which therefore stays in use.
            await keys.set_retirement(tx, signs.kid, None)
        # A key that was announced only has signed nothing.
        revokes = revocation.EVERYTHING if found.active_at <= now else ""
        await self._trail.record(tx, actor, "key.retired", _target(found), revokes)

    async def rekey(self, actor: Actor) -> int:
        """Encrypts all keys again under the current master secret; returns their number."""
        actor.require(WILDCARD)
        return await self._reseal(actor, self._open_vault())

    @transaction
    async def _reseal(self, tx: Transaction, actor: Actor, vault: Vault) -> int:
        await tx.lock(LOCK)
        stored = await keys.newest_first(tx)
        for key in stored:
            await keys.set_sealed(tx, key.kid, vault.reseal(key).sealed)
        await self._trail.record(tx, actor, "key.resealed", Target("keys", "key ring"), keys=len(stored))
        return len(stored)

    async def keep_fresh(self) -> None:
        """Rotates when the signing key is due, and deletes keys that were retired long ago."""
        now = self._clock()
        await self.database.write(lambda tx: keys.delete_retired(tx, now - _REMEMBERED))
        if self._is_due(await keys.newest_first(self.database), now):
            await self._add_if_due(await self._generate(), now)

    @transaction
    async def _add_if_due(self, tx: Transaction, private: bytes, now: int) -> None:
        await tx.lock(LOCK)
        if self._is_due(await keys.newest_first(tx), now):  # Otherwise another node rotated first.
            await self._add(tx, SYSTEM, private, now, now + self._settings.key_announcement * 1000)

    def _is_due(self, stored: list[StoredKey], now: int) -> bool:
        newest = next((key for key in stored if key.purpose == ACCESS and key.retire_at is None), None)
        if newest is None or newest.algorithm != self._settings.token_algorithm:
            return True
        period = self._settings.key_rotation * 1000
        return period > 0 and newest.created_at + period <= now


def _target(key: StoredKey) -> Target:
    return Target(f"key:{key.kid}", key.purpose)
