"""The use cases. HTTP and the command line call them through `Core`."""

import asyncio
from collections.abc import Callable

from msgspec import Struct

from doorward.core.account import Account
from doorward.core.api_keys.keys import ApiKeys
from doorward.core.api_keys.uses import KeyUses
from doorward.core.audit.checkpoints import Checkpoints
from doorward.core.audit.events import Events
from doorward.core.audit.log import AuditLog
from doorward.core.audit.stream import EventStream
from doorward.core.audit.trail import AuditTrail
from doorward.core.branding import Branding
from doorward.core.cleanup import Cleanup
from doorward.core.confusables import Confusables
from doorward.core.deferred import Deferred
from doorward.core.idempotency import Idempotency
from doorward.core.jobs import JobRunner
from doorward.core.keys.ring import KeyRing
from doorward.core.keys.rotation import KeyRotation
from doorward.core.mail.composing import Composer
from doorward.core.mail.limits import MailLimits
from doorward.core.mail.links import Links
from doorward.core.mail.mailbox import Mailbox
from doorward.core.mail.sender import MailSender
from doorward.core.mail.texts import MailTexts
from doorward.core.operations.service import Operations
from doorward.core.operations.users import UserOperations
from doorward.core.revocations.feed import RevocationFeed
from doorward.core.roles import Roles
from doorward.core.sessions import Sessions
from doorward.core.sign_in.authentication import Authentication
from doorward.core.sign_in.email_changes import EmailChanges
from doorward.core.sign_in.factor_changes import FactorChanges
from doorward.core.sign_in.login import SignIn
from doorward.core.sign_in.new_accounts import NewAccounts
from doorward.core.sign_in.one_time_tokens import OneTimeTokens
from doorward.core.sign_in.refresh import Refresh
from doorward.core.sign_in.second_factors import SecondFactors
from doorward.core.sign_in.step_up import StepUp
from doorward.core.statistics import Statistics
from doorward.core.users import Users
from doorward.crypto import passkeys, tokens
from doorward.crypto.passwords.breached import BreachedPasswords
from doorward.crypto.passwords.hasher import Hasher
from doorward.database.protocol import Database
from doorward.database.schema_watch import SchemaWatch
from doorward.domain.passwords import PasswordPolicy
from doorward.settings import Settings
from doorward.store import statistics


class Core(Struct, frozen=True):
    clock: Callable[[], int]
    entropy: Callable[[int], bytes]
    database: Database
    schema_watch: SchemaWatch
    hasher: Hasher
    keys: KeyRing
    rotation: KeyRotation
    jobs: JobRunner
    trail: AuditTrail
    events: Events
    event_stream: EventStream
    policy: PasswordPolicy
    breached: BreachedPasswords | None  # None without a list of breached passwords.
    idempotency: Idempotency
    sign_in: SignIn
    refresh: Refresh
    authentication: Authentication
    second_factors: SecondFactors
    factor_changes: FactorChanges
    step_up: StepUp
    api_keys: ApiKeys
    key_uses: KeyUses
    users: Users
    confusables: Confusables
    statistics: Statistics
    roles: Roles
    account: Account
    sessions: Sessions
    revocations: RevocationFeed
    operations: Operations
    user_operations: UserOperations
    cleanup: Cleanup
    audit_log: AuditLog
    checkpoints: Checkpoints
    one_time_tokens: OneTimeTokens
    email_changes: EmailChanges
    new_accounts: NewAccounts
    mailbox: Mailbox
    composer: Composer
    mail_limits: MailLimits
    mail_texts: MailTexts
    branding: Branding
    mail_sender: MailSender | None  # None without a mail server.
    deferred: Deferred
    links: Links
    settings: Settings

    async def open(self) -> None:
        await self.database.open()
        try:
            await self._load()
        except BaseException:
            await self.database.close()
            raise
        self.jobs.start()
        asyncio.get_running_loop().run_in_executor(None, self._warm_up)

    async def _load(self) -> None:
        await self.schema_watch.check()
        if self.breached is not None:
            self.breached.open()
        await self.keys.load()
        await self.sign_in.stand_ins.load()
        await self.mail_texts.load()
        await self.branding.load()

    def _warm_up(self) -> None:
        """Imports what only sign-ins need, in the background: it would delay the first answer of the service."""
        self.hasher.warm_up()
        tokens.warm_up()
        passkeys.warm_up()

    async def close(self) -> None:
        self.event_stream.close()
        self.revocations.waiting.end()
        await self.jobs.stop()
        await self.key_uses.write_before_closing()
        self.hasher.close()
        await self.sign_in.throttle.close()
        if self.breached is not None:
            self.breached.close()
        await self.database.close()

    def gauges(self) -> dict[str, float]:
        """Gauges of this process, read without a query."""
        sent = self.mail_sender.counters() if self.mail_sender else {}
        return self.hasher.gauges() | self.database.gauges() | sent

    async def live_sessions(self) -> int:
        return await statistics.active_sessions(self.database, self.clock())


class UseCases(Struct, frozen=True):
    """Base of the use cases of features, whose methods may be transactions: see `database.transaction`."""

    core: Core

    @property
    def database(self) -> Database:
        return self.core.database
