"""Verification of passkeys, with the test vectors of W3C Web Authentication Level 3, section "Test Vectors".

webauthn_vectors.json has the values of all fifteen examples for relying parties, in hexadecimal as published.
"""

import hashlib
import json
import struct
from pathlib import Path
from typing import Any

import msgspec
import pytest
from fido2 import cbor as reference
from fido2.webauthn import AttestationObject

from doorward.crypto import passkeys
from doorward.crypto.passkeys import InvalidCredential, NewPasskey
from doorward.domain.sign_in.factors import Credential
from doorward.domain.sign_in.relying_party import RelyingParty, relying_party
from doorward.settings import load
from tests.support.authenticator import ES256, RS256, Authenticator, b64, cbor

PARTY = RelyingParty("example.org", "https://example.org")
VECTORS = {each["name"]: each for each in json.loads((Path(__file__).parent / "webauthn_vectors.json").read_text())}
EMBEDDED = ("none.ES256.crossOrigin", "none.ES256.topOrigin")
NOT_OFFERED = ("packed.ES384", "packed.ES512", "packed.Ed448")
ACCEPTED = [name for name in VECTORS if name not in (*EMBEDDED, *NOT_OFFERED)]


def credential(vector: dict[str, Any], ceremony: str, **changes: str) -> Credential:
    """As a browser's `toJSON()` has it."""
    values = vector[ceremony] | changes
    name = b64(bytes.fromhex(vector["registration"]["credentialId"]))
    fields = ("clientDataJSON", "attestationObject", "authenticatorData", "signature")
    response = {field: b64(bytes.fromhex(values[field])) for field in fields if field in values}
    return msgspec.convert({"id": name, "rawId": name, "type": "public-key", "response": response}, Credential)


def challenge(vector: dict[str, Any], ceremony: str) -> bytes:
    return bytes.fromhex(vector[ceremony]["challenge"])


def register(vector: dict[str, Any], **changes: str) -> NewPasskey:
    return passkeys.verify_registration(
        credential(vector, "registration", **changes), PARTY, challenge(vector, "registration")
    )


def authenticate(vector: dict[str, Any], public_key: bytes, **changes: str) -> passkeys.Assertion:
    given = credential(vector, "authentication", **changes)
    return passkeys.verify_assertion(given, PARTY, challenge(vector, "authentication"), public_key)


def test_all_vectors_are_there() -> None:
    assert len(VECTORS) == 15
    assert len(ACCEPTED) == 10


@pytest.mark.parametrize("name", ACCEPTED)
def test_a_vector_registers_and_signs_in(name: str) -> None:
    vector = VECTORS[name]
    new = register(vector)
    assert new.credential_id.hex() == vector["registration"]["credentialId"]
    flags = AttestationObject(bytes.fromhex(vector["registration"]["attestationObject"])).auth_data.flags
    assert (new.user_verified, new.synced, new.sign_count) == (bool(flags & 4), bool(flags & 8), 0)
    assertion = authenticate(vector, new.public_key)
    signed = bytes.fromhex(vector["authentication"]["authenticatorData"])[32]
    assert (assertion.user_verified, assertion.synced) == (bool(signed & 4), bool(signed & 8))


@pytest.mark.parametrize("name", EMBEDDED)
def test_a_vector_from_a_page_inside_another_site_is_refused(name: str) -> None:
    with pytest.raises(InvalidCredential, match="crossOrigin"):
        register(VECTORS[name])
    with pytest.raises(InvalidCredential, match="crossOrigin"):
        authenticate(VECTORS[name], _key(VECTORS[name]))


@pytest.mark.parametrize("name", NOT_OFFERED)
def test_a_vector_with_an_algorithm_that_is_not_offered_is_refused(name: str) -> None:
    """Its signature is right all the same, so that nothing but the algorithm is refused."""
    with pytest.raises(InvalidCredential, match="algorithm"):
        register(VECTORS[name])
    assert authenticate(VECTORS[name], _key(VECTORS[name])).sign_count == 0


@pytest.mark.parametrize("name", ACCEPTED)
@pytest.mark.parametrize("field", ["authenticatorData", "clientDataJSON", "signature"])
def test_a_vector_with_a_changed_byte_is_refused(name: str, field: str) -> None:
    """Mutant: a signature that covers only one of the two."""
    vector = VECTORS[name]
    value = bytearray.fromhex(vector["authentication"][field])
    # Of the counter, of the last letter of the text, and of the signature: they still have their form.
    value[-3 if field == "clientDataJSON" else -1] ^= 1
    with pytest.raises(InvalidCredential):
        authenticate(vector, register(vector).public_key, **{field: value.hex()})


@pytest.mark.parametrize("name", ACCEPTED)
def test_a_vector_answers_its_own_challenge_and_party_alone(name: str) -> None:
    vector = VECTORS[name]
    key, given = register(vector).public_key, credential(vector, "authentication")
    with pytest.raises(InvalidCredential, match="challenge"):
        passkeys.verify_assertion(given, PARTY, challenge(vector, "registration"), key)
    other = RelyingParty("example.com", "https://example.org")
    with pytest.raises(InvalidCredential, match="rpId"):
        passkeys.verify_assertion(given, other, challenge(vector, "authentication"), key)
    other = RelyingParty("example.org", "https://login.example.org")
    with pytest.raises(InvalidCredential, match="origin"):
        passkeys.verify_assertion(given, other, challenge(vector, "authentication"), key)


def _key(vector: dict[str, Any]) -> bytes:
    data = AttestationObject(bytes.fromhex(vector["registration"]["attestationObject"])).auth_data.credential_data
    assert data is not None
    return reference.encode(dict(data.public_key))


def _registration(public_key: dict[int, Any], flags: int = 0x45, extra: bytes = b"") -> Credential:
    identifier = b"0" * 16
    data = hashlib.sha256(b"example.org").digest() + struct.pack(">BI", flags, 0)
    data += bytes(16) + struct.pack(">H", len(identifier)) + identifier + cbor(public_key) + extra
    client_data = {"type": "webauthn.create", "challenge": b64(b"challenge"), "origin": "https://example.org"}
    response = {
        "clientDataJSON": b64(json.dumps(client_data).encode()),
        "attestationObject": b64(cbor({"fmt": "none", "attStmt": {}, "authData": data})),
    }
    name = b64(identifier)
    return msgspec.convert({"id": name, "rawId": name, "type": "public-key", "response": response}, Credential)


_POINT = Authenticator().public_key()
_RSA = {1: 3, 3: RS256, -1: b"\xff" * 256, -2: b"\x01\x00\x01"}


@pytest.mark.parametrize(
    "key",
    [
        _POINT | {-2: b"\x00" * 32, -3: b"\x00" * 32},  # Not on the curve.
        _POINT | {-1: 2},
        {name: value for name, value in _POINT.items() if name != -3},
        _POINT | {-2: 5},
        _POINT | {100: b"0" * 1500},
        {1: 1, 3: -8, -1: 6, -2: b"0" * 31},
        _RSA | {-1: b"\xff" * 128},
        _RSA | {-1: b"\xff" * 1024},
        _RSA | {-2: b"\xff" * 256},
    ],
)
def test_a_key_that_could_verify_nothing_or_only_slowly_is_refused(key: dict[int, Any]) -> None:
    """Mutants: the key is stored unseen; no bounds for RSA."""
    with pytest.raises(InvalidCredential, match="publicKey"):
        passkeys.verify_registration(_registration(key), PARTY, b"challenge")
    assert passkeys.verify_registration(_registration(_POINT), PARTY, b"challenge").user_verified


@pytest.mark.parametrize(
    ("flags", "problem"), [(0x44, "userPresence"), (0x55, "backupState"), (0x05, "attestationObject")]
)
def test_wrong_flags_are_refused(flags: int, problem: str) -> None:
    with pytest.raises(InvalidCredential, match=problem):
        passkeys.verify_registration(_registration(_POINT, flags), PARTY, b"challenge")


def test_a_registration_without_a_credential_or_with_more_than_one_is_refused() -> None:
    with pytest.raises(InvalidCredential, match="attestationObject"):
        passkeys.verify_registration(_registration(_POINT, extra=b"\x00"), PARTY, b"challenge")


@pytest.mark.parametrize(
    "text", [b"", b"{}", b"[]", b"null", b"\xff", b"[" * 5000, b'{"type": 1, "challenge": "", "origin": ""}']
)
def test_client_data_of_garbage_is_refused(text: bytes) -> None:
    given = credential(VECTORS["none.ES256"], "authentication", clientDataJSON=text.hex())
    with pytest.raises(InvalidCredential, match="clientDataJSON"):
        passkeys.challenge_of(given)


@pytest.mark.parametrize("text", ["!", "a", "a b", "é"])
def test_what_is_no_base64_is_refused(text: str) -> None:
    with pytest.raises(InvalidCredential, match="encoding"):
        passkeys.decode(text)


def test_credential_ids_must_agree() -> None:
    given = credential(VECTORS["none.ES256"], "registration")
    for wrong in (
        msgspec.structs.replace(given, id="AAAA"),
        msgspec.structs.replace(given, id="AAAA", raw_id="AAAA"),
        msgspec.structs.replace(given, type="password"),
    ):
        with pytest.raises(InvalidCredential, match="credential"):
            passkeys.verify_registration(wrong, PARTY, challenge(VECTORS["none.ES256"], "registration"))


@pytest.mark.parametrize(
    ("settings", "party"),
    [
        ({}, ("localhost", "http://localhost:8000")),
        ({"HOST": "0.0.0.0", "PORT": "9000"}, ("localhost", "http://localhost:9000")),
        ({"HOST": "::1"}, ("localhost", "http://localhost:8000")),
        ({"HOST": "192.0.2.1"}, None),
        ({"PUBLIC_URL": "https://login.example.com"}, ("login.example.com", "https://login.example.com")),
        ({"PUBLIC_URL": "https://Login.Example.com:443/auth"}, ("login.example.com", "https://login.example.com")),
        ({"PUBLIC_URL": "https://login.example.com:8443"}, ("login.example.com", "https://login.example.com:8443")),
        ({"PUBLIC_URL": "http://localhost:5000"}, ("localhost", "http://localhost:5000")),
        ({"PUBLIC_URL": "http://login.localhost"}, ("login.localhost", "http://login.localhost")),
        ({"PUBLIC_URL": "http://login.example.com"}, None),
        ({"PUBLIC_URL": "https://192.0.2.1"}, None),
        ({"PUBLIC_URL": "http://127.0.0.1:8000"}, None),
        ({"PUBLIC_URL": "https://[2001:db8::1]"}, None),
    ],
)
def test_the_public_url_decides_where_passkeys_work(settings: dict[str, str], party: tuple[str, str] | None) -> None:
    found = relying_party(load({f"DOORWARD_{name}": value for name, value in settings.items()}))
    assert (found and (found.id, found.origin)) == party


def test_any_port_of_this_machine_is_accepted_in_development_alone() -> None:
    here = relying_party(load({}))
    assert here is not None
    assert here.accepts("http://localhost:5173")
    for other in ("http://localhost:5173/", "http://localhost.evil.example", "http://127.0.0.1:8000", "null", ""):
        assert not here.accepts(other)
    public = relying_party(load({"DOORWARD_PUBLIC_URL": "http://localhost:5000"}))
    assert public is not None
    assert not public.accepts("http://localhost:5173")


def test_the_software_authenticator_agrees_with_the_library() -> None:
    """Its CBOR is its own, so that tests do not check the library against itself."""
    key = Authenticator(algorithm=ES256).public_key()
    assert reference.decode(cbor(key)) == key
