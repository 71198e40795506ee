"""Wire types of operations."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from doorward.api.schemas.paging import PageData
from doorward.api.schemas.user_filters import UserFilterParams
from doorward.domain.operations import FAILURES_MAX, Failure, Operation
from doorward.domain.roles import ROLE_NAME_MAX
from doorward.domain.times import Moment, iso, iso_or_none
from doorward.domain.user_fields import ROLES_OF_USER_MAX

IDS_MAX = 1000


class CreateOperation(Struct):
    action: Annotated[
        Literal[
            "assign_roles",
            "remove_roles",
            "enable",
            "disable",
            "end_sessions",
            "require_password_change",
            "delete",
        ],
        Meta(examples=["disable"]),
    ]
    roles: (
        Annotated[
            list[Annotated[str, Meta(max_length=ROLE_NAME_MAX)]],
            Meta(max_length=ROLES_OF_USER_MAX, description="For `assign_roles` and `remove_roles`: names of roles"),
        ]
        | UnsetType
    ) = UNSET
    users: (
        Annotated[
            list[Annotated[int, Meta(ge=1)]],
            Meta(max_length=IDS_MAX, description="Ids of users; or else `match`", examples=[[42, 43]]),
        ]
        | UnsetType
    ) = UNSET
    match: (
        Annotated[
            UserFilterParams,
            Meta(
                description="The filters of the list of users, for all who match them and exist already. Service"
                " accounts are left out, and the caller's own account unless the action is `enable` or `assign_roles`"
            ),
        ]
        | UnsetType
    ) = UNSET


class OperationData(Struct, rename="camel"):
    id: Annotated[int, Meta(ge=1)]
    kind: Annotated[str, Meta(description="What it works on", examples=["users"])]
    action: Annotated[str, Meta(examples=["disable"])]
    state: Literal["queued", "running", "done", "cancelled", "failed"]
    reason: Annotated[
        str | None, Meta(description="Why it failed: the `reason` that a request of its creator would get")
    ]
    total: Annotated[int | None, Meta(description="How many there are to do; null until they are counted")]
    done: Annotated[int, Meta(ge=0, description="`succeeded` and `failed` together")]
    succeeded: Annotated[int, Meta(ge=0)]
    failed: Annotated[int, Meta(ge=0)]
    result: Annotated[dict[str, Any], Meta(description="What came out; each kind has its own, most have none")]
    created_by: Annotated[str, Meta(description="Username of the creator", examples=["ann"])]
    created_by_id: Annotated[int | None, Meta(examples=[1])]
    created_at: Moment
    started_at: Moment | None
    finished_at: Moment | None

    @classmethod
    def of(cls, operation: Operation) -> "OperationData":
        return cls(
            operation.id,
            operation.kind,
            operation.action,
            operation.state,  # type: ignore[arg-type]
            operation.reason or None,
            operation.total,
            operation.done,
            operation.succeeded,
            operation.failed,
            msgspec.json.decode(operation.result),
            operation.creator_name,
            operation.creator_id,
            iso(operation.created_at),
            iso_or_none(operation.started_at),
            iso_or_none(operation.finished_at),
        )


class OperationPage(PageData[OperationData]):
    list: Annotated[list[OperationData], Meta(description="The newest first")]


class FailureData(Struct, rename="camel"):
    user_id: Annotated[int, Meta(description="The user; for an import, the number of the row", examples=[42])]
    username: Annotated[str, Meta(description="Empty for a user who does not exist", examples=["ann"])]
    reason: Annotated[str, Meta(description="As in the answer of a single request", examples=["outranked"])]
    message: str

    @classmethod
    def of(cls, failure: Failure) -> "FailureData":
        return cls(failure.item, failure.name, failure.reason, failure.message)


class FailurePage(PageData[FailureData]):
    list: Annotated[list[FailureData], Meta(description=f"In the order of ids. The first {FAILURES_MAX} are kept")]
