"""Values of passkeys."""

from typing import Final

from msgspec import Struct

from doorward.errors import Fault

# Purposes of the one-time tokens whose links are the challenges: one for each ceremony, so that the answer to one
# challenge serves no other.
REGISTRATION: Final = "passkey_registration"
SIGN_IN: Final = "passkey_sign_in"
SECOND_FACTOR: Final = "passkey_second_factor"
STEP_UP: Final = "passkey_step_up"

CHALLENGE_TTL: Final = 600_000  # Milliseconds; the longest time that WebAuthn recommends.
PASSKEYS_MAX: Final = 20  # Of one user. Each adds to the list that a registration sends.
_HANDLE_BYTES: Final = 8


class Passkey(Struct, frozen=True):
    id: int
    user_id: int
    name: str
    created_at: int
    last_used_at: int | None
    credential_id: bytes
    public_key: bytes
    sign_count: int
    rp_id: str
    user_verified: int
    synced: int
    transports: str  # Separated by single spaces.


def user_handle(user_id: int) -> bytes:
    """By which authenticators tell the accounts of a host apart. It says nothing about the person."""
    return user_id.to_bytes(_HANDLE_BYTES)


class PasskeysUnavailable(Fault):
    code, reason, message = (
        403,
        "passkeys_unavailable",
        "Passkeys need DOORWARD_PUBLIC_URL to be an https address with a host name, not an IP address",
    )


class InvalidPasskey(Fault):
    """`problem`: the check that failed, such as `challenge`, `origin` or `credential`."""

    code, reason, message = 401, "invalid_passkey", "The passkey was not accepted; try again"

    def __init__(self, problem: str = "credential") -> None:
        super().__init__(problem=problem)


class InvalidRegistration(Fault):
    """`problem`: the check that failed, such as `challenge`, `origin` or `algorithm`."""

    code, reason, message = 400, "invalid_registration", "The new passkey was not accepted; try again"

    def __init__(self, problem: str) -> None:
        super().__init__(problem=problem)


class PasskeyTaken(Fault):
    code, reason, message = 409, "passkey_taken", "This passkey is registered already"


class TooManyPasskeys(Fault):
    code, reason, message = 409, "too_many_passkeys", f"You have {PASSKEYS_MAX} passkeys already; remove one first"


class PasskeyNeeded(Fault):
    code, reason, message = (
        409,
        "passkey_needed",
        "Add a passkey that verifies you, by a fingerprint or a PIN, before you remove your password",
    )
