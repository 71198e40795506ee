"""ETag and If-Match: a client can require that it changes the version that it read."""

import re

from doorward.web.messages import Request


def etag(version: int) -> bytes:
    return b'"%d"' % version


def expected_versions(request: Request) -> frozenset[int] | None:
    """The versions that If-Match lists; None when it is absent or `*`. A malformed tag matches no version."""
    given = request.headers.get(b"if-match", b"*").strip()
    if given == b"*":
        return None
    # If-Match compares strongly: a weak tag (W/"1") matches nothing. RFC 9110, section 13.1.1.
    tags = (re.fullmatch(rb'"(\d{1,18})"', tag.strip()) for tag in given.split(b","))
    return frozenset(int(tag[1]) for tag in tags if tag)
