"""Reads the audit trail."""

from collections.abc import AsyncIterator, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from doorward.core.audit.trail import AuditTrail
from doorward.database.protocol import Database
from doorward.domain.access import SYSTEM, Actor
from doorward.domain.audit import Entry, Position, parse_id
from doorward.domain.audit_query import AuditQuery
from doorward.domain.sign_in.throttle import account_key
from doorward.domain.users import fold
from doorward.errors import AuditEntryNotFound, ValidationFailed
from doorward.store import audit, audit_log, users
from doorward.store.audit_log import EXAMINED, AuditFilter

# Few enough that encoding them takes the event loop about two milliseconds.
_EXPORTED_AT_ONCE: Final = 100
# Steps of one page at most. With a filter of several conditions, each of which matches many entries, the page ends
# here, and the next one continues.
_STEPS: Final = 25
_FIRST_EXAMINED: Final = 250


class AuditLog(Struct, frozen=True):
    database: Database
    trail: AuditTrail
    actions: Mapping[str, str]  # Every action that may be recorded, with its description.

    async def page(
        self, actor: Actor, query: AuditQuery, before: Position | None, size: int
    ) -> tuple[list[Entry], Position | None]:
        """The newest entries first, and the position to continue from if there are more.

        When few entries match, a page may end before it is full: the cost of a request is bounded.
        """
        actor.require("audit:read")
        wanted, found = await self._plan(actor, query), list[Entry]()
        for number in range(_STEPS):
            # The first steps are small: usually they find enough.
            examined = min(_FIRST_EXAMINED << number, EXAMINED)
            more, before = await self._step(actor, wanted, before, size + 1 - len(found), examined)
            found += more
            if len(found) > size:
                return found[:size], found[size - 1].position
            if before is None:
                break
        return found, before

    async def entry(self, actor: Actor, entry_id: str) -> Entry:
        actor.require("audit:read")
        place = parse_id(entry_id)
        found = await audit.find(self.database, *place) if place else None
        if found is None:
            raise AuditEntryNotFound
        return found

    async def export(self, actor: Actor, query: AuditQuery, before: Position | None) -> AsyncIterator[list[Entry]]:
        """All entries, read in batches so that memory use does not grow with the trail."""
        actor.require("audit:read")
        return self._batches(actor, await self._plan(actor, query), before)

    async def _batches(self, actor: Actor, wanted: AuditFilter, before: Position | None) -> AsyncIterator[list[Entry]]:
        while True:
            batch, before = await self._step(actor, wanted, before, _EXPORTED_AT_ONCE)
            if batch:
                yield batch
            if before is None:
                return

    async def _plan(self, actor: Actor, query: AuditQuery) -> AuditFilter:
        actors, targets = await self._references(query.actor), await self._references(query.target)
        wanted = AuditFilter(actors, targets, self._actions(query.action), query.since, query.until)
        conditions = wanted.conditions()
        if len(conditions) < 2:
            return replace(wanted, driver=next(iter(conditions), ""))
        driver = await self.database.read_in_background(
            lambda reader: audit_log.find_rarest(reader, wanted), actor.user_id, replica=True
        )
        return replace(wanted, driver=driver)

    async def _step(
        self, actor: Actor, wanted: AuditFilter, before: Position | None, limit: int, examined: int = EXAMINED
    ) -> tuple[list[Entry], Position | None]:
        # A read of its own for each step, so that other background reads run between two.
        return await self.database.read_in_background(
            lambda reader: audit_log.step(reader, wanted, before, limit, examined), actor.user_id, replica=True
        )

    def _actions(self, given: str) -> tuple[str, ...]:
        """The action, or all actions of a group."""
        if not given or given in self.actions:
            return (given,) if given else ()
        prefix = given.removesuffix("*")
        found = tuple(action for action in self.actions if action.startswith(prefix))
        if found and prefix.endswith(".") and given.endswith(".*"):
            return found
        raise ValidationFailed(("action", f"must be one of {', '.join(self.actions)}, or a group such as user.*"))

    async def _references(self, given: str) -> tuple[str, ...]:
        if not given or ":" in given or given == SYSTEM.name:
            return (given,) if given else ()
        found = await users.find_id(self.database, given)
        references = {f"user:{found}"} if found is not None else set()
        if given.isdecimal():
            references.add(f"user:{given}")
        # Failed sign-ins with a username that did not exist at that time.
        references.add(self.trail.unknown_user(account_key(given, self.trail.chain().fingerprint)).ref)
        references.add(f"username:{fold(given)}")  # Earlier versions recorded the text.
        return tuple(sorted(references))
