"""The text of HTTP/1.1."""

import re
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Final
from urllib.parse import unquote_to_bytes

from httptools import HttpParserError, parse_url

from doorward.errors import HeadTooLarge, MalformedHttp
from doorward.web.messages import Header, Response

HEAD_BYTES: Final = 32_768
# Each takes some hundred bytes beside its text, for as long as the request is in progress.
_MOST_FIELDS: Final = 100
HEAD_END: Final = b"\r\n\r\n"
# A host and a port, and nothing else: RFC 9112, section 3.2.
HOST: Final = re.compile(rb"[^\s,/?#@\\]*")
# Of the first line. The parser takes RTSP for HTTP, and some methods of either in the other.
_PROTOCOL: Final = b" HTTP/"
_UPGRADE: Final = re.compile(rb"\r\nupgrade:", re.IGNORECASE)
CONTINUE: Final = b"HTTP/1.1 100 Continue\r\n\r\n"
_STATUS_LINES: Final = {status.value: f"HTTP/1.1 {status.value} {status.phrase}".encode() for status in HTTPStatus}
_DAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def complete_head(head: bytearray, data: bytes) -> tuple[bytes, bytes] | None:
    """Adds data to the head of a request. Returns it when it is complete, with what stands behind it."""
    searched = max(0, len(head) - 3)
    if head:
        head += data
    given = head or data  # Most heads arrive in one piece, which is not copied.
    end = given.find(HEAD_END, searched)
    # The last bytes of an incomplete head may be the beginning of its end.
    if (end if end >= 0 else len(given) - 3) > HEAD_BYTES or given.count(b"\n", 0, max(end, 0)) > _MOST_FIELDS:
        raise HeadTooLarge
    if end < 0:
        if given.find(b"\n\n", searched) >= 0 or not given[:1].isalpha():  # No end of a head will follow.
            raise MalformedHttp
        if given is data:
            head += data
        return None
    whole, rest = bytes(given[: end + 4]), bytes(given[end + 4 :])
    line_end = whole.find(b"\r\n")
    if whole[line_end - 9 : line_end - 3] != _PROTOCOL:
        raise MalformedHttp
    # No other protocol is offered: without the field, the parser reads the body as that of any request.
    return _UPGRADE.sub(b"\r\nx-upgrade:", whole) if _UPGRADE.search(whole) else whole, rest


def response_head(status: int, headers: list[Header], date: bytes) -> bytes:
    """The status line and headers, without the empty line."""
    status_line = _STATUS_LINES.get(status) or b"HTTP/1.1 %d " % status  # 499 has no phrase.
    head = b"\r\n".join([status_line, *map(b": ".join, headers), date])
    lines = len(headers) + 2
    if head.count(b"\n") != lines or head.count(b"\r") != lines:
        raise ValueError("a header of a response contains a line break")
    return head


def last_response(response: Response, date: bytes, *, bodiless: bool) -> bytes:
    """One behind which the connection closes."""
    headers = [*response.headers, (b"connection", b"close"), (b"content-length", b"%d" % len(response.body))]
    return response_head(response.status, headers, date) + b"\r\n" + (b"" if bodiless else response.body)


def date_header(now: int) -> bytes:
    """Not by `strftime`, whose names of days follow the locale."""
    at = datetime.fromtimestamp(now // 1000, UTC)
    return f"date: {_DAYS[at.weekday()]}, {at:%d} {_MONTHS[at.month - 1]} {at:%Y %H:%M:%S} GMT\r\n".encode()


def split_target(target: bytes) -> tuple[str, bytes]:
    """The decoded path and the query of a request's target."""
    if not target.startswith(b"/"):
        try:
            url = parse_url(target)  # `http://host/path`, as a client sends it to a proxy.
            target = (url.path or b"/") + (b"?" + url.query if url.query else b"")
        except HttpParserError:
            return target.decode("latin-1"), b""
    path, _, query = target.partition(b"#")[0].partition(b"?")
    if b"%" in path:
        path = unquote_to_bytes(path)
    return path.decode(errors="replace"), query
