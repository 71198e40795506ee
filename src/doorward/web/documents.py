"""Documents that are the same for every client: made once, compressed once, and shared by all responses."""

import asyncio
import gzip
import hashlib
from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from doorward.web.messages import Header, Request, Response, document_response

VARY: Final[Header] = (b"vary", b"Accept-Encoding")


class Document(Struct, frozen=True):
    media_type: bytes
    # By content coding; b"" is uncompressed.
    bodies: dict[bytes, bytes]
    # A strong tag names bytes, so each coding has its own: RFC 9110, section 8.8.3.3.
    tags: dict[bytes, bytes]


def compressed(media_type: bytes, body: bytes) -> Document:
    digest = hashlib.blake2b(body, digest_size=12).hexdigest().encode()
    bodies = {b"": body, b"gzip": gzip.compress(body, mtime=0)}
    return Document(media_type, bodies, {coding: b'"%s%s"' % (digest, coding[:1]) for coding in bodies})


class SharedDocument:
    """Made on first use, so that the service does not start later for it, and in a thread, since it takes a while."""

    def __init__(self, media_type: bytes, make: Callable[[], bytes]) -> None:
        self._media_type, self._make = media_type, make
        self._document: Document | None = None
        self._lock = asyncio.Lock()

    async def get(self) -> Document:
        if self._document is None:
            async with self._lock:  # Concurrent first requests make it once.
                if self._document is None:
                    self._document = await asyncio.to_thread(self._compressed)
        return self._document

    def _compressed(self) -> Document:
        return compressed(self._media_type, self._make())


def serve(request: Request, document: Document, cache: bytes, *security: tuple[Header, ...]) -> Response:
    """The document in the best coding; 304 when the client has it."""
    coding = best_coding(request.headers.get(b"accept-encoding", b""), document.bodies)
    response = document_response(document.media_type, document.bodies[coding], cache, *security)
    tag = document.tags[coding]
    response.headers += ((b"etag", tag), VARY)
    if coding:
        response.headers.append((b"content-encoding", coding))
    if matches(request.headers.get(b"if-none-match", b""), tag):
        response.status, response.body = 304, b""
    return response


def best_coding(accepted: bytes, bodies: Mapping[bytes, bytes]) -> bytes:
    """The smallest encoding that the client accepts; empty for the document itself."""
    if len(bodies) == 1:
        return b""
    wanted = {coding.strip().lower() for coding, _, q in _weighted(accepted) if not _is_zero(q)}
    return min((coding for coding in bodies if not coding or coding in wanted), key=lambda coding: len(bodies[coding]))


def matches(given: bytes, tag: bytes) -> bool:
    """If-None-Match compares weakly: RFC 9110, section 13.1.2."""
    return given == tag or any(one.strip().removeprefix(b"W/") in (tag, b"*") for one in given.split(b","))


def _weighted(accepted: bytes) -> list[tuple[bytes, bytes, bytes]]:
    return [entry.partition(b";") for entry in accepted.split(b",")]


def _is_zero(parameters: bytes) -> bool:
    name, _, value = parameters.strip().partition(b"=")
    return name == b"q" and value.strip().rstrip(b"0") in (b"", b"0.", b".")
