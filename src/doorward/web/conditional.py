"""Headers that make writes safe: ETag and If-Match prevent lost updates, Idempotency-Key makes a request repeatable."""

import re
from typing import Any

import msgspec

from doorward.core.idempotency import IdempotentRequest
from doorward.errors import ValidationFailed
from doorward.web.messages import Request, Response, success


def versioned(data: Any, version: int) -> Response:
    """The data, with its version as the ETag."""
    response = success(data)
    response.headers.append((b"etag", b'"%d"' % version))
    return response


def expected_versions(request: Request) -> frozenset[int] | None:
    """The versions that If-Match lists; None when it is absent or `*`. A malformed tag matches no version."""
    given = request.headers.get(b"if-match", b"*").strip()
    if given == b"*":
        return None
    # If-Match compares strongly: a weak tag (W/"1") matches nothing. RFC 9110, section 13.1.1.
    tags = (re.fullmatch(rb'"(\d{1,18})"', tag.strip()) for tag in given.split(b","))
    return frozenset(int(tag[1]) for tag in tags if tag)


def idempotent_request(request: Request) -> IdempotentRequest | None:
    """The key of a request that may be repeated, and what it asks for; None without the header."""
    given = request.headers.get(b"idempotency-key")
    if given is None:
        return None
    if not re.fullmatch(rb"[\x20-\x7e]{1,255}", given.strip()):
        raise ValidationFailed(("Idempotency-Key", "must be 1 to 255 printable ASCII characters"))
    # The parsed body, so that whitespace and the order of fields make no difference.
    content = f"{request.method} {request.path} {msgspec.json.encode(request.body).decode()}"
    return IdempotentRequest(given.strip().decode(), content)
