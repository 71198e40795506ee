"""Reads the state of the system, and rotates its signing key."""

from typing import Final

import doorward
from doorward.core import UseCases, first_start, rights
from doorward.core.mail.mailbox import TOPIC
from doorward.crypto.passwords.hasher import NO_PASSWORD
from doorward.database import schema
from doorward.database.protocol import Reader, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Actor
from doorward.domain.keys import StoredKey
from doorward.domain.operations import Operation
from doorward.features.system import queries
from doorward.features.system.model import AuditState, SystemState, shown_settings
from doorward.features.system.verification import ACTION, KIND
from doorward.settings.values import LOOPBACK
from doorward.store import audit, outbox, users

READ: Final = "system:read"
WRITE: Final = "system:write"


class System(UseCases, frozen=True):
    async def read(self, actor: Actor) -> SystemState:
        actor.require(READ)
        core = self.core
        settings, sqlite = core.settings, core.settings.sqlite_path is not None
        read = core.database.read_in_background
        return SystemState(
            doorward.__version__,
            "SQLite" if sqlite else "PostgreSQL",
            await read(lambda reader: queries.database_version(reader, sqlite=sqlite), actor.user_id),
            await schema.version(core.database) or "",
            core.jobs.health,
            await core.rotation.listed(),
            shown_settings(settings),
            bool(settings.smtp_url),
            await read(lambda reader: outbox.queue_length(reader, TOPIC, core.clock()), actor.user_id),
            await read(_audit_state, actor.user_id),
            await self._checklist(actor),
        )

    async def _checklist(self, actor: Actor) -> dict[str, bool]:
        core, settings = self.core, self.core.settings
        me = await users.find(core.database, actor.user_id or 0)
        other = await users.has_other_administrator(
            core.database, than=actor.user_id or 0, no_password=NO_PASSWORD, rp_id=core.users.rp_id
        )
        return {
            "generatedPassword": not await first_start.generated_password_in_use(core),
            "email": me is not None and bool(me.email),
            "secondAdministrator": other,
            "corsOrigins": any(origin != LOOPBACK for origin in settings.cors_origins),
            "mail": bool(settings.smtp_url),
        }

    async def rotate_key(self, actor: Actor) -> StoredKey:
        actor.require(WRITE)
        self.core.account.limit_changes(actor)
        made = await self.core.rotation.rotate(actor, check=self.core.step_up.require_recent)
        await self.core.keys.load()  # This node publishes it at once, the others within seconds.
        return made

    @transaction
    async def verify_audit(self, tx: Transaction, actor: Actor) -> Operation:
        actor.require(WRITE)
        acting = await rights.current(tx, actor, self.core.clock())
        acting.require(WRITE)
        return await self.core.operations.queue(tx, acting, KIND, ACTION, {}, await _count_entries(tx))


async def _audit_state(reader: Reader) -> AuditState:
    newest = await queries.newest_operation(reader, KIND)
    return AuditState(await _count_entries(reader), await queries.last_audit_entry(reader), newest)


async def _count_entries(reader: Reader) -> int:
    return sum(head.seq - head.first + 1 for head in await audit.all_heads(reader))
