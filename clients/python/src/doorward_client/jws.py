"""Signed texts: the set of public keys, and the check of header and signature.

PyJWT checks encoding and signature; cryptography does the arithmetic. The algorithm comes from the key, never from the
token, and a header with more than `alg`, `kid` and `typ` is refused: nothing in a token can name a key of its own.
"""

import json
import warnings
from collections.abc import Mapping
from typing import Any, Final

import jwt
from jwt.api_jws import PyJWS

from doorward_client import errors
from doorward_client.errors import InvalidToken

LONGEST_TOKEN: Final = 16_384
_MEMBERS: Final = {"alg", "kid", "typ"}
# (kty, crv) of a key, and the algorithm that it is for.
_ALGORITHMS: Final = {("EC", "P-256"): "ES256", ("OKP", "Ed25519"): "EdDSA", ("RSA", ""): "RS256"}
_LONGEST_KID: Final = 64
_MOST_KEYS: Final = 100


class Key:
    __slots__ = ("algorithm", "algorithms", "kid", "public")

    def __init__(self, kid: str, algorithm: str, public: Any) -> None:
        self.kid, self.algorithm, self.public = kid, algorithm, public
        self.algorithms = [algorithm]


class KeySet:
    """The public keys that a service has published."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        """`document`: a JWK set. Keys of other kinds are left out, as RFC 7517 says."""
        listed = document.get("keys")
        if not isinstance(listed, list):
            raise ValueError("a key set has a list of keys")
        self._keys = {key.kid: key for jwk in listed[:_MOST_KEYS] if (key := _read(jwk)) is not None}
        if not self._keys:
            raise ValueError("the key set has no usable key")
        self._jws = PyJWS(list(_ALGORITHMS.values()))
        self._types: dict[str, dict[str, Key]] = {}
        self.published = listed

    def verify(self, text: str, typ: str) -> dict[str, Any]:
        """The claims of a compact JWS with that `typ` and a valid signature by one of the keys."""
        head = text.partition(".")[0]
        # Headers repeat: one for each key. Only those of texts with a valid signature are remembered, so that a client
        # can't fill the memory with others.
        known = self._types.get(typ)
        key = known.get(head) if known else None
        fresh = key is None
        if key is None:
            key = self._key_of(_header(head), typ)
        claims = self._claims(text, key)
        if fresh:
            self._types.setdefault(typ, {})[head] = key
        return claims

    def _key_of(self, header: dict[str, Any], typ: str) -> Key:
        if not header.keys() <= _MEMBERS:
            raise InvalidToken(errors.FORBIDDEN_HEADER)
        if header.get("typ") != typ:
            raise InvalidToken(errors.WRONG_TYPE)
        kid = header.get("kid")
        key = self._keys.get(kid) if isinstance(kid, str) else None
        if key is None:
            named = isinstance(kid, str) and 0 < len(kid) <= _LONGEST_KID
            raise UnknownKey() if named else InvalidToken(errors.UNKNOWN_KEY)
        if header.get("alg") != key.algorithm:
            raise InvalidToken(errors.WRONG_ALGORITHM)
        return key

    def _claims(self, text: str, key: Key) -> dict[str, Any]:
        if text.count(".") != 2:
            raise InvalidToken(errors.MALFORMED)
        try:
            payload = self._jws.decode_complete(text, key.public, key.algorithms)["payload"]
        except jwt.InvalidSignatureError:
            raise InvalidToken(errors.BAD_SIGNATURE) from None
        except (jwt.PyJWTError, UnicodeError):
            raise InvalidToken(errors.MALFORMED) from None
        try:
            claims = json.loads(payload)
        except (ValueError, RecursionError):
            raise InvalidToken(errors.MALFORMED) from None
        if not isinstance(claims, dict):
            raise InvalidToken(errors.MALFORMED)
        return claims


class UnknownKey(InvalidToken):
    """The text may be signed with a key that was published after the set was fetched."""

    def __init__(self) -> None:
        super().__init__(errors.UNKNOWN_KEY)


def _header(segment: str) -> dict[str, Any]:
    """The header, whose encoding PyJWT checks again with the rest."""
    try:
        header = json.loads(jwt.utils.base64url_decode(segment))
    except (ValueError, RecursionError):
        raise InvalidToken(errors.MALFORMED) from None
    if not isinstance(header, dict):
        raise InvalidToken(errors.MALFORMED)
    return header


def _read(jwk: Any) -> Key | None:
    """The key, or None if it is of a kind that access tokens don't have, such as a symmetric one."""
    if not isinstance(jwk, dict) or jwk.get("use", "sig") != "sig":
        return None
    algorithm, kid = _ALGORITHMS.get((str(jwk.get("kty")), str(jwk.get("crv", "")))), jwk.get("kid")
    if algorithm is None or jwk.get("alg", algorithm) != algorithm or not isinstance(kid, str):
        return None
    # The private parts, if a mistake published them, must not be loaded as a private key.
    public = {name: value for name, value in jwk.items() if name in {"kty", "crv", "x", "y", "n", "e"}}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return Key(kid, algorithm, jwt.PyJWK(public, algorithm).key)
    except (jwt.PyJWTError, ValueError):
        return None
