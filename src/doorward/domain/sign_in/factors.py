"""Second factors of a user."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from doorward.domain.validation import camel_case, printable

TOTP: Final = "totp"
PASSKEY: Final = "passkey"
RECOVERY_CODES: Final = "recoveryCodes"
FACTOR_NAME_MAX: Final = 64

# What mails call a factor without a name, by language.
_LABELS: Final = {
    "en": {TOTP: "authenticator app", PASSKEY: "passkey", RECOVERY_CODES: "recovery codes"},
    "zh": {TOTP: "身份验证器应用", PASSKEY: "通行密钥", RECOVERY_CODES: "恢复码"},
}


def factor_name(text: str) -> str:
    """The rule for names. They may be empty: the type then tells what it is."""
    return printable(text, FACTOR_NAME_MAX, spaces=True, joiners=True) if text.strip() else ""


class Factor(Struct, frozen=True):
    """A factor as users see it."""

    id: int
    user_id: int
    type: str
    name: str
    created_at: int
    last_used_at: int | None

    def label(self, language: str) -> str:
        return self.name or _LABELS[language][self.type]


_Base64 = Annotated[str, Meta(max_length=1400)]
# With a chain of certificates, an attestation is longer than anything else.
_LongBase64 = Annotated[str, Meta(max_length=16_384)]


def _wire_name(field: str) -> str:
    return "clientDataJSON" if field == "client_data_json" else camel_case(field)


class CredentialResponse(Struct, frozen=True, rename=_wire_name):
    """What an authenticator returned, in base64url: for signing in `authenticatorData`, `signature` and `userHandle`,
    for a new passkey `attestationObject` and `transports`."""

    client_data_json: _LongBase64
    authenticator_data: _LongBase64 = ""
    signature: _Base64 = ""
    user_handle: _Base64 | None = None
    attestation_object: _LongBase64 = ""
    transports: Annotated[list[Annotated[str, Meta(max_length=32)]], Meta(max_length=16)] = []


class Credential(Struct, frozen=True, rename="camel"):
    """The credential of a passkey, as `toJSON()` of the browser's object gives it (WebAuthn Level 3)."""

    id: _Base64
    raw_id: _Base64
    type: Annotated[str, Meta(max_length=32)]
    response: CredentialResponse


class Proof(Struct, frozen=True):
    """What a client presents to prove a factor."""

    code: str = ""
    credential: Credential | None = None
    flow: str = ""  # Of the pending sign-in; empty for a step-up.
    session_id: int | None = None  # That is stepped up.
