"""Sends responses: large ones in pieces, and a bounded amount of them to one user at a time."""

import contextlib
from collections import Counter
from collections.abc import AsyncIterator
from typing import Final

from doorward.errors import ClientDisconnected, TooManyLists
from doorward.web.disconnection import WhileConnected
from doorward.web.messages import Request, Response, Send

# A larger body is sent in pieces, so that no connection holds a copy of the whole until the client has read it.
_WHOLE: Final = 65_536
_PIECE: Final = 8_192
# Bytes of large responses to one user that are not sent yet. A client that reads slowly keeps a page in memory for
# hours, and a page may have megabytes.
MOST_OF_USER: Final = 64 * 1024 * 1024
# What a streamed response counts for: the batch that it is made from, at most about.
_STREAM: Final = 8 * 1024 * 1024


class UnsentBytes:
    """Counts the large responses of each user while they are sent."""

    def __init__(self) -> None:
        self._of_user: Counter[str] = Counter()

    def take(self, request: Request, response: Response) -> int:
        """What the response counts for, to be given back when it is sent. TooManyLists if its user has too much."""
        size = _STREAM if response.pieces is not None else len(response.body)
        if size <= _WHOLE or request.actor is None or request.method == "HEAD":
            return 0
        unsent = self._of_user[request.actor.ref]
        if unsent and unsent + size > MOST_OF_USER:  # One is sent to every user, however large it is.
            raise TooManyLists
        self._of_user[request.actor.ref] = unsent + size
        return size

    def give_back(self, request: Request, size: int) -> None:
        if size and request.actor is not None:
            self._of_user[request.actor.ref] -= size
            if not self._of_user[request.actor.ref]:
                del self._of_user[request.actor.ref]


async def send_response(send: Send, request: Request, response: Response) -> None:
    body = b"" if request.method == "HEAD" else response.body
    pieces = response.pieces if request.method != "HEAD" else None
    if len(body) > _WHOLE:
        response.headers.append((b"content-length", b"%d" % len(body)))
        pieces, body = _in_pieces(body), b""
    await send({"type": "http.response.start", "status": response.status, "headers": response.headers})
    if pieces is not None:
        with contextlib.suppress(ClientDisconnected), WhileConnected(request.receive):
            async for piece in pieces:
                # Returns when the piece before this one was written.
                await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body", "body": body})


async def _in_pieces(body: bytes) -> AsyncIterator[bytes]:
    for start in range(0, len(body), _PIECE):
        yield body[start : start + _PIECE]
