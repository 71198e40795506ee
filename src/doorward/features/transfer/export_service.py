"""Exporting users, with their password hashes: for whoever holds every right, and noted down."""

from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from msgspec import Struct

from doorward.core.users import Users
from doorward.crypto.passwords.hasher import NO_PASSWORD
from doorward.database.protocol import Transaction
from doorward.domain.access import WILDCARD, Actor
from doorward.domain.audit import Target
from doorward.domain.users import User
from doorward.features.transfer import export_queries


class Exporting(Struct, frozen=True):
    users: Users

    async def rows(self, actor: Actor, *, hashes: bool) -> AsyncIterator[dict[str, Any]]:
        """All users in the order of their ids, a page in memory at a time."""
        # Hashes can be attacked at leisure: they are not for those who may merely read users.
        actor.require(WILDCARD)
        after = 0
        while page := await export_queries.page(self.users.database, after):
            for user, stored in page:
                yield _row(user, stored if hashes else None)
            after = page[-1][0].id

    async def note(self, actor: Actor, form: str, count: int, *, hashes: bool) -> None:
        work = partial(_note, users=self.users, actor=actor, details={"format": form, "users": count, "hashes": hashes})
        await self.users.database.write(work)


async def _note(tx: Transaction, *, users: Users, actor: Actor, details: dict[str, Any]) -> None:
    await users.trail.record(tx, actor, "users.exported", Target("users", ""), **details)


def _row(user: User, stored: str | None) -> dict[str, Any]:
    return {
        "username": user.username,
        "name": user.name,
        "email": user.email,
        "phone": user.phone,
        "avatar": user.avatar,
        "roles": user.role_names,
        "status": user.status,
        "passwordHash": None if stored == NO_PASSWORD else stored,
        "createdAt": user.created_at,
        "updatedAt": user.updated_at,
        "lastLoginAt": user.last_login_at,
    }
