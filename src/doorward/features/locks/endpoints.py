"""Locked accounts over HTTP."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from doorward import errors
from doorward.api.schemas.paging import PageData, PageParams
from doorward.core import Core
from doorward.domain.times import Moment, iso
from doorward.features.locks.model import LockedAccount
from doorward.features.locks.service import Locks
from doorward.web.messages import Request, Response, success
from doorward.web.routing import Route


class LockedData(Struct, rename="camel"):
    id: Annotated[int, Meta(description="The user", examples=[42])]
    username: str
    name: str
    locked_until: Moment
    failures: Annotated[int, Meta(description="That count against the account now")]
    everywhere: Annotated[bool, Meta(description="Locked from all networks that the user did not sign in from lately")]
    networks: Annotated[list[str], Meta(description="Networks from which it is locked", examples=[["192.0.2.1"]])]

    @classmethod
    def of(cls, account: LockedAccount) -> "LockedData":
        return cls(
            account.user_id,
            account.username,
            account.name,
            iso(account.until),
            account.failures,
            account.everywhere,
            list(account.networks),
        )


class LockedPage(PageData[LockedData]):
    list: Annotated[list[LockedData], Meta(description="Those that stay locked longest first")]


async def page(core: Core, request: Request) -> Response:
    """Lists users whom failed sign-ins keep out now, among the accounts of the newest 2000 failed sign-ins."""
    found = await Locks(core).page(request.signed_in(), request.filter.request())
    return success(LockedPage.of(found, LockedData.of))


async def unlock(core: Core, request: Request) -> Response:
    """Forgets the failed sign-ins of a user, so that they can sign in again at once. Callers cannot unlock themselves,
    or users who hold permissions that they lack."""
    await Locks(core).unlock(request.signed_in(), request.params["id"])
    return success()


ROUTES: Final = (
    Route(
        "GET", "/api/users/locked", page, "List locked accounts",
        data=LockedPage, query=PageParams, permission="users:read", lists=True,
    ),
    Route(
        "POST", "/api/users/{id}/unlock", unlock, "Unlock an account", permission="users:update",
        faults=(errors.UserNotFound, errors.Outranked, errors.OwnAccount, errors.ServiceAccount),
    ),
)  # fmt: skip
