"""Cross-origin requests: an origin is allowed when the settings list it."""

import re
from typing import Final

from doorward.settings.values import LOOPBACK
from doorward.web.messages import Header, Response, success

_LOOPBACK: Final = re.compile(rb"https?://(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?")
# On every response: a cache must not serve the response for one origin to another.
VARY: Final[Header] = (b"vary", b"Origin")
_EXPOSED: Final = (
    b"access-control-expose-headers",
    b"ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id",
)
_CREDENTIALS: Final = (b"access-control-allow-credentials", b"true")
_ALLOWED_HEADERS: Final = b"Authorization, Content-Type, If-Match, Idempotency-Key, X-Request-Id"
_MAX_AGE: Final = b"600"


class Cors:
    def __init__(self, origins: tuple[str, ...]) -> None:
        self._loopback = LOOPBACK in origins
        self._origins = frozenset(origin.encode() for origin in origins if origin != LOOPBACK)

    def _allows(self, origin: bytes) -> bool:
        return origin in self._origins or (self._loopback and _LOOPBACK.fullmatch(origin) is not None)

    def allow(self, origin: bytes, headers: list[Header]) -> None:
        if self._allows(origin):
            headers += ((b"access-control-allow-origin", origin), _CREDENTIALS, _EXPOSED)

    def options(self, request: dict[bytes, bytes], methods: list[str]) -> Response:
        """Lists the allowed methods; for a preflight from an allowed origin in the CORS headers too."""
        allowed = ", ".join(methods).encode()
        response = success()
        response.headers.append((b"allow", allowed))
        origin = request.get(b"origin")
        if origin is not None and b"access-control-request-method" in request and self._allows(origin):
            response.headers += (
                (b"access-control-allow-methods", allowed),
                (b"access-control-allow-headers", _ALLOWED_HEADERS),
                (b"access-control-max-age", _MAX_AGE),
            )
        return response
