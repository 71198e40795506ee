"""Operations: work that goes on after the request that asked for it (docs/decisions/0048)."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from doorward.domain.access import ActingKey, Actor, Origin
from doorward.domain.sign_in.strength import Strength
from doorward.errors import Fault

QUEUED: Final = "queued"
RUNNING: Final = "running"
DONE: Final = "done"
CANCELLED: Final = "cancelled"
FAILED: Final = "failed"

# At a time: of one user, and of all.
OPEN_MAX: Final = 5
ALL_OPEN_MAX: Final = 100
# Of one operation. All failures are counted, and the first of them kept with their reasons.
FAILURES_MAX: Final = 1000


class Operation(Struct, frozen=True):
    """The columns of the table, in their order."""

    id: int
    kind: str
    action: str
    parameters: str  # JSON, as `progress` and `result` are: each kind of operation has its own.
    progress: str
    result: str
    state: str
    reason: str  # Of the fault that ended it.
    total: int | None  # None until it is known.
    done: int
    succeeded: int
    failed: int
    creator_id: int | None
    creator_name: str
    session_id: int | None
    key_id: int | None
    address: str
    user_agent: str
    request_id: str
    created_at: int
    started_at: int | None
    finished_at: int | None

    def creator(self) -> Actor:
        """The user who asked for it, without a single permission: `rights.current` reads what they hold now."""
        key = None
        if self.key_id is not None:
            key = ActingKey(self.key_id, "", (), (), None, Strength.PASSWORD)
        origin = Origin(self.address, self.user_agent, self.request_id)
        return Actor(self.creator_id, self.session_id, (), origin, self.creator_name, key=key)


class Failure(Struct, frozen=True):
    """An item of an operation that could not be done, and why."""

    item: int  # The id of a user, or the number of a row of a file.
    name: str
    reason: str
    message: str

    @classmethod
    def of(cls, item: int, name: str, fault: Fault) -> "Failure":
        return cls(item, name, fault.reason, fault.message)


class Step(Struct, frozen=True):
    """What one transaction of an operation did, stored with it."""

    progress: Mapping[str, Any]  # Where the next one goes on.
    succeeded: int = 0
    failures: tuple[Failure, ...] = ()
    total: int | None = None  # Where it is known by now.
    result: Mapping[str, Any] | None = None  # Where it changed.
    finished: bool = False
    reason: str = ""  # Of a last step: why the operation failed as a whole.


def encoded(values: Any) -> str:
    return msgspec.json.encode(values, order="sorted").decode()
