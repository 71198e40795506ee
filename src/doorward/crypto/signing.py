"""The signature algorithms of access tokens: key generation, serialisation, JWK and signing.

Cryptography is imported where it is used, which for a key is before it signs.
"""

import binascii
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from msgspec import Struct

_P256_BYTES: Final = 32
_RSA_BITS: Final = 3072
_URL_SAFE: Final = bytes.maketrans(b"+/", b"-_")


class Algorithm(Struct, frozen=True):
    new: Callable[[], bytes]
    load: Callable[[bytes], Any]  # Returns the type that PyJWT expects for the algorithm.
    jwk: Callable[[Any], dict[str, str]]
    sign: Callable[[Any, bytes], bytes]


def _new_p256() -> bytes:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(_P256_BYTES)


def _load_p256(private: bytes) -> Any:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(private), ec.SECP256R1())


def _p256_jwk(private: Any) -> dict[str, str]:
    point = private.public_key().public_numbers()
    return {"kty": "EC", "crv": "P-256", "x": _number(point.x, _P256_BYTES), "y": _number(point.y, _P256_BYTES)}


@cache
def _ecdsa() -> tuple[Any, Callable[[bytes], tuple[int, int]]]:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    return ec.ECDSA(hashes.SHA256()), decode_dss_signature


def _sign_p256(private: Any, message: bytes) -> bytes:
    algorithm, decode = _ecdsa()
    # JWS concatenates r and s (RFC 7518, 3.4).
    r, s = decode(private.sign(message, algorithm))
    return r.to_bytes(_P256_BYTES) + s.to_bytes(_P256_BYTES)


def _new_ed25519() -> bytes:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.generate().private_bytes_raw()


def _load_ed25519(private: bytes) -> Any:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(private)


def _ed25519_jwk(private: Any) -> dict[str, str]:
    return {"kty": "OKP", "crv": "Ed25519", "x": b64url(private.public_key().public_bytes_raw())}


def _sign_ed25519(private: Any, message: bytes) -> bytes:
    signature: bytes = private.sign(message)
    return signature


def _new_rsa() -> bytes:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    return rsa.generate_private_key(65537, _RSA_BITS).private_bytes(
        serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _load_rsa(private: bytes) -> Any:
    from cryptography.hazmat.primitives.serialization import load_der_private_key

    # Unchecked: the check takes 0.2 s of the event loop for each key, and this one was made here and lay sealed.
    return load_der_private_key(private, password=None, unsafe_skip_rsa_key_validation=True)


def _rsa_jwk(private: Any) -> dict[str, str]:
    numbers = private.public_key().public_numbers()
    return {"kty": "RSA", "n": _number(numbers.n, _RSA_BITS // 8), "e": _number(numbers.e, 3)}


def _sign_rsa(private: Any, message: bytes) -> bytes:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15

    signature: bytes = private.sign(message, PKCS1v15(), hashes.SHA256())
    return signature


def _number(number: int, size: int) -> str:
    return b64url(number.to_bytes(size))


def b64url(data: bytes) -> str:
    return binascii.b2a_base64(data, newline=False).translate(_URL_SAFE).rstrip(b"=").decode()


ALGORITHMS: Final = {
    "ES256": Algorithm(_new_p256, _load_p256, _p256_jwk, _sign_p256),
    "EdDSA": Algorithm(_new_ed25519, _load_ed25519, _ed25519_jwk, _sign_ed25519),
    "RS256": Algorithm(_new_rsa, _load_rsa, _rsa_jwk, _sign_rsa),
}
