"""Impersonation over HTTP."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from doorward import errors
from doorward.api.schemas.users import AccessToken, UserData
from doorward.core import Core
from doorward.domain.access import IMPERSONATE
from doorward.features.impersonation.model import NoSession
from doorward.features.impersonation.service import LONGEST, Impersonation
from doorward.web.messages import Request, Response, success
from doorward.web.routing import KeyUse, Route


class ImpersonationData(Struct, rename="camel"):
    token: AccessToken
    expires_in: Annotated[
        int, Meta(ge=0, description="Seconds until `token` expires; it cannot be refreshed", examples=[LONGEST // 1000])
    ]
    user: UserData


async def begin(core: Core, request: Request) -> Response:
    """Opens a short session in which you act as the user, with the user's rights. Its token has the claim `act` with
    your id, there is no refresh token, and it ends with your own session or permission, when you begin another one,
    or by `POST /api/auth/logout` with its token. The user sees it among their sessions and can end it; the audit trail
    names you in each entry. Credentials, factors, keys, addresses and sessions cannot be changed in it. Users who hold
    permissions or roles that you lack, disabled users and yourself are refused. Asks for recent authentication."""
    opened = await Impersonation(core).begin(request.signed_in(), request.params["id"])
    return success(ImpersonationData(opened.token, opened.expires_in, UserData.of(opened.user)))


ROUTES: Final = (
    Route(
        "POST", "/api/users/{id}/impersonate", begin, "Act as a user",
        data=ImpersonationData, permission=IMPERSONATE, keys=KeyUse.NEVER,
        faults=(
            errors.UserNotFound, errors.OwnAccount, errors.Outranked, errors.RoleNotHeld, errors.AccountDisabled,
            errors.StepUpRequired, errors.ServiceAccount, NoSession,
        ),
    ),
)  # fmt: skip
