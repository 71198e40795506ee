"""The use cases. `Core` is all that an edge (HTTP, the command line) needs to know."""

import asyncio

from msgspec import Struct

from doorward.core.account import Account
from doorward.core.audit.log import AuditLog
from doorward.core.cleanup import Cleanup
from doorward.core.jobs import JobRunner
from doorward.core.keys.ring import KeyRing
from doorward.core.keys.rotation import KeyRotation
from doorward.core.roles import Roles
from doorward.core.sessions import Sessions
from doorward.core.sign_in.service import Auth
from doorward.core.statistics import Statistics
from doorward.core.users import Users
from doorward.crypto import tokens
from doorward.crypto.passwords.hasher import Hasher
from doorward.database import schema
from doorward.database.protocol import Database
from doorward.errors import DatabaseUnavailable
from doorward.store import statistics


class Core(Struct, frozen=True):
    database: Database
    hasher: Hasher
    keys: KeyRing
    rotation: KeyRotation
    jobs: JobRunner
    auth: Auth
    users: Users
    statistics: Statistics
    roles: Roles
    account: Account
    sessions: Sessions
    cleanup: Cleanup
    audit_log: AuditLog

    async def open(self) -> None:
        await self.database.open()
        await schema.check(self.database)
        await self.keys.load()
        self.jobs.start()
        asyncio.get_running_loop().run_in_executor(None, self._warm_up)

    def _warm_up(self) -> None:
        """Loads what only the first sign-in needs while the service answers already."""
        self.hasher.warm_up()
        tokens.warm_up()

    async def close(self) -> None:
        await self.jobs.stop()
        self.hasher.close()
        await self.database.close()

    def gauges(self) -> dict[str, float]:
        """What this process can say of itself without asking anybody."""
        return self.hasher.gauges() | self.database.gauges()

    async def live_sessions(self) -> int:
        return await statistics.active_sessions(self.database, self.auth.clock())

    async def check_ready(self) -> None:
        """The database answers, and its schema is ours."""
        try:
            await schema.check(self.database)
        except (schema.SchemaTooOld, schema.SchemaTooNew):
            raise DatabaseUnavailable from None
