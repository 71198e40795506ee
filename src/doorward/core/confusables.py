"""Users whose names look alike, for administrators to see (docs/decisions/0018)."""

from functools import partial
from typing import Any, Final

from doorward.database.protocol import Database, Reader, Transaction
from doorward.domain.access import Actor
from doorward.domain.text.confusables import LookAlike
from doorward.domain.users import User
from doorward.store import skeletons, users

LISTED: Final = 100
_RECORDED: Final = 10
_STEP: Final = 500
# Upper bound of steps in one run; the next run continues where this one stopped.
_STEPS: Final = 100
# How many ids are looked at again. On PostgreSQL a transaction under way may have lower ids; an import has 2,000.
_OVERLAP: Final = 5000


class Confusables:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._next_user = 0

    async def of_user(self, actor: Actor, user_id: int) -> list[LookAlike]:
        actor.require("users:read")
        return await self._database.read_in_background(partial(_of_user, user_id=user_id), actor.user_id)

    async def fill(self) -> None:
        """Computes the skeletons of users who were imported, or existed before there were any.

        Starts at the first id when the process starts, and then looks at the newest ids only.
        """
        for _ in range(_STEPS):
            scan = partial(skeletons.scan_missing, after=self._next_user, limit=_STEP)
            step = await self._database.read_in_background(scan)
            if step.missing:
                await self._database.write(partial(skeletons.add, missing=step.missing))
            if step.seen < _STEP:
                self._next_user = max(0, step.last - _OVERLAP)
                return
            self._next_user = step.last


async def _of_user(reader: Reader, user_id: int) -> list[LookAlike]:
    user = await users.get(reader, user_id)
    return await skeletons.find_alike(reader, user.id, user.username, LISTED)


async def note_username(tx: Transaction, user: User) -> dict[str, Any]:
    """Stores the skeleton of a new username. Returns the detail for the audit trail if others look like it."""
    await skeletons.write(tx, user.id, user.username)
    alike = await skeletons.find_alike(tx, user.id, user.username, _RECORDED)
    return {"confusableWith": [each.username for each in alike]} if alike else {}
