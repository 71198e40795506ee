"""Second factors over HTTP."""

from collections.abc import Sequence
from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, convert

from doorward import errors
from doorward.api.schemas.factors import RenameFactor, name_of
from doorward.core import Core
from doorward.domain.times import Moment
from doorward.features.factors.model import ListedFactor, NoSecondFactor, OwnFactors
from doorward.features.factors.service import Factors
from doorward.web.language import preferred_language
from doorward.web.messages import Request, Response, success
from doorward.web.routing import Route


class FactorData(Struct, rename="camel"):
    id: int
    type: Literal["totp", "passkey", "recoveryCodes"]
    name: Annotated[str, Meta(description="Empty for a factor without one", examples=["Telephone"])]
    created_at: Moment
    last_used_at: Moment | None
    remaining: Annotated[int, Meta(ge=0, description="Unused codes; for `recoveryCodes` alone")] | UnsetType = UNSET


class FactorList(Struct):
    list: Annotated[list[FactorData], Meta(description="In the order of ids")]

    @classmethod
    def of(cls, found: Sequence[ListedFactor]) -> "FactorList":
        return cls([convert(each.document(), FactorData) for each in found])


class OwnFactorList(Struct, rename="camel"):
    list: Annotated[list[FactorData], Meta(description="In the order of ids")]
    has_password: Annotated[
        bool, Meta(description="False for an account that signs in by passkey or mailed code; a reset sets a password")
    ]


class RecoveryCodesData(Struct, rename="camel"):
    recovery_codes: Annotated[list[str], Meta(description="Shown this once", examples=[["aaaa-bbbb-cccc-dddd"]])]


async def own(core: Core, request: Request) -> Response:
    """Lists your second factors, and says whether you have a password. Recovery codes are one entry, which says how
    many are left."""
    found, has_password = await Factors(core).own(request.signed_in())
    return success(OwnFactorList(FactorList.of(found).list, has_password))


async def rename(core: Core, request: Request) -> Response:
    """Gives one of your second factors another name."""
    name = name_of(core, request.body)
    renamed = await Factors(core).rename(request.signed_in(), request.params["id"], name)
    return success(convert(renamed.document(), FactorData))


async def remove(core: Core, request: Request) -> Response:
    """Removes one of your second factors; asks for recent authentication. Refused when your roles ask for it, or when
    it is the last way to sign in. Your other sessions end, and a mail tells you. Recovery codes end with the last
    factor."""
    await Factors(core).remove(request.signed_in(), request.params["id"], preferred_language(request))
    return success()


async def new_recovery_codes(core: Core, request: Request) -> Response:
    """Makes ten new recovery codes in the place of the former ones; asks for recent authentication. Each stands in for
    a second factor once. Your other sessions end, and a mail tells you."""
    codes = await Factors(core).new_recovery_codes(request.signed_in(), preferred_language(request))
    return success(RecoveryCodesData(codes))


async def of_user(core: Core, request: Request) -> Response:
    """Lists the second factors of a user, without secrets."""
    return success(FactorList.of(await Factors(core).of_user(request.signed_in(), request.params["id"])))


async def reset(core: Core, request: Request) -> Response:
    """Removes all second factors of a user who lost them. Their sessions, pending sign-ins and mailed links end, and a
    mail tells them. Asks for recent authentication. Callers cannot do this to themselves, to users who hold
    permissions that they lack, or, without `roles:grant`, to users who have a role that they do not have."""
    await Factors(core).reset(request.signed_in(), request.params["id"], preferred_language(request))
    return success()


ROUTES: Final = (
    Route("GET", "/api/auth/factors", own, "List your second factors", data=OwnFactorList),
    Route(
        "PUT", "/api/auth/factors/{id}", rename, "Rename one of your second factors",
        data=FactorData, body=RenameFactor, rules=name_of, faults=(errors.FactorNotFound,),
    ),
    Route(
        "DELETE", "/api/auth/factors/{id}", remove, "Remove one of your second factors",
        faults=(
            errors.StepUpRequired, errors.FactorNotFound, errors.FactorStillRequired, errors.LastWayIn,
        ),
    ),
    Route(
        "POST", "/api/auth/recovery-codes", new_recovery_codes, "Make new recovery codes",
        data=RecoveryCodesData, faults=(errors.StepUpRequired, NoSecondFactor),
    ),
    Route(
        "GET", "/api/users/{id}/factors", of_user, "List a user's second factors",
        data=FactorList, permission="users:read", faults=(errors.UserNotFound,),
    ),
    Route(
        "DELETE", "/api/users/{id}/factors", reset, "Remove a user's second factors",
        permission="users:update",
        faults=(errors.UserNotFound, errors.Outranked, errors.RoleNotHeld, OwnFactors, errors.StepUpRequired),
    ),
)  # fmt: skip
