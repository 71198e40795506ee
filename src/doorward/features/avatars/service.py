"""Use cases of uploaded avatars."""

import asyncio
from typing import Final

from doorward.core import UseCases, rights
from doorward.core.user_changes import record_change
from doorward.database.protocol import Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Actor
from doorward.domain.users import Profile, User
from doorward.errors import PreconditionFailed, SessionEnded, ValidationFailed
from doorward.features.avatars import queries
from doorward.features.avatars.pictures import Picture, checked
from doorward.store import users

PATH: Final = "/avatars/"
# 128 bits: pictures are served without a sign-in, to browsers that have learned the address from the user object.
_ID_BYTES: Final = 16
_Expected = frozenset[int] | None


class Avatars(UseCases, frozen=True):
    async def set_of_user(self, actor: Actor, user_id: int, body: bytes, expected: _Expected) -> User:
        actor.require("users:update")
        return await self._change_of_user(actor, user_id, await _picture(body), expected)

    async def remove_of_user(self, actor: Actor, user_id: int, expected: _Expected) -> User:
        actor.require("users:update")
        return await self._change_of_user(actor, user_id, None, expected)

    async def set_own(self, actor: Actor, body: bytes, expected: _Expected) -> User:
        self.core.account.limit_changes(actor)
        return await self._change_own(actor, await _picture(body), expected)

    async def remove_own(self, actor: Actor, expected: _Expected) -> User:
        self.core.account.limit_changes(actor)
        return await self._change_own(actor, None, expected)

    @transaction
    async def _change_of_user(
        self, tx: Transaction, actor: Actor, user_id: int, picture: Picture | None, expected: _Expected
    ) -> User:
        picture_id, profile = self._named(picture)
        user = await users.get(tx, user_id)
        if user.service:
            acting = await rights.lock(tx, actor, "services:update", self.core.clock())
            acting.require("users:update")
            acting.require_rank_over(user.permissions)
            changed = await self._change(tx, acting, user_id, profile, expected)
        else:
            _, changed = await self.core.users.change(
                tx, actor=actor, user_id=user_id, profile=profile, password_hash=None, expected=expected
            )
        if picture is not None:
            await queries.put(tx, user_id, picture_id, picture, self.core.clock())
        return changed

    @transaction
    async def _change_own(self, tx: Transaction, actor: Actor, picture: Picture | None, expected: _Expected) -> User:
        picture_id, profile = self._named(picture)
        await tx.lock(rights.LOCK)  # Read-then-write: concurrent changes of the same user must wait.
        acting = await rights.current(tx, actor, self.core.clock())
        changed = await self._change(tx, acting, acting.user_id or 0, profile, expected)
        if picture is not None:
            await queries.put(tx, changed.id, picture_id, picture, self.core.clock())
        return changed

    def _named(self, picture: Picture | None) -> tuple[str, Profile]:
        """An id for the picture, and the profile with its address. A path would mean another host to a front end of
        another origin; the service knows its own address only if a setting says it."""
        picture_id = self.core.entropy(_ID_BYTES).hex()
        address = f"{self.core.settings.public_url}{PATH}{picture_id}"
        return picture_id, Profile(avatar=address if picture else None)

    async def _change(
        self, tx: Transaction, acting: Actor, user_id: int, profile: Profile, expected: _Expected
    ) -> User:
        before = await users.find(tx, user_id)
        if before is None:
            raise SessionEnded
        if expected is not None and before.version not in expected:
            raise PreconditionFailed
        await users.update(tx, before, profile, None, self.core.clock())
        after = await users.find(tx, user_id)
        assert after is not None  # noqa: S101  (just updated)
        await record_change(tx, self.core.trail, acting, before, after, password=False)
        return after


async def _picture(body: bytes) -> Picture:
    try:
        # In a thread: unpacking the pixels of a PNG takes some milliseconds.
        return await asyncio.to_thread(checked, body)
    except ValueError as error:
        raise ValidationFailed(("body", str(error))) from None
