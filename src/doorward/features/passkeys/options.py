"""What a browser needs to ask an authenticator: the JSON forms of WebAuthn Level 3, section 5.1."""

from collections.abc import Sequence
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from doorward.crypto.passkeys import ALGORITHMS, encode
from doorward.domain.sign_in.relying_party import RelyingParty
from doorward.domain.users import User
from doorward.features.passkeys.model import CHALLENGE_TTL, Passkey, user_handle

UserVerification = Literal["required", "preferred"]
_PUBLIC_KEY: Final = "public-key"
_Base64 = Annotated[str, Meta(description="Base64url", examples=["ZHdsX1E5ZDE"])]


class Party(Struct):
    id: Annotated[str, Meta(examples=["login.example.com"])]
    name: str


class Account(Struct, rename="camel"):
    id: _Base64
    name: Annotated[str, Meta(examples=["ann"])]
    display_name: Annotated[str, Meta(examples=["Ann Lee"])]


class Parameters(Struct):
    type: str
    alg: Annotated[int, Meta(description="COSE algorithm", examples=[-7])]


class Descriptor(Struct):
    type: str
    id: _Base64
    transports: list[str]


class Selection(Struct, rename="camel"):
    resident_key: str = "required"  # Found without a username, for a sign-in from an empty field.
    require_resident_key: bool = True  # For browsers of WebAuthn Level 1.
    user_verification: UserVerification = "preferred"


class CreationOptions(Struct, rename="camel"):
    rp: Party
    user: Account
    challenge: _Base64
    pub_key_cred_params: list[Parameters]
    timeout: int
    exclude_credentials: list[Descriptor]
    authenticator_selection: Selection
    attestation: str = "none"


class RequestOptions(Struct, rename="camel"):
    challenge: _Base64
    timeout: int
    rp_id: Annotated[str, Meta(examples=["login.example.com"])]
    allow_credentials: list[Descriptor]
    user_verification: UserVerification


def creation_options(
    party: RelyingParty, service: str, user: User, challenge: bytes, existing: Sequence[Passkey]
) -> CreationOptions:
    return CreationOptions(
        Party(party.id, service),
        Account(encode(user_handle(user.id)), user.username, user.name),
        encode(challenge),
        [Parameters(_PUBLIC_KEY, algorithm) for algorithm in ALGORITHMS],
        CHALLENGE_TTL,
        _described(existing),
        Selection(),
    )


def request_options(
    party: RelyingParty, challenge: bytes, allowed: Sequence[Passkey], user_verification: UserVerification
) -> RequestOptions:
    return RequestOptions(encode(challenge), CHALLENGE_TTL, party.id, _described(allowed), user_verification)


def _described(passkeys: Sequence[Passkey]) -> list[Descriptor]:
    return [Descriptor(_PUBLIC_KEY, encode(each.credential_id), each.transports.split()) for each in passkeys]
