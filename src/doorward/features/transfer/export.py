"""Exporting users with their password hashes: for actors with every permission, and recorded in the audit trail."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Final

from msgspec import Struct

from doorward.core.users import Users
from doorward.crypto.passwords.hasher import NO_PASSWORD
from doorward.domain.access import WILDCARD, Actor
from doorward.domain.audit import Target
from doorward.domain.user_fields import EXPORTED, reader
from doorward.features.transfer import queries

_NAMES: Final = tuple(field.wire for field in EXPORTED)
_values: Final = reader(EXPORTED)


class Exporting(Struct, frozen=True):
    users: Users

    async def rows(self, actor: Actor, *, hashes: bool) -> AsyncIterator[dict[str, Any]]:
        """All users in the order of their ids, one page in memory at a time."""
        # Hashes can be attacked offline, so `users:read` is not enough.
        actor.require(WILDCARD)
        after = 0
        while page := await queries.page(self.users.database, after):
            for user, stored in page:
                row = dict(zip(_NAMES, _values(user), strict=True))
                row["id"] = user.id
                row["passwordHash"] = stored if hashes and stored != NO_PASSWORD else None
                yield row
            after = page[-1][0].id
            await asyncio.sleep(0)  # Reads of SQLite never suspend, and Ctrl-C takes effect only where the task does.

    async def record(self, actor: Actor, form: str, count: int, *, hashes: bool) -> None:
        target = Target("users", "")
        details = {"format": form, "users": count, "hashes": hashes}
        await self.users.database.write(
            lambda tx: self.users.trail.record(tx, actor, "users.exported", target, **details)
        )
