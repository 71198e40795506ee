"""The revocation feed over HTTP."""

import re
from functools import lru_cache
from typing import Annotated, Final

from msgspec import Meta, Struct

from doorward.api.state import State
from doorward.core import Core
from doorward.core.revocations.feed import TYPE, SignedDocument
from doorward.core.revocations.waiting import MOST_WAITING
from doorward.errors import DatabaseUnavailable
from doorward.web.disconnection import WhileConnected
from doorward.web.documents import Document, serve
from doorward.web.messages import Request, Response
from doorward.web.routing import Route

MEDIA_TYPE: Final = f"application/{TYPE}"
# Seconds. Below the time limits of most proxies, and of a stop of the service.
LONGEST_WAIT: Final = 20
# A number from another node is known here within the time between two reads.
_KNOWN_WITHIN: Final = 1.5
_SEQ_MAX: Final = 2**53 - 1
_TAG: Final = re.compile(rb'"(\d{1,16})\.[0-9a-f]{24}z?"')


Jws = Annotated[str, Meta(examples=["eyJhbGciOiJFUzI1NiIs..."])]


class FeedParams(Struct):
    since: (
        Annotated[
            int,
            Meta(ge=0, le=_SEQ_MAX, description="`seq` of the document that you have: to be told what came after it"),
        ]
        | None
    ) = None
    wait: Annotated[
        int,
        Meta(
            ge=0,
            description="Seconds to wait for news, if you have everything by `since` or `If-None-Match`. Above"
            f" {LONGEST_WAIT} counts as {LONGEST_WAIT}; when {MOST_WAITING} requests wait, others are answered at once",
        ),
    ] = 0


async def feed(core: Core, request: Request) -> Response:
    """Which access tokens ended before their expiry, for services that verify tokens themselves: a JWS (RFC 7515) by
    the key that signs tokens, with `typ` `revocations+jwt`. Its claims are `iss`, `iat`, `seq`, `from` and `until` (all
    changes between these times are in it, in seconds), `sessions` (each `sid` that ended) and `users` (tokens of `sub`
    with an `iat` less than `before` are stale; `sub` is `*` for all users). Fetch it every second, or with `wait`. The
    guide is docs/revocation-feed.md."""
    given: FeedParams = request.filter
    have = given.since if given.since is not None else _seq_of_tag(request.headers.get(b"if-none-match", b""))
    if given.wait and have is not None:
        with WhileConnected(request.receive):
            await _wait(core, request, have, min(given.wait, LONGEST_WAIT))
    return serve(request, _document(await core.revocations.document(given.since)), b"no-cache")


async def _wait(core: Core, request: Request, have: int, seconds: float) -> None:
    state: State = request.app
    revocations = core.revocations
    await revocations.document(have)  # Reads, if the last read is too old.
    if not revocations.knows(have):
        await revocations.waiting.wait(min(seconds, _KNOWN_WITHIN), lambda: revocations.knows(have) or state.draining)
    if revocations.knows(have):
        await revocations.waiting.wait(seconds, lambda: revocations.has_news(have) or state.draining)
        revocations.renew()


def _seq_of_tag(given: bytes) -> int | None:
    tag = _TAG.fullmatch(given.strip().removeprefix(b"W/"))
    return int(tag[1]) if tag else None


@lru_cache(32)
def _document(signed: SignedDocument) -> Document:
    bodies = {b"": signed.body} | ({b"gzip": signed.compressed} if signed.compressed else {})
    tags = {coding: f'"{signed.tag}{"z" if coding else ""}"'.encode() for coding in bodies}
    return Document(MEDIA_TYPE.encode(), bodies, tags)


ROUTES: Final = (
    Route(
        "GET", "/.well-known/revocations", feed, "Revocation feed",
        data=Jws, query=FeedParams, signed_in=False, enveloped=False, etag=True, media_type=MEDIA_TYPE,
        faults=(DatabaseUnavailable,), grouped=True,
    ),
)  # fmt: skip
