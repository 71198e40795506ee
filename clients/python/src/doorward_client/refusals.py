"""What the adapters have in common: the token of a request, and the answer to one that is refused (RFC 6750)."""

from collections.abc import Iterable
from typing import Any

from doorward_client.errors import MissingToken, PermissionDenied, Refused, Unavailable


def bearer(authorization: str | None) -> str:
    """The token of an `Authorization` header."""
    scheme, _, token = (authorization or "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise MissingToken
    return token.strip()


def bearer_of(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """The token of an ASGI request, from the list that the server made: quicker than a framework's mapping."""
    for name, value in headers:
        if name == b"authorization":
            text = value.decode("latin-1")
            return text[7:] if text.startswith("Bearer ") else bearer(text)
    raise MissingToken


def headers(refused: Refused) -> dict[str, str]:
    if isinstance(refused, Unavailable):
        return {"Retry-After": str(refused.retry_after)}
    if isinstance(refused, MissingToken):
        return {"WWW-Authenticate": "Bearer"}
    error = "insufficient_scope" if isinstance(refused, PermissionDenied) else "invalid_token"
    return {"WWW-Authenticate": f'Bearer error="{error}"'}


def body(refused: Refused) -> dict[str, Any]:
    told = {"reason": refused.reason, "message": str(refused)}
    return told | {"required": refused.required} if isinstance(refused, PermissionDenied) else told
