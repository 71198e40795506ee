"""Builds the kernel: the core of the service without its features."""

from collections.abc import Callable, Mapping
from functools import partial

from doorward.core import Core, account
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
from doorward.core.mail.kinds import MailKind
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
from doorward.core.sign_in.devices import Devices
from doorward.core.sign_in.email_changes import EmailChanges
from doorward.core.sign_in.factor_changes import FactorChanges
from doorward.core.sign_in.flow import SignInFlow
from doorward.core.sign_in.login import SignIn
from doorward.core.sign_in.new_accounts import NewAccounts, TakenUsernames
from doorward.core.sign_in.one_time_tokens import OneTimeTokens
from doorward.core.sign_in.opening import SessionOpener
from doorward.core.sign_in.refresh import Refresh
from doorward.core.sign_in.second_factors import SecondFactors
from doorward.core.sign_in.stand_ins import StandIns
from doorward.core.sign_in.step_up import StepUp
from doorward.core.sign_in.throttle import Throttle
from doorward.core.statistics import Statistics
from doorward.core.users import Users
from doorward.crypto import secret_file
from doorward.crypto.hash_chain import HashChain
from doorward.crypto.passwords.breached import BreachedPasswords
from doorward.crypto.passwords.hasher import Hasher
from doorward.crypto.sealing import Entropy
from doorward.crypto.vault import Vault
from doorward.database.protocol import Database
from doorward.database.schema_watch import SchemaWatch
from doorward.domain.passwords import PasswordPolicy
from doorward.domain.sign_in.relying_party import relying_party
from doorward.domain.sign_in.sessions import SessionPolicy
from doorward.search.directory import UserDirectory
from doorward.settings import Settings
from doorward.store.sign_in.identity_cache import IdentityCache
from doorward.token_buckets import TokenBuckets

Clock = Callable[[], int]


def build(
    settings: Settings,
    clock: Clock,
    entropy: Entropy,
    database: Database,
    directory: UserDirectory,
    *,
    actions: Mapping[str, str],
    permissions: Mapping[str, str],
    kinds: Mapping[str, MailKind],
) -> Core:
    """Every part of the core, each given the parts that it uses.

    `actions`, `permissions`, `kinds`: the audit actions, permissions and mails of the kernel and of the features.
    """
    hasher = Hasher(settings.password_memory, settings.password_time, settings.password_pool_memory, entropy)
    open_vault = partial(_open_vault, settings, entropy)
    keys = KeyRing(database, open_vault, settings, clock, entropy)

    def chain() -> HashChain:
        return keys.audit  # Known once the key ring is loaded.

    trail, idempotency = AuditTrail(chain, clock, actions), Idempotency(chain, clock)
    breached = BreachedPasswords(settings.breached_passwords) if settings.breached_passwords else None
    lists = breached.lists if breached else None
    policy = PasswordPolicy(settings.password_min_length, settings.password_max_length, lists)
    sessions = SessionPolicy(
        settings.refresh_idle_ttl * 1000,
        settings.refresh_max_ttl * 1000,
        settings.refresh_grace * 1000,
        settings.refresh_rotation,
        settings.refresh_grace_bound,
        settings.sessions_per_user,
    )
    events = Events(database, settings.sqlite_path is None, clock)
    one_time_tokens, links = OneTimeTokens(keys, clock, entropy), Links(settings.base_url)
    mailbox = Mailbox(keys, kinds, bool(settings.smtp_url), clock)
    mail_limits = MailLimits(chain, clock, settings.mail_address_limit, settings.mail_network_limit)
    email_changes = EmailChanges(one_time_tokens, mailbox, mail_limits, links, clock)
    throttle = Throttle(database, settings, chain, clock)
    second_factors = SecondFactors(throttle, clock)
    party = relying_party(settings)
    rp_id = party.id if party else ""
    step_up = StepUp(
        database, keys, hasher, throttle, second_factors, sessions, settings.step_up_ttl, rp_id, trail, clock
    )
    stand_ins = StandIns(database, chain, hasher.unmatchable)
    identities, key_uses = IdentityCache(database), KeyUses(database)
    texts, brand = MailTexts(database, kinds), Branding(database, settings)
    opener = SessionOpener(keys, sessions, trail, clock, entropy)
    known = Devices(one_time_tokens, mailbox, mail_limits, links, trail, settings, clock, entropy)
    flow = SignInFlow(database, opener, one_time_tokens, second_factors, known, throttle, trail, clock)
    sign_in = SignIn(database, hasher, throttle, stand_ins, flow, policy, settings.login_by_email, trail, clock)
    composer = Composer(mailbox, texts, brand)
    users = Users(
        database, directory, hasher, policy, trail, idempotency, mailbox, step_up, email_changes, clock, rp_id
    )
    session_list, operations = Sessions(database, trail, sessions, clock), Operations(database, trail, clock, entropy)
    user_operations = UserOperations(database, operations, users, session_list, step_up, settings.step_up_permissions)
    operations.add(user_operations.kind())
    return Core(
        clock=clock,
        entropy=entropy,
        database=database,
        schema_watch=SchemaWatch(database),
        hasher=hasher,
        keys=keys,
        rotation=KeyRotation(database, open_vault, trail, settings, clock),
        jobs=JobRunner(entropy, clock),
        trail=trail,
        events=events,
        event_stream=EventStream(events),
        policy=policy,
        breached=breached,
        idempotency=idempotency,
        sign_in=sign_in,
        refresh=Refresh(database, identities, keys, sessions, trail, clock),
        authentication=Authentication(database, identities, keys, key_uses, trail, clock),
        api_keys=ApiKeys(database, mailbox, trail, clock, entropy),
        key_uses=key_uses,
        second_factors=second_factors,
        factor_changes=FactorChanges(step_up, mailbox, trail, clock, entropy, rp_id),
        step_up=step_up,
        users=users,
        confusables=Confusables(database),
        statistics=Statistics(database, directory, clock),
        roles=Roles(database, trail, idempotency, clock, permissions),
        account=Account(
            database,
            keys,
            hasher,
            policy,
            throttle,
            trail,
            clock,
            changes=TokenBuckets(account.CHANGES, account.MINUTE),
            step_up=step_up,
            mailbox=mailbox,
            mail_limits=mail_limits,
            email_changes=email_changes,
            email_change_rate=TokenBuckets(account.EMAIL_CHANGES, account.DAY),
        ),
        sessions=session_list,
        revocations=RevocationFeed(database, keys, events.sequence, settings.issuer, settings.access_ttl, clock),
        operations=operations,
        user_operations=user_operations,
        cleanup=Cleanup(database, chain, settings.audit_retention * 1000, clock),
        audit_log=AuditLog(database, trail, actions),
        checkpoints=Checkpoints(
            database, chain, settings.audit_checkpoint_file, settings.audit_checkpoint_interval * 1000, clock
        ),
        one_time_tokens=one_time_tokens,
        email_changes=email_changes,
        new_accounts=NewAccounts(database, hasher, opener, known, throttle, trail, clock, TakenUsernames()),
        mailbox=mailbox,
        composer=composer,
        mail_limits=mail_limits,
        mail_texts=texts,
        branding=brand,
        mail_sender=MailSender(database, composer, settings, clock, entropy) if settings.smtp_url else None,
        deferred=Deferred(database, keys, clock, entropy),
        links=links,
        settings=settings,
    )


def _open_vault(settings: Settings, entropy: Entropy) -> Vault:
    if settings.secret:
        return Vault(settings.secret, settings.previous_secret, entropy)
    # Read each time: `doorward keys rekey` may have replaced it under a service that runs.
    folder = settings.data_dir
    return Vault(secret_file.read(folder), secret_file.previous(folder), entropy)
