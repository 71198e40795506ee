"""A software authenticator and the browser before it: real keys and real signatures, made without a library for
WebAuthn, so that a mistake of the library does not hide."""

import base64
import hashlib
import json
import secrets
import struct
from typing import Any, Final

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

# Where the service under test is reached when it has no public URL (domain/sign_in/relying_party.py).
ORIGIN: Final = "http://localhost:8000"
ES256, EDDSA, RS256 = -7, -8, -257
_PRESENT, _VERIFIED, _ELIGIBLE, _BACKED_UP, _ATTESTED = 0x01, 0x04, 0x08, 0x10, 0x40


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def cbor(value: Any) -> bytes:
    """The few types of CBOR (RFC 8949) that an authenticator writes."""
    if isinstance(value, int):
        return _head(0, value) if value >= 0 else _head(1, -1 - value)
    if isinstance(value, bytes):
        return _head(2, len(value)) + value
    if isinstance(value, str):
        return _head(3, len(value.encode())) + value.encode()
    if isinstance(value, list):
        return _head(4, len(value)) + b"".join(map(cbor, value))
    return _head(5, len(value)) + b"".join(cbor(key) + cbor(each) for key, each in value.items())


def _head(major: int, size: int) -> bytes:
    if size < 24:
        return bytes([major << 5 | size])
    if size < 1 << 8:
        return bytes([major << 5 | 24, size])
    return bytes([major << 5 | 25]) + struct.pack(">H", size)


class Authenticator:
    """Holds one credential. Attributes may be changed to make it misbehave."""

    def __init__(
        self,
        *,
        algorithm: int = ES256,
        verifies_user: bool = True,
        synced: bool = False,
        counts: bool = True,
        origin: str = ORIGIN,
        rp_id: str | None = None,
    ) -> None:
        self.algorithm, self.verifies_user, self.synced, self.origin = algorithm, verifies_user, synced, origin
        self.counts, self.counter = counts, 0
        self.rp_id = rp_id  # Instead of the one that the options name.
        self.present = True
        self.credential_id = secrets.token_bytes(32)
        self.user_handle = b""
        # Written over the client data, for answers that no honest browser gives.
        self.client_data: dict[str, Any] = {}
        self._key: Any = _new_key(algorithm)

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """`navigator.credentials.create()` with the options of an answer, as `toJSON()` gives its result."""
        self.user_handle = unb64(options["user"]["id"])
        client_data = self._client_data("webauthn.create", options["challenge"])
        attested = bytes(16) + struct.pack(">H", len(self.credential_id)) + self.credential_id + cbor(self.public_key())
        data = self._authenticator_data(options["rp"]["id"], _ATTESTED) + attested
        attestation = cbor({"fmt": "none", "attStmt": {}, "authData": data})
        return self._credential(
            {
                "clientDataJSON": b64(client_data),
                "authenticatorData": b64(data),
                "attestationObject": b64(attestation),
                "transports": ["internal", "hybrid"],
                "publicKeyAlgorithm": self.algorithm,
            }
        )

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """`navigator.credentials.get()`, in the same manner."""
        client_data = self._client_data("webauthn.get", options["challenge"])
        data = self._authenticator_data(options["rpId"], 0)
        signature = self.sign(data + hashlib.sha256(client_data).digest())
        return self._credential(
            {
                "clientDataJSON": b64(client_data),
                "authenticatorData": b64(data),
                "signature": b64(signature),
                "userHandle": b64(self.user_handle),
            }
        )

    def public_key(self) -> dict[int, Any]:
        public = self._key.public_key()
        if self.algorithm == EDDSA:
            return {1: 1, 3: EDDSA, -1: 6, -2: public.public_bytes(Encoding.Raw, PublicFormat.Raw)}
        numbers = public.public_numbers()
        if self.algorithm == RS256:
            return {1: 3, 3: RS256, -1: numbers.n.to_bytes(256), -2: numbers.e.to_bytes(3)}
        return {1: 2, 3: self.algorithm, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}

    def sign(self, message: bytes) -> bytes:
        signature: bytes
        if self.algorithm == EDDSA:
            signature = self._key.sign(message)
        elif self.algorithm == RS256:
            signature = self._key.sign(message, padding.PKCS1v15(), hashes.SHA256())
        else:
            signature = self._key.sign(message, ec.ECDSA(hashes.SHA256()))
        return signature

    def _client_data(self, kind: str, challenge: str) -> bytes:
        data = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(data | self.client_data).encode()

    def _authenticator_data(self, rp_id: str, flags: int) -> bytes:
        flags |= _PRESENT if self.present else 0
        flags |= _VERIFIED if self.verifies_user else 0
        flags |= _ELIGIBLE | _BACKED_UP if self.synced else 0
        if self.counts:
            self.counter += 1
        return hashlib.sha256((self.rp_id or rp_id).encode()).digest() + struct.pack(">BI", flags, self.counter)

    def _credential(self, response: dict[str, Any]) -> dict[str, Any]:
        name = b64(self.credential_id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}}


def _new_key(algorithm: int) -> Any:
    if algorithm == EDDSA:
        return ed25519.Ed25519PrivateKey.generate()
    if algorithm == RS256:
        return rsa.generate_private_key(65537, 2048)
    return ec.generate_private_key(ec.SECP256R1())
