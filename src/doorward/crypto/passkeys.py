"""Verifies what authenticators return (WebAuthn Level 3, sections 7.1 and 7.2). Knows no database and no flow.

The library, fido2, reads the binary formats and checks signatures; the steps that the standard asks of a relying party
are here. It is imported where it is used, as PyJWT is (crypto/tokens.py).
"""

import binascii
import contextlib
import hmac
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from msgspec import DecodeError, Struct, json

from doorward.domain.sign_in.factors import Credential
from doorward.domain.sign_in.relying_party import RelyingParty

if TYPE_CHECKING:
    from fido2.cose import CoseKey
    from fido2.webauthn import AuthenticatorData

# COSE identifiers of the signatures that are offered and accepted: EdDSA, ES256, RS256.
ALGORITHMS: Final = (-8, -7, -257)
_RS256: Final = -257
_CREATE: Final = "webauthn.create"
_GET: Final = "webauthn.get"
_PUBLIC_KEY: Final = "public-key"
_CREDENTIAL_ID_MAX: Final = 1023
_KEY_MAX: Final = 1024
# The library's reader copies what is left with every element, so its time grows with the square of the length.
_ATTESTATION_MAX: Final = 4096
_AUTHENTICATOR_DATA_MAX: Final = 1024
# A longer modulus or exponent would let a client choose how long a sign-in takes.
_RSA_BITS: Final = range(2048, 4097)
_RSA_EXPONENT_BYTES: Final = 4
# The base point of P-256, in the place of an unknown key: a signature is checked for the time that this takes.
STAND_IN_KEY: Final = bytes.fromhex(
    "a5010203262001"
    "2158206b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
    "2258204fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"
)
_STANDARD: Final = str.maketrans("-_", "+/")
_URL_SAFE: Final = bytes.maketrans(b"+/", b"-_")


class InvalidCredential(Exception):
    """`problem` names the step that failed, and contains nothing that the client did not send."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


class NewPasskey(Struct, frozen=True):
    credential_id: bytes
    public_key: bytes  # COSE_Key, in CBOR.
    sign_count: int
    user_verified: bool
    synced: bool  # Whether it may be copied to other devices of its user ("backup eligible").


class Assertion(Struct, frozen=True):
    sign_count: int
    user_verified: bool
    synced: bool


class _ClientData(Struct, frozen=True, rename="camel"):
    type: str
    challenge: str
    origin: str
    cross_origin: bool = False
    top_origin: str | None = None


def warm_up() -> None:
    import fido2.cose
    import fido2.webauthn  # noqa: F401


def encode(data: bytes) -> str:
    """Base64url without padding, as WebAuthn has it in JSON."""
    return binascii.b2a_base64(data, newline=False).translate(_URL_SAFE).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    try:
        return binascii.a2b_base64(text.translate(_STANDARD) + "=" * (-len(text) % 4), strict_mode=True)
    except ValueError:
        raise InvalidCredential("encoding") from None


def challenge_of(credential: Credential) -> bytes:
    """The challenge that the client answered, by which the caller finds the flow that it belongs to."""
    return decode(_read_client_data(decode(credential.response.client_data_json)).challenge)


def verify_registration(credential: Credential, party: RelyingParty, challenge: bytes) -> NewPasskey:
    """The attestation is not asked for, and ignored where an authenticator sends one all the same."""
    _check_client_data(credential, _CREATE, party, challenge)
    data = _read_attestation(decode(credential.response.attestation_object))
    _check_authenticator_data(data, party)
    attested = data.credential_data
    if attested is None or len(attested.credential_id) > _CREDENTIAL_ID_MAX:
        raise InvalidCredential("credential")
    if attested.credential_id != decode(credential.raw_id):
        raise InvalidCredential("credential")
    return NewPasskey(
        attested.credential_id,
        _check_key(attested.public_key),
        data.counter,
        data.is_user_verified(),
        data.is_backup_eligible(),
    )


def verify_assertion(credential: Credential, party: RelyingParty, challenge: bytes, public_key: bytes) -> Assertion:
    """The caller compares the counter and the user handle with what it has stored."""
    client_data = _check_client_data(credential, _GET, party, challenge)
    encoded = decode(credential.response.authenticator_data)
    data = _read_authenticator_data(encoded)
    _check_authenticator_data(data, party)
    _check_signature(public_key, encoded + sha256(client_data).digest(), decode(credential.response.signature))
    return Assertion(data.counter, data.is_user_verified(), data.is_backup_eligible())


def _read_client_data(encoded: bytes) -> _ClientData:
    try:
        return json.decode(encoded, type=_ClientData)
    except (DecodeError, RecursionError, UnicodeError):
        raise InvalidCredential("clientDataJSON") from None


def _check_client_data(credential: Credential, kind: str, party: RelyingParty, challenge: bytes) -> bytes:
    if credential.type != _PUBLIC_KEY or credential.id != credential.raw_id:
        raise InvalidCredential("credential")
    encoded = decode(credential.response.client_data_json)
    client_data = _read_client_data(encoded)
    if client_data.type != kind:
        raise InvalidCredential("type")
    if not hmac.compare_digest(decode(client_data.challenge), challenge):
        raise InvalidCredential("challenge")
    if not party.accepts(client_data.origin):
        raise InvalidCredential("origin")
    # A page of another site that embeds ours could lead the user to confirm what they do not see.
    if client_data.cross_origin or client_data.top_origin is not None:
        raise InvalidCredential("crossOrigin")
    return encoded


def _check_authenticator_data(data: "AuthenticatorData", party: RelyingParty) -> None:
    if not hmac.compare_digest(data.rp_id_hash, sha256(party.id.encode()).digest()):
        raise InvalidCredential("rpId")
    if not data.is_user_present():
        raise InvalidCredential("userPresence")
    if data.is_backed_up() and not data.is_backup_eligible():
        raise InvalidCredential("backupState")


# The library raises whatever its parsing runs into: KeyError, IndexError, TypeError, struct.error, RecursionError.


def _read_attestation(encoded: bytes) -> "AuthenticatorData":
    from fido2.webauthn import AttestationObject

    if len(encoded) > _ATTESTATION_MAX:
        raise InvalidCredential("attestationObject")
    try:
        return AttestationObject(encoded).auth_data
    except Exception:
        raise InvalidCredential("attestationObject") from None


def _read_authenticator_data(encoded: bytes) -> "AuthenticatorData":
    from fido2.webauthn import AuthenticatorData

    if len(encoded) > _AUTHENTICATOR_DATA_MAX:
        raise InvalidCredential("authenticatorData")
    try:
        return AuthenticatorData(encoded)
    except Exception:
        raise InvalidCredential("authenticatorData") from None


def _check_key(key: "CoseKey") -> bytes:
    """The key as it is stored. One that could verify nothing is refused now, not at the first sign-in."""
    from cryptography.exceptions import InvalidSignature
    from fido2 import cbor

    if key.get(3) not in ALGORITHMS:
        raise InvalidCredential("algorithm")
    try:
        if key[3] == _RS256:
            _check_rsa(key[-1], key[-2])
        with contextlib.suppress(InvalidSignature):
            key.verify(b"", b"")
        encoded = cbor.encode(dict(key))
    except Exception:
        raise InvalidCredential("publicKey") from None
    if len(encoded) > _KEY_MAX:
        raise InvalidCredential("publicKey")
    return encoded


def _check_rsa(modulus: bytes, exponent: bytes) -> None:
    if int.from_bytes(modulus).bit_length() not in _RSA_BITS or len(exponent) > _RSA_EXPONENT_BYTES:
        raise ValueError


def _check_signature(public_key: bytes, message: bytes, signature: bytes) -> None:
    from fido2 import cbor
    from fido2.cose import CoseKey

    try:
        CoseKey.parse(cbor.decode_from(public_key)[0]).verify(message, signature)
    except Exception:  # InvalidSignature, or a signature that is none.
        raise InvalidCredential("credential") from None  # As for a credential that no user has.
