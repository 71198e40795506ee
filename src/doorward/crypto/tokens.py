"""Access tokens (JWT, RFC 9068) and refresh tokens (a MAC over session and generation).

Importing PyJWT takes a quarter of the start-up time, so it is imported where it is used; `warm_up` imports it after the
service answers and before the first request needs it.
"""

import base64
import binascii
import hmac
import itertools
import struct
from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Final

from msgspec import Struct, json

from doorward.crypto.sealing import Entropy
from doorward.crypto.signing import b64url
from doorward.crypto.vault import SigningKey
from doorward.domain.sign_in.auth_context import AuthContext
from doorward.errors import InvalidRefreshToken, InvalidToken

_TYPE: Final = "at+jwt"
_HEADER: Final = {"alg", "kid", "typ"}
_KID_LENGTH: Final = 16
_LONGEST: Final = 16_384
_LONGEST_CLAIMS: Final = 4096
# One entry is a token and its claims, about 1.5 KiB: at most some 12 MiB.
_CACHE_SIZE: Final = 8192
_REFRESH_PREFIX: Final = "dwr_"
_REFRESH_BODY: Final = struct.Struct(">QI")
# The 12 bytes of the body are 16 characters of base64.
_REFRESH_BODY_TEXT: Final = slice(len(_REFRESH_PREFIX), len(_REFRESH_PREFIX) + 16)
_MAC_BYTES: Final = 32


class Claims(Struct, frozen=True):
    user_id: int
    session_id: int
    expires_at: int


def warm_up() -> None:
    import jwt  # noqa: F401


class AccessTokens:
    def __init__(self, keys: Sequence[SigningKey], issuer: str, audience: str, ttl: int, entropy: Entropy) -> None:
        """`keys`: newest first; at least one is active, the others are announced or their tokens may still be valid."""
        self._newest_first = tuple(keys)
        self._keys = {key.kid: key for key in keys}
        self._issuer, self._audience, self.ttl = issuer, audience, ttl
        self._headers = {key.kid: _encoded_header(key) for key in keys}
        # A random prefix and a counter: unique without a call for randomness for every token.
        self._serial, self._numbers = b64url(entropy(12)), itertools.count(1)
        self.jwks = {"keys": [key.jwk for key in keys]}
        # Caches signature checks only; the session is looked up for every request. The cache belongs to this object, so
        # replacing the keys drops it.
        self.read: Callable[[str], Claims] = lru_cache(_CACHE_SIZE)(self._read)

    def issue(
        self,
        user_id: int,
        session_id: int,
        roles: list[str],
        permissions: Sequence[str],
        context: AuthContext,
        now: int,
        *,
        actor: int | None = None,
        ends_at: int | None = None,
    ) -> str:
        """`actor`: the id of an administrator who acts as the user; `ends_at`: the end of a session that is shorter
        than the lifetime of tokens."""
        issued_at = now // 1000
        claims: dict[str, Any] = {
            "iss": self._issuer,
            "aud": self._audience,
            # RFC 9068 requires it. The only client is the application that the tokens are for.
            "client_id": self._audience,
            "sub": str(user_id),
            "sid": str(session_id),
            "jti": f"{self._serial}{next(self._numbers):x}",
            "iat": issued_at,
            "exp": issued_at + self.ttl,
            "auth_time": context.auth_time // 1000,
            "amr": context.amr(),
            "acr": context.acr(),
            "roles": roles,
            "permissions": permissions,
        }
        if ends_at is not None:
            claims["exp"] = min(claims["exp"], ends_at // 1000)
        if actor is not None:
            claims["act"] = {"sub": str(actor)}  # RFC 8693, section 4.1
        signer = self._signer(now)
        return _signed(signer, self._headers[signer.kid], _encode_claims(claims))

    def sign(self, kind: str, payload: bytes, now: int) -> str:
        """A document of another kind than an access token (`typ`), by the key that signs tokens now."""
        signer = self._signer(now)
        return _signed(signer, _encoded_header(signer, kind), payload)

    def _signer(self, now: int) -> SigningKey:
        # Decided for each token, so that all nodes switch to an announced key at the same moment.
        for key in self._newest_first:
            if key.active_at <= now:
                return key
        return self._newest_first[-1]

    def names_unknown_key(self, token: str) -> bool:
        """Whether this may be a token of this service, signed with a key that is not loaded yet."""
        header = _header(token)
        kid = header.get("kid")
        ours = set(header) == _HEADER and header["typ"] == _TYPE and isinstance(kid, str) and len(kid) == _KID_LENGTH
        return ours and kid not in self._keys

    def _read(self, token: str) -> Claims:
        """The claims of a token with a valid signature, also when it has expired."""
        import jwt

        header = _header(token)
        key = self._keys.get(str(header.get("kid")))
        # Headers with a key of their own (jwk, jku, x5u) or critical extensions (crit) are refused.
        if key is None or set(header) != _HEADER or header["typ"] != _TYPE or header["alg"] != key.algorithm:
            raise InvalidToken
        try:
            claims = jwt.decode(
                token,
                key.public,
                [key.algorithm],
                issuer=self._issuer,
                audience=self._audience,
                # The caller checks times, with the service's clock.
                options={
                    "require": ["exp", "sub", "sid"],
                    "verify_exp": False,
                    "verify_iat": False,
                    "verify_nbf": False,
                },
            )
            expires_at = int(claims["exp"]) * 1000
            # The retirement of a key ends its tokens before their own expiry.
            end = expires_at if key.retire_at is None else min(expires_at, key.retire_at)
            return Claims(int(claims["sub"]), int(claims["sid"]), end)
        except (jwt.PyJWTError, ValueError, TypeError):
            raise InvalidToken from None


def _encoded_header(key: SigningKey, kind: str = _TYPE) -> str:
    return b64url(json.encode({"alg": key.algorithm, "kid": key.kid, "typ": kind}))


def _signed(key: SigningKey, header: str, payload: bytes) -> str:
    signed = f"{header}.{b64url(payload)}"
    return f"{signed}.{b64url(key.sign(signed.encode()))}"


def _encode_claims(claims: dict[str, Any]) -> bytes:
    """The claims as JSON. Drops permissions, then roles, when they are too long: proxies refuse long headers."""
    body = json.encode(claims)
    for claim in ("permissions", "roles"):
        if len(body) > _LONGEST_CLAIMS:
            del claims[claim]
            body = json.encode(claims)
    return body


def _header(token: str) -> dict[str, Any]:
    if len(token) > _LONGEST:
        raise InvalidToken
    import jwt

    try:
        return dict(jwt.get_unverified_header(token))
    except (jwt.PyJWTError, ValueError, RecursionError):
        raise InvalidToken from None


class RefreshTokens:
    """Derived from session and generation under a key: nothing in the database can be replayed as a token."""

    def __init__(self, key: bytes) -> None:
        # Keyed BLAKE2b (RFC 7693), prepared once: a MAC in a fifth of the time of HMAC-SHA256.
        self._keyed = blake2b(key=key, digest_size=_MAC_BYTES)

    def derive(self, session_id: int, generation: int) -> str:
        body = _REFRESH_BODY.pack(session_id, generation)
        return _REFRESH_PREFIX + b64url(body + self._mac(body))

    def read(self, token: str) -> tuple[int, int]:
        """Session and generation of a valid token."""
        try:
            body = base64.urlsafe_b64decode(token[_REFRESH_BODY_TEXT])
            session_id, generation = _REFRESH_BODY.unpack(body)
            # Compare with the whole expected token: prefix, MAC and encoding must match.
            if not hmac.compare_digest(token.encode(), self.derive(session_id, generation).encode()):
                raise InvalidRefreshToken
        except (binascii.Error, struct.error, ValueError):
            raise InvalidRefreshToken from None
        return session_id, generation

    def _mac(self, body: bytes) -> bytes:
        mac = self._keyed.copy()
        mac.update(body)
        return mac.digest()
