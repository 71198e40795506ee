"""ETag and If-Match: whoever read a version can insist on changing that version and no other."""

import re

from doorward.errors import PreconditionFailed
from doorward.http.messages import Request


def etag(version: int) -> bytes:
    return b'"%d"' % version


def expected_version(request: Request) -> int | None:
    """The version that If-Match names; None when it is absent or takes any."""
    given = request.headers.get(b"if-match", b"*").strip()
    if given == b"*":
        return None
    match = re.fullmatch(rb'"(\d{1,18})"', given)
    if not match:
        raise PreconditionFailed  # Not one of ours, so nothing has it.
    return int(match[1])
