"""Authenticator apps over HTTP."""

from typing import Annotated, Final

from msgspec import Meta, Struct, convert

from doorward import errors
from doorward.api.schemas.factors import FactorName, name_of
from doorward.core import Core
from doorward.features.totp.model import AppClockOff, TooManyApps
from doorward.features.totp.service import AuthenticatorApps
from doorward.web.language import preferred_language
from doorward.web.messages import Request, Response, success
from doorward.web.routing import Route

_CODE_MAX: Final = 32


class EnrolApp(Struct):
    name: FactorName = ""


class EnrolmentData(Struct):
    id: int
    secret: Annotated[str, Meta(description="Base32, to type into the app", examples=["JBSWY3DPEHPK3PXP"])]
    uri: Annotated[
        str, Meta(description="What the QR code says", examples=["otpauth://totp/Doorward:ann?secret=JBSW...K3PXP"])
    ]
    qr: Annotated[str, Meta(description="The QR code, as SVG", examples=['<svg viewBox="0 0 49 49">...</svg>'])]


class ConfirmApp(Struct):
    id: Annotated[int, Meta(ge=1, le=2**53 - 1, description="From the enrolment", examples=[7])]
    code: Annotated[
        str, Meta(min_length=1, max_length=_CODE_MAX, description="What the app shows now", examples=["314159"])
    ]


class ConfirmedApp(Struct, rename="camel"):
    recovery_codes: Annotated[
        list[str],
        Meta(description="Shown this once; empty for a user who has some already", examples=[["aaaa-bbbb-cccc-dddd"]]),
    ]


async def enrol(core: Core, request: Request) -> Response:
    """Begins to set up an authenticator app; asks for recent authentication. Nothing changes until a code of the app is
    confirmed, within an hour. Of several unconfirmed ones the newest five count."""
    enrolment = await AuthenticatorApps(core).enrol(request.signed_in(), name_of(core, request.body))
    return success(convert(enrolment, EnrolmentData, from_attributes=True))


async def confirm(core: Core, request: Request) -> Response:
    """Sets an authenticator app up as a second factor, by a code that it shows; asks for recent authentication. The
    code is used up: the next sign-in needs the next one. Other sessions of the user end, a mail tells the user, and
    recovery codes are in the answer unless the user has some. This session counts as signed in with the factor."""
    body, language = request.body, preferred_language(request)
    codes = await AuthenticatorApps(core).confirm(request.signed_in(), body.id, body.code, language)
    return success(ConfirmedApp(codes))


ROUTES: Final = (
    Route(
        "POST", "/api/auth/factors/totp", enrol, "Begin to set up an authenticator app",
        data=EnrolmentData, body=EnrolApp, optional_body=True, rules=name_of,
        faults=(errors.StepUpRequired, TooManyApps),
    ),
    Route(
        "POST", "/api/auth/factors/totp/confirm", confirm, "Confirm an authenticator app",
        data=ConfirmedApp, body=ConfirmApp,
        faults=(errors.StepUpRequired, errors.FactorNotFound, errors.InvalidCode, AppClockOff, TooManyApps),
    ),
)  # fmt: skip
