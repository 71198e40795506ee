"""Reads the audit trail."""

from collections.abc import AsyncIterator, Mapping
from typing import Final

from msgspec import Struct

from doorward.database.protocol import Database
from doorward.domain.access import SYSTEM, Actor
from doorward.domain.audit import Entry, Position, unknown_user
from doorward.domain.audit_query import AuditQuery
from doorward.domain.users import fold
from doorward.errors import ValidationFailed
from doorward.store import audit_log, users
from doorward.store.audit_log import AuditFilter

_EXPORTED_AT_ONCE: Final = 500


class AuditLog(Struct, frozen=True):
    database: Database
    actions: Mapping[str, str]  # Every action that may be recorded, with its description.

    async def page(
        self, actor: Actor, query: AuditQuery, before: Position | None, size: int
    ) -> tuple[list[Entry], Position | None]:
        """The newest entries first, and the position to continue from if there are more."""
        actor.require("audit:read")
        found = await audit_log.page(self.database, await self._filter(query), before, size + 1)
        return found[:size], found[size - 1].position if len(found) > size else None

    async def export(self, actor: Actor, query: AuditQuery, before: Position | None) -> AsyncIterator[list[Entry]]:
        """All entries, read in batches so that memory use does not grow with the trail."""
        actor.require("audit:read")
        wanted = await self._filter(query)
        return self._batches(wanted, before)

    async def _batches(self, wanted: AuditFilter, before: Position | None) -> AsyncIterator[list[Entry]]:
        while batch := await audit_log.page(self.database, wanted, before, _EXPORTED_AT_ONCE):
            yield batch
            before = batch[-1].position

    async def _filter(self, query: AuditQuery) -> AuditFilter:
        action = self._action(query.action)
        actors, targets = await self._references(query.actor), await self._references(query.target)
        return AuditFilter(actors, targets, action, query.since, query.until)

    def _action(self, given: str) -> str:
        """The action, or the common prefix of a group."""
        groups = {action.partition(".")[0] + ".*" for action in self.actions}
        if not given or given in self.actions or given in groups:
            return given.removesuffix("*")
        raise ValidationFailed(("action", f"must be one of {', '.join(self.actions)}, or a group such as user.*"))

    async def _references(self, given: str) -> tuple[str, ...]:
        if not given or ":" in given or given == SYSTEM.name:
            return (given,) if given else ()
        found = await users.find_id(self.database, given)
        references = {f"user:{found}"} if found is not None else set()
        if given.isdecimal():
            references.add(f"user:{given}")
        # Failed sign-ins with a username that did not exist at that time.
        references.add(unknown_user(given, fold(given)).ref)
        return tuple(sorted(references))
