"""Devices over HTTP."""

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import Meta, Struct

from doorward import errors
from doorward.api import refresh_cookie
from doorward.core import Core
from doorward.core.sign_in.devices import hash_of
from doorward.domain.sign_in.devices import MOST_DEVICES, Device
from doorward.domain.times import Moment, iso
from doorward.features.devices.model import DeviceNotFound
from doorward.features.devices.service import RESET_TTL, UserDevices
from doorward.web.messages import Request, Response, success
from doorward.web.routing import Route

_TOKEN_MAX: Final = 256


class DeviceData(Struct, rename="camel"):
    id: int
    name: Annotated[str, Meta(description="Empty when the client does not say", examples=["Firefox on Windows"])]
    address: Annotated[str, Meta(description="Of the last sign-in", examples=["192.0.2.1"])]
    created_at: Moment
    last_used_at: Moment
    trusted_until: Annotated[Moment | None, Meta(description="Until then it skips the second factor; null if not")]
    current: Annotated[bool, Meta(description="This browser: the request has its cookie")]

    @classmethod
    def of(cls, device: Device, current: Sequence[bytes], now: int) -> "DeviceData":
        return cls(
            device.id,
            device.name,
            device.address,
            iso(device.created_at),
            iso(device.last_used_at),
            iso(device.trusted_until) if device.trusted_until > now else None,
            device.secret_hash in current,
        )


class DeviceList(Struct):
    list: Annotated[list[DeviceData], Meta(description=f"Most recently used first, {MOST_DEVICES} at most")]


class NotMe(Struct):
    token: Annotated[str, Meta(min_length=1, max_length=_TOKEN_MAX, description="From the link in the mail")]


class NotMeData(Struct, rename="camel"):
    token: Annotated[
        str, Meta(description="Sets a new password at `POST /api/auth/password/reset`", examples=["dwl_Q9d1...TtB0"])
    ]
    expires_in: Annotated[int, Meta(ge=1, description="Seconds until `token` expires", examples=[3600])]


async def own(core: Core, request: Request) -> Response:
    """Lists the devices from which you signed in: those that you trust, and all where `DOORWARD_NEW_DEVICE` is not
    `off`."""
    found, now = await UserDevices(core).own(request.signed_in()), core.clock()
    current = [hash_of(secret) for secret in refresh_cookie.device_secrets(request)]
    return success(DeviceList([DeviceData.of(device, current, now) for device in found]))


async def forget(core: Core, request: Request) -> Response:
    """Forgets one of your devices: it is trusted no more, and its next sign-in counts as one from a new device. Its
    session goes on."""
    await UserDevices(core).forget(request.signed_in(), request.params["id"])
    return success()


async def forget_all(core: Core, request: Request) -> Response:
    """Forgets all your devices. Sessions go on."""
    await UserDevices(core).forget_all(request.signed_in())
    return success()


async def disown(core: Core, request: Request) -> Response:
    """Disowns the sign-in of which a mail told you: ends all sessions, forgets all devices, removes the password, and
    ends mailed links and pending sign-ins. Second factors stay. The returned token sets a new password."""
    issued = await UserDevices(core).disown(request.body.token, request.origin)
    return success(NotMeData(issued.link, RESET_TTL // 1000))


ROUTES: Final = (
    Route("GET", "/api/auth/devices", own, "List your devices", data=DeviceList),
    Route("DELETE", "/api/auth/devices", forget_all, "Forget all your devices"),
    Route(
        "DELETE", "/api/auth/devices/{id}", forget, "Forget one of your devices", faults=(DeviceNotFound,),
    ),
    Route(
        "POST", "/api/auth/not-me", disown, "Disown a sign-in",
        data=NotMeData, body=NotMe, signed_in=False, faults=(errors.InvalidOneTimeToken,),
    ),
)  # fmt: skip
