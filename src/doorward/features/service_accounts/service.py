"""Administrators look after service accounts and their keys (docs/decisions/0038)."""

from msgspec import UNSET

from doorward.core import UseCases, rights
from doorward.core.api_keys.keys import CreatedKey, strength_behind
from doorward.core.confusables import note_username
from doorward.core.idempotency import IdempotentRequest
from doorward.core.user_changes import assignable_roles, change_roles, check_names_free, check_not_self, insert_user
from doorward.crypto.passwords.hasher import NO_PASSWORD
from doorward.database.protocol import Reader, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Actor
from doorward.domain.api_keys import ApiKey, KeyDraft
from doorward.domain.audit import differences, user_target
from doorward.domain.paging import Page, PageRequest
from doorward.domain.sign_in.strength import Strength
from doorward.domain.user_fields import DISABLED
from doorward.domain.users import Profile
from doorward.errors import PreconditionFailed
from doorward.features.service_accounts import queries
from doorward.features.service_accounts.model import (
    ACCOUNTS_MAX,
    Account,
    AccountChange,
    ServiceAccountNotFound,
    TooManyServiceAccounts,
)
from doorward.store import users


class ServiceAccounts(UseCases, frozen=True):
    async def page(self, actor: Actor, request: PageRequest) -> Page[Account]:
        actor.require("services:read")
        return await self.database.read_in_background(lambda reader: queries.page(reader, request), actor.user_id)

    async def read(self, actor: Actor, account_id: int) -> Account:
        actor.require("services:read")
        return await _get(self.database, account_id)

    @transaction
    async def create(
        self, tx: Transaction, actor: Actor, change: AccountChange, idempotent: IdempotentRequest | None = None
    ) -> Account:
        acting = await rights.lock(tx, actor, "services:create", self.core.clock())
        earlier = await self.core.idempotency.claim(tx, acting, idempotent, Account)
        if earlier is not None:
            return earlier
        if await queries.count(tx) >= ACCOUNTS_MAX:
            raise TooManyServiceAccounts(ACCOUNTS_MAX)
        granted = await assignable_roles(tx, acting, change.roles or ())
        user = await insert_user(tx, _profile(change), NO_PASSWORD, granted, self.core.clock())
        await queries.mark(tx, user.id, change.description or "")
        created = await _get(tx, user.id)
        await self.core.idempotency.keep(tx, acting, idempotent, created)
        details = created.audited() | await note_username(tx, user)
        await self.core.trail.record(tx, acting, "service_account.created", user_target(user), **details)
        return created

    @transaction
    async def update(
        self,
        tx: Transaction,
        actor: Actor,
        account_id: int,
        change: AccountChange,
        expected: frozenset[int] | None = None,
    ) -> Account:
        account, acting = await self._lock(tx, actor, account_id, "services:update", expected)
        user, profile = account.user, _profile(change)
        if change.name not in (UNSET, user.username):
            acting.require_roles(user.role_names)  # Applications may know the account by its name.
        await check_names_free(tx, profile, user)
        if change.roles is not UNSET:
            await change_roles(tx, acting, user, change.roles, self.core.users.rp_id)
        if change.status == DISABLED and user.enabled:
            check_not_self(acting, user)
        if change.description is not UNSET:
            await queries.describe(tx, user.id, change.description)
        await users.update(tx, user, profile, None, self.core.clock())
        changed = await _get(tx, account_id)
        if changes := differences(account.audited(), changed.audited()):
            details = {"changes": changes} | (await note_username(tx, changed.user) if "name" in changes else {})
            await self.core.trail.record(tx, acting, "service_account.updated", user_target(changed.user), **details)
        return changed

    @transaction
    async def delete(
        self, tx: Transaction, actor: Actor, account_id: int, expected: frozenset[int] | None = None
    ) -> None:
        account, acting = await self._lock(tx, actor, account_id, "services:delete", expected)
        check_not_self(acting, account.user)
        await users.delete(tx, account.user.id)
        await self.core.trail.record(
            tx, acting, "service_account.deleted", user_target(account.user), **account.audited()
        )

    async def keys(self, actor: Actor, account_id: int) -> list[ApiKey]:
        actor.require("services:read")
        account = await _get(self.database, account_id)
        return await self.core.api_keys.list_of(self.database, account.user.id)

    @transaction
    async def create_key(
        self, tx: Transaction, actor: Actor, account_id: int, draft: KeyDraft, language: str
    ) -> CreatedKey:
        """The key acts as the account: so the caller needs its permissions and its roles, as for setting a password."""
        account, acting = await self._lock(tx, actor, account_id, "services:update")
        acting.require_roles(account.user.role_names)
        if acting.key is not None:
            acting.key.require_named("services:update")
        else:
            await self.core.step_up.require_recent(tx, acting)
        await users.lock_row(tx, account.user.id)
        strength = await strength_behind(tx, acting, Strength.PHISHING_RESISTANT)
        return await self.core.api_keys.create(tx, acting, account.user, draft, strength, language)

    @transaction
    async def rename_key(self, tx: Transaction, actor: Actor, account_id: int, key_id: int, name: str) -> ApiKey:
        account, acting = await self._lock(tx, actor, account_id, "services:update")
        return await self.core.api_keys.rename(tx, acting, account.user, key_id, name)

    @transaction
    async def delete_key(self, tx: Transaction, actor: Actor, account_id: int, key_id: int) -> None:
        account, acting = await self._lock(tx, actor, account_id, "services:update")
        await self.core.api_keys.delete(tx, acting, account.user, key_id)

    async def _lock(
        self,
        tx: Transaction,
        actor: Actor,
        account_id: int,
        permission: str,
        expected: frozenset[int] | None = None,
    ) -> tuple[Account, Actor]:
        """The account to change and the actor with their current permissions; neither can change until the commit."""
        acting = await rights.lock(tx, actor, permission, self.core.clock())
        account = await _get(tx, account_id)
        acting.require_rank_over(account.user.permissions)
        if expected is not None and account.user.version not in expected:
            raise PreconditionFailed
        return account, acting


def _profile(change: AccountChange) -> Profile:
    return Profile(username=change.name, name=change.name, status=change.status)


async def _get(reader: Reader, account_id: int) -> Account:
    account = await queries.find(reader, account_id)
    if account is None:
        raise ServiceAccountNotFound
    return account
