"""The state of the system over HTTP."""

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct, convert

from doorward import errors
from doorward.api.schemas.operations import OperationData
from doorward.core import Core
from doorward.core.jobs import JobHealth
from doorward.domain.keys import State, StoredKey
from doorward.domain.times import Moment, iso, iso_or_none
from doorward.features.system.model import SystemState
from doorward.features.system.service import System
from doorward.web.messages import Request, Response, success
from doorward.web.routing import KeyUse, Route


class DatabaseData(Struct, rename="camel"):
    kind: Literal["SQLite", "PostgreSQL"]
    version: str
    schema: Annotated[str, Meta(description="Version of the schema", examples=["0019"])]


class JobData(Struct, rename="camel"):
    """A job of the process that answers. Each process runs all of them; most then find that another one has done it."""

    name: str
    every: Annotated[float, Meta(description="Seconds between two runs, at most")]
    running: bool
    last_success: Moment | None
    last_failure: Moment | None
    error: Annotated[str, Meta(description="The kind of the last failure; the log says where it happened")]
    next_run: Moment | None

    @classmethod
    def of(cls, job: JobHealth) -> "JobData":
        times = [iso_or_none(time) for time in (job.last_success, job.last_failure, job.next_run)]
        return cls(job.name, job.every, job.running, times[0], times[1], job.error, times[2])


class SigningKeyData(Struct, rename="camel"):
    kid: str
    purpose: Annotated[str, Meta(description="`access` keys sign access tokens", examples=["access"])]
    algorithm: str
    state: Literal["announced", "active", "retiring", "retired"]
    created_at: Moment
    active_at: Moment
    retire_at: Moment | None

    @classmethod
    def of(cls, key: StoredKey, state: State) -> "SigningKeyData":
        times = iso(key.created_at), iso(key.active_at), iso_or_none(key.retire_at)
        return cls(key.kid, key.purpose, key.algorithm, str(state), *times)  # type: ignore[arg-type]


class SettingData(Struct, rename="camel"):
    name: Annotated[str, Meta(examples=["access_ttl"])]
    value: Annotated[Any, Meta(description="`(hidden)` for a secret that is set")]
    source: Annotated[str, Meta(description="Environment variable, option or file; `default`", examples=["default"])]
    secret: bool
    duration: Annotated[bool, Meta(description="Whether the value is a number of seconds")]


class MailQueueData(Struct, rename="camel"):
    configured: Annotated[bool, Meta(description="Whether there is a mail server")]
    queued: int
    held: Annotated[int, Meta(description="Waiting for an administrator, because there is no mail server")]
    oldest_due: Moment | None


class AuditStateData(Struct, rename="camel"):
    entries: int
    last_entry_at: Moment | None
    verification: Annotated[OperationData | None, Meta(description="The newest verification")]


class ChecklistItem(Struct):
    item: Literal["generatedPassword", "email", "secondAdministrator", "corsOrigins", "mail"]
    done: bool


class SystemData(Struct, rename="camel"):
    version: Annotated[str, Meta(description="Of Doorward")]
    time: Annotated[Moment, Meta(description="The clock of the service")]
    database: DatabaseData
    jobs: list[JobData]
    keys: Annotated[list[SigningKeyData], Meta(description="The newest first")]
    settings: list[SettingData]
    mail: MailQueueData
    audit: AuditStateData
    checklist: Annotated[list[ChecklistItem], Meta(description="What a new installation should do, for the caller")]

    @classmethod
    def of(cls, state: SystemState, now: int) -> "SystemData":
        mails, audit = state.mails, state.audit
        return cls(
            state.version,
            iso(now),
            DatabaseData(state.database, state.database_version, state.schema),  # type: ignore[arg-type]
            [JobData.of(job) for job in state.jobs],
            [SigningKeyData.of(*key) for key in state.keys],
            convert(state.settings, list[SettingData], from_attributes=True),
            MailQueueData(state.mail_server, mails.queued, mails.held, iso_or_none(mails.oldest_due)),
            AuditStateData(
                audit.entries,
                iso_or_none(audit.last_entry),
                OperationData.of(audit.verification) if audit.verification else None,
            ),
            [ChecklistItem(item, done) for item, done in state.checklist.items()],  # type: ignore[arg-type]
        )


async def read(core: Core, request: Request) -> Response:
    """Returns the version, the database, the health of every job, the signing keys, the settings in force with their
    sources, the mail queue and the audit trail. Secrets are hidden."""
    return success(SystemData.of(await System(core).read(request.signed_in()), core.clock()))


async def rotate(core: Core, request: Request) -> Response:
    """Creates a signing key, which is published now and signs once verifiers have had time to fetch it. The old key is
    accepted until its last token has expired. Asks for recent authentication."""
    made = await System(core).rotate_key(request.signed_in())
    state = State.ANNOUNCED if made.active_at > core.clock() else State.ACTIVE
    return success(SigningKeyData.of(made, state))


async def verify(core: Core, request: Request) -> Response:
    """Starts the verification of the audit trail as an operation. When it is done, `result` says whether the trail is
    intact, and which entries are not as they were written."""
    return success(OperationData.of(await System(core).verify_audit(request.signed_in())))


ROUTES: Final = (
    Route(
        "GET", "/api/system", read, "Read the state of the system", data=SystemData, permission="system:read",
        lists=True,
    ),
    Route(
        "POST", "/api/system/keys/rotate", rotate, "Rotate the signing key",
        data=SigningKeyData, permission="system:write", keys=KeyUse.NEVER,
        faults=(errors.StepUpRequired, errors.TooManyRequests),
    ),
    Route(
        "POST", "/api/system/audit-verification", verify, "Verify the audit trail",
        data=OperationData, permission="system:write", faults=(errors.TooManyOperations,),
    ),
)  # fmt: skip
