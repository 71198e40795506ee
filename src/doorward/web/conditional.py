"""ETag and If-Match: whoever read a version can insist on changing that version and no other."""

import re

from doorward.web.messages import Request


def etag(version: int) -> bytes:
    return b'"%d"' % version


def expected_versions(request: Request) -> frozenset[int] | None:
    """The versions that If-Match names; None when it is absent or takes any. What is not ours matches nothing."""
    given = request.headers.get(b"if-match", b"*").strip()
    if given == b"*":
        return None
    # A weak tag (W/"1") does not count here, so says RFC 9110.
    tags = (re.fullmatch(rb'"(\d{1,18})"', tag.strip()) for tag in given.split(b","))
    return frozenset(int(tag[1]) for tag in tags if tag)
