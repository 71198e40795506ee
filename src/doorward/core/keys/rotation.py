"""Changing the keys of a service that runs: new ones are announced before they sign, old ones outlive their tokens."""

from collections.abc import Callable
from functools import partial
from typing import Final

from doorward.core.audit.trail import AuditTrail
from doorward.core.keys.ring import LOCK
from doorward.crypto.vault import Vault
from doorward.database.protocol import Database, Transaction
from doorward.domain.access import SYSTEM, WILDCARD, Actor
from doorward.domain.audit import Target
from doorward.domain.keys import ACCESS, LATE_SIGNATURES, State, StoredKey, signer, states
from doorward.errors import KeyInUse, KeyNotFound
from doorward.settings import Settings
from doorward.store import keys

# A retired key stays in the list for a while, for whoever looks what became of it.
_REMEMBERED: Final = 30 * 86_400_000


class KeyRotation:
    def __init__(
        self,
        database: Database,
        open_vault: Callable[[], Vault],
        trail: AuditTrail,
        settings: Settings,
        clock: Callable[[], int],
    ) -> None:
        self._database, self._open_vault, self._trail = database, open_vault, trail
        self._settings, self._clock = settings, clock

    async def listed(self) -> list[tuple[StoredKey, State]]:
        stored = await keys.newest_first(self._database)
        state = states(stored, self._clock())
        return [(key, state[key.kid]) for key in stored]

    async def rotate(self, actor: Actor, *, at_once: bool = False) -> StoredKey:
        actor.require(WILDCARD)
        now = self._clock()
        active_at = now if at_once else now + self._settings.key_announcement * 1000
        made = self._new(now, active_at)
        await self._database.write(partial(self._rotate, actor=actor, made=made))
        return made

    def _new(self, now: int, active_at: int) -> StoredKey:
        # Made outside the transaction: an RSA key takes its time.
        return self._open_vault().new_access_key(now, self._settings.token_algorithm, active_at)

    async def _rotate(self, tx: Transaction, *, actor: Actor, made: StoredKey) -> None:
        await tx.lock(LOCK)
        end = self._end_of_tokens(made.active_at)
        for key in await keys.newest_first(tx):
            if key.purpose == ACCESS and (key.retire_at is None or key.retire_at > end):
                # One that was announced for a later moment is overtaken, and must never sign.
                overtaken = key.active_at > made.active_at
                await keys.set_retirement(tx, key.kid, made.created_at if overtaken else end)
        await keys.insert(tx, made)
        await self._trail.record(
            tx, actor, "key.created", _target(made), purpose=made.purpose, algorithm=made.algorithm
        )

    def _end_of_tokens(self, last_signed_at: int) -> int:
        return last_signed_at + self._settings.access_ttl * 1000 + LATE_SIGNATURES

    async def retire(self, actor: Actor, kid: str) -> None:
        """From now on nothing that this key signed is accepted, and it is announced no longer."""
        actor.require(WILDCARD)
        await self._database.write(partial(self._retire, actor=actor, kid=kid, now=self._clock()))

    async def _retire(self, tx: Transaction, *, actor: Actor, kid: str, now: int) -> None:
        await tx.lock(LOCK)
        stored = await keys.newest_first(tx)
        signs = signer(stored, now)
        found = next((key for key in stored if key.kid == kid and key.purpose == ACCESS), None)
        if found is None:
            raise KeyNotFound
        if found.kid == signs.kid:
            raise KeyInUse
        await keys.set_retirement(tx, kid, now)
        if signs.retire_at is not None and signs.active_at < found.active_at:
            # It was the successor that is withdrawn; the present key goes on.
            await keys.set_retirement(tx, signs.kid, None)
        await self._trail.record(tx, actor, "key.retired", _target(found))

    async def rekey(self, actor: Actor) -> int:
        """Seals all keys anew under the present master secret; returns how many they are."""
        actor.require(WILDCARD)
        return await self._database.write(partial(self._rekey, actor=actor, vault=self._open_vault()))

    async def _rekey(self, tx: Transaction, *, actor: Actor, vault: Vault) -> int:
        await tx.lock(LOCK)
        stored = await keys.newest_first(tx)
        for key in stored:
            await keys.set_sealed(tx, key.kid, vault.reseal(key).sealed)
        await self._trail.record(tx, actor, "key.resealed", Target("keys", "key ring"), keys=len(stored))
        return len(stored)

    async def keep_fresh(self) -> None:
        """Rotates when it is time, and clears away what has been retired for long."""
        now = self._clock()
        await self._database.write(partial(keys.delete_retired, before=now - _REMEMBERED))
        if self._is_due(await keys.newest_first(self._database), now):
            made = self._new(now, now + self._settings.key_announcement * 1000)
            await self._database.write(partial(self._rotate_if_due, made=made, now=now))

    async def _rotate_if_due(self, tx: Transaction, *, made: StoredKey, now: int) -> None:
        await tx.lock(LOCK)
        if self._is_due(await keys.newest_first(tx), now):  # Else another node was first.
            await self._rotate(tx, actor=SYSTEM, made=made)

    def _is_due(self, stored: list[StoredKey], now: int) -> bool:
        newest = next((key for key in stored if key.purpose == ACCESS and key.retire_at is None), None)
        if newest is None or newest.algorithm != self._settings.token_algorithm:
            return True
        period = self._settings.key_rotation * 1000
        return period > 0 and newest.created_at + period <= now


def _target(key: StoredKey) -> Target:
    return Target(f"key:{key.kid}", key.purpose)
