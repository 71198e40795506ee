"""Values of authenticator apps."""

from typing import Final

from msgspec import Struct

from doorward.errors import Fault, TooMany

ENROLMENT_TTL: Final = 3_600_000  # Milliseconds in which an app must be confirmed.
# Of one user. A further enrolment replaces the oldest: a page that is loaded again begins a new one.
MAX_UNCONFIRMED: Final = 5
MAX_CONFIRMED: Final = 10
# Steps around the current one in which a code that does not confirm an app tells how far its clock is off.
CLOCK_SEARCH: Final = 20


class TooManyApps(TooMany):
    code, reason, message = 409, "authenticator_limit_reached", "You have too many authenticator apps; remove one first"


class AppClockOff(Fault):
    """`seconds`: by how much the clock of the device is ahead; negative when it is behind."""

    code, reason, message = (
        400,
        "authenticator_clock_off",
        "The clock of the device with the app is wrong; set it to automatic time and enter the next code",
    )

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds=seconds)


class Enrolment(Struct, frozen=True):
    """An app that is not confirmed yet. The secret is readable here only."""

    id: int
    secret: str  # Base32.
    uri: str
    qr: str  # SVG.
