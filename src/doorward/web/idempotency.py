"""Idempotency-Key: a client that received no response can safely repeat its request."""

import re

import msgspec

from doorward.core.idempotency import IdempotentRequest
from doorward.errors import ValidationFailed
from doorward.web.messages import Request


def idempotent_request(request: Request) -> IdempotentRequest | None:
    given = request.headers.get(b"idempotency-key")
    if given is None:
        return None
    if not re.fullmatch(rb"[\x20-\x7e]{1,255}", given.strip()):
        raise ValidationFailed(("Idempotency-Key", "must be 1 to 255 printable ASCII characters"))
    # The parsed body, so that whitespace and the order of fields make no difference.
    content = f"{request.method} {request.path} {msgspec.json.encode(request.body).decode()}"
    return IdempotentRequest(given.strip().decode(), content)
