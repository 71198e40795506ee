"""Operations: changes to many users, which go on after the request."""

from typing import Final

from msgspec import UNSET

from doorward.api.schemas.operations import CreateOperation, FailureData, FailurePage, OperationData, OperationPage
from doorward.core import Core
from doorward.core.operations.users import UserChanges
from doorward.errors import ImpersonationNotAllowed, ValidationFailed
from doorward.web.conditional import idempotent_request
from doorward.web.messages import Request, Response, success

_WITH_ROLES: Final = ("assign_roles", "remove_roles")


def rights_given(core: Core, request: Request) -> None:
    """A session that is too weak for the roles of its user learns nothing of operations either."""
    request.signed_in().require_rights()


def not_acting(core: Core, request: Request) -> None:
    """An administrator who acts as a user neither queues nor ends operations: the job would work without them."""
    if request.signed_in().impersonator is not None:
        raise ImpersonationNotAllowed


def changes_of(core: Core, body: CreateOperation) -> UserChanges:
    wrong: list[tuple[str, str]] = []
    if (body.action in _WITH_ROLES) != bool(body.roles):
        wrong.append(("roles", f"must name roles for {' and '.join(_WITH_ROLES)}, and be absent otherwise"))
    if (body.users is UNSET) == (body.match is UNSET) or body.users == []:
        wrong.append(("users", "must name users, unless match does"))
    if wrong:
        raise ValidationFailed(*wrong)
    return UserChanges(
        body.action,
        tuple(body.roles or ()),
        None if body.users is UNSET else tuple(sorted(set(body.users))),
        None if body.match is UNSET else body.match.filter(),
    )


async def create(core: Core, request: Request) -> Response:
    """Starts a change to many users, and returns at once; read the operation to follow it. Each user's change is the
    one of a single request, with the same rules, audit entry and events; what is refused for a user is in the list of
    failures. The operation works with the rights that the creator holds at each moment: it fails when they lose the
    permission, or their session ends."""
    changes = changes_of(core, request.body)
    started = await core.user_operations.start(request.signed_in(), changes, idempotent_request(request))
    return success(OperationData.of(started))


async def page(core: Core, request: Request) -> Response:
    """Lists the caller's operations, or those of all users for callers with `system:read`. Operations that ended are
    kept for 30 days, 1000 at most."""
    found = await core.operations.page(request.signed_in(), request.filter.request())
    return success(OperationPage.of(found, OperationData.of))


async def read(core: Core, request: Request) -> Response:
    """Returns one operation by id. Operations of other users take `system:read`."""
    return success(OperationData.of(await core.operations.read(request.signed_in(), request.params["id"])))


async def failures(core: Core, request: Request) -> Response:
    """Lists what could not be done, and why."""
    found = await core.operations.failures(request.signed_in(), request.params["id"], request.filter.request())
    return success(FailurePage.of(found, FailureData.of))


async def cancel(core: Core, request: Request) -> Response:
    """Ends an operation. What it has done stays. Operations of other users take `system:write`."""
    return success(OperationData.of(await core.operations.cancel(request.signed_in(), request.params["id"])))
