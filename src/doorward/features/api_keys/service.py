"""People look after their API keys; administrators see and delete them."""

from doorward.core import UseCases, rights
from doorward.core.api_keys.keys import CreatedKey, strength_behind
from doorward.database.protocol import Reader, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import WILDCARD, Actor
from doorward.domain.api_keys import ApiKey, KeyDraft
from doorward.domain.sign_in.strength import Strength
from doorward.domain.users import User
from doorward.errors import KeyNotAllowed, ServiceAccount
from doorward.store import users


class UserKeys(UseCases, frozen=True):
    async def own(self, actor: Actor) -> list[ApiKey]:
        _refuse_keys(actor)
        return await self.core.api_keys.list_of(self.database, actor.user_id or 0)

    async def create_own(self, actor: Actor, draft: KeyDraft, language: str) -> CreatedKey:
        _refuse_keys(actor)
        self.core.account.limit_changes(actor)
        return await self._create_own(actor, draft, language)

    @transaction
    async def _create_own(self, tx: Transaction, actor: Actor, draft: KeyDraft, language: str) -> CreatedKey:
        """Asks for recent authentication, by a factor where the user has one: a stolen session is not enough for
        something that outlives it."""
        acting, user = await self._begin(tx, actor)
        context = await self.core.step_up.require_recent(tx, acting)
        strength = context.strength if context is not None else Strength.PASSWORD
        return await self.core.api_keys.create(tx, acting, user, draft, strength, language)

    async def rename_own(self, actor: Actor, key_id: int, name: str) -> ApiKey:
        _refuse_keys(actor)
        self.core.account.limit_changes(actor)
        return await self._rename_own(actor, key_id, name)

    @transaction
    async def _rename_own(self, tx: Transaction, actor: Actor, key_id: int, name: str) -> ApiKey:
        acting, user = await self._begin(tx, actor)
        return await self.core.api_keys.rename(tx, acting, user, key_id, name)

    async def delete_own(self, actor: Actor, key_id: int) -> None:
        _refuse_keys(actor)
        self.core.account.limit_changes(actor)
        await self._delete_own(actor, key_id)

    @transaction
    async def _delete_own(self, tx: Transaction, actor: Actor, key_id: int) -> None:
        acting, user = await self._begin(tx, actor)
        await self.core.api_keys.delete(tx, acting, user, key_id)

    async def _begin(self, tx: Transaction, actor: Actor) -> tuple[Actor, User]:
        acting = await rights.current(tx, actor, self.core.clock())
        await users.lock_row(tx, acting.user_id or 0)
        return acting, await rights.own_user(tx, acting)

    async def of_user(self, actor: Actor, user_id: int) -> list[ApiKey]:
        actor.require("sessions:read")
        await _get_person(self.database, user_id)
        return await self.core.api_keys.list_of(self.database, user_id)

    @transaction
    async def delete_of_user(self, tx: Transaction, actor: Actor, user_id: int, key_id: int | None = None) -> None:
        """Deletes one key of a user, or all of them when none is named."""
        acting = await rights.lock(tx, actor, "sessions:delete", self.core.clock())
        acting.require_not_acting_as(user_id)
        user = await _get_person(tx, user_id)
        acting.require_rank_over(user.permissions)
        if key_id is None:
            await self.core.api_keys.delete_all(tx, acting, user)
        else:
            await self.core.api_keys.delete(tx, acting, user, key_id)

    async def list_any(self, actor: Actor, user_id: int) -> list[ApiKey]:
        """For operators: the keys of a person or a service account."""
        actor.require(WILDCARD)
        return await self.core.api_keys.list_of(self.database, user_id)

    @transaction
    async def mint(self, tx: Transaction, actor: Actor, user_id: int, draft: KeyDraft, language: str) -> CreatedKey:
        """Creates a key of a person or a service account on the command line. A person proved nothing, so the key is as
        weak as a session that an operator opens for them. A service account never signs in: the operator counts."""
        actor.require(WILDCARD)
        await tx.lock(rights.LOCK)
        await users.lock_row(tx, user_id)
        user = await users.get(tx, user_id)
        operator = Strength.PHISHING_RESISTANT if user.service else Strength.PASSWORD
        strength = await strength_behind(tx, actor, operator)
        return await self.core.api_keys.create(tx, actor, user, draft, strength, language)

    @transaction
    async def revoke_any(self, tx: Transaction, actor: Actor, user_id: int, key_id: int) -> None:
        actor.require(WILDCARD)
        await self.core.api_keys.delete(tx, actor, await users.get(tx, user_id), key_id)


def _refuse_keys(actor: Actor) -> None:
    """The route table refuses them as well."""
    if actor.key is not None:
        raise KeyNotAllowed


async def _get_person(reader: Reader, user_id: int) -> User:
    user = await users.get(reader, user_id)
    if user.service:
        raise ServiceAccount
    return user
