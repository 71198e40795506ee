"""API keys of people and of service accounts: what both have in common (docs/decisions/0038)."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from doorward.core.audit.trail import AuditTrail
from doorward.core.mail.mailbox import Mailbox
from doorward.database.protocol import Database, Reader, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import SYSTEM, Actor
from doorward.domain.api_keys import HINT, KEYS_MAX, ApiKey, KeyDraft, are_within, digest, new_text, split_names
from doorward.domain.audit import user_target
from doorward.domain.sign_in.strength import Strength
from doorward.domain.times import iso_or_none, readable
from doorward.domain.users import User
from doorward.errors import ApiKeyNotFound, TooManyApiKeys, ValidationFailed
from doorward.store import api_keys, users
from doorward.store.sign_in import sessions

_DAY: Final = 86_400_000
# Milliseconds before its end at which the owner of a key is warned; of a short-lived key, in the last quarter.
WARNED_BEFORE: Final = 7 * _DAY
# How long an expired key stays in the list, so that people see why a program fails.
KEPT_EXPIRED: Final = 30 * _DAY


class CreatedKey(Struct, frozen=True):
    key: ApiKey
    text: str  # Exists here only: the database has its hash.


class ApiKeys(Struct, frozen=True):
    database: Database
    mailbox: Mailbox
    trail: AuditTrail
    clock: Callable[[], int]
    entropy: Callable[[int], bytes]

    async def list_of(self, reader: Reader, owner_id: int) -> list[ApiKey]:
        return await api_keys.list_of(reader, owner_id)

    async def create(
        self, tx: Transaction, acting: Actor, owner: User, draft: KeyDraft, strength: Strength, language: str
    ) -> CreatedKey:
        """Adds a key of the owner. The caller has checked that the actor may, and has locked the owner's row, so that
        concurrent requests do not exceed the limit together. `strength`: of the sign-in behind the request."""
        if await api_keys.count(tx, owner.id) >= KEYS_MAX:
            raise TooManyApiKeys(KEYS_MAX)
        draft, now = _within_own_bounds(acting, draft), self.clock()
        text = new_text(self.entropy)
        made = digest(text)
        await api_keys.insert(tx, owner.id, draft, made, text[-HINT:], strength, language, now)
        key = await self._get(tx, owner, made.id)
        await self.mailbox.tell(tx, "api_key_created", owner, language, key=key.name, time=readable(now))
        await self.trail.record(
            tx, acting, "api_key.created", user_target(owner), key=key.id, name=key.name,
            permissions=split_names(key.permissions), networks=key.networks.split(),
            expiresAt=iso_or_none(key.expires_at),
        )  # fmt: skip
        return CreatedKey(key, text)

    async def rename(self, tx: Transaction, acting: Actor, owner: User, key_id: int, name: str) -> ApiKey:
        former = await self._get(tx, owner, key_id)
        await api_keys.rename(tx, key_id, name)
        if former.name != name:
            changes = {"name": [former.name, name]}
            await self.trail.record(tx, acting, "api_key.renamed", user_target(owner), key=key_id, changes=changes)
        return await self._get(tx, owner, key_id)

    async def delete(self, tx: Transaction, acting: Actor, owner: User, key_id: int) -> None:
        deleted = await api_keys.delete(tx, owner.id, key_id)
        if deleted is None:
            raise ApiKeyNotFound
        await self.trail.record(tx, acting, "api_key.deleted", user_target(owner), key=key_id, name=deleted.name)

    async def delete_all(self, tx: Transaction, acting: Actor, owner: User) -> None:
        deleted = await api_keys.delete_all(tx, owner.id)
        if deleted:
            await self.trail.record(tx, acting, "api_key.deleted", user_target(owner), keys=deleted)

    async def _get(self, reader: Reader, owner: User, key_id: int) -> ApiKey:
        key = await api_keys.find(reader, owner.id, key_id)
        if key is None:
            raise ApiKeyNotFound
        return key

    async def warn_of_expiry(self) -> None:
        """Tells owners of keys that expire soon, by an event and a mail. A job of every node: one of them succeeds."""
        now = self.clock()
        for key in await api_keys.find_expiring(self.database, now, WARNED_BEFORE):
            await self._warn(key)
        while await self.database.write(lambda tx: api_keys.purge(tx, now - KEPT_EXPIRED)):
            pass

    @transaction
    async def _warn(self, tx: Transaction, key: ApiKey) -> None:
        now, owner = self.clock(), await users.find(tx, key.user_id)
        if owner is None or not owner.enabled or not await api_keys.mark_warned(tx, key.id, now):
            return
        expires = readable(key.expires_at or now)
        await self.mailbox.tell(tx, "api_key_expiring", owner, key.language, key=key.name, expires=expires)
        await self.trail.record(
            tx, SYSTEM, "api_key.expiring", user_target(owner), key=key.id, name=key.name,
            expiresAt=iso_or_none(key.expires_at),
        )  # fmt: skip


async def strength_behind(reader: Reader, acting: Actor, operator: Strength) -> Strength:
    """How strong the sign-in was that a request goes back to; `operator` for one on the command line."""
    if acting.key is not None:
        return acting.key.strength
    if acting.session_id is None:
        return operator
    context, _, _ = await sessions.get_auth_context(reader, acting.session_id)
    return context.strength


def _within_own_bounds(acting: Actor, draft: KeyDraft) -> KeyDraft:
    """A key that creates another one gives it no longer life and no other networks than it has itself: otherwise a
    thief of a key that is bound would make one that is not."""
    own = acting.key
    if own is None:
        return draft
    if own.expires_at is not None and (draft.expires_at is None or draft.expires_at > own.expires_at):
        if draft.expires_at is not None:
            raise ValidationFailed(("expiresAt", "must not be later than that of the key of this request"))
        draft = replace(draft, expires_at=own.expires_at)
    if own.networks and not draft.networks:
        return replace(draft, networks=own.networks)
    if own.networks and not are_within(draft.networks, own.networks):
        raise ValidationFailed(("networks", "must lie within those of the key of this request"))
    return draft
