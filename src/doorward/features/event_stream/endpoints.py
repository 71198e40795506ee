"""Server-sent events."""

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Annotated, Final

from msgspec import Meta, Struct

from doorward.api.state import State
from doorward.core import Core
from doorward.domain.events.types import ALL, event_types, matches, parse_filters
from doorward.errors import Fault, TooManyStreams, ValidationFailed
from doorward.web.messages import Request, Response, stream
from doorward.web.routing import Route

MEDIA_TYPE: Final = "text/event-stream"
_PERMISSION: Final = "audit:read"
_TYPES_MAX: Final = 1000
_EVENT_ID: Final = re.compile(rb"\d{1,16}")
# Seconds between two looks at the session and the rights of the caller.
_CHECK: Final = 2.0
# Proxies close connections that are silent for a minute.
_HEARTBEAT: Final = 15.0
# How long a stream may wait before it looks whether the service stops.
_WAIT: Final = 0.5
# A client that lost the connection comes back after these milliseconds.
_FIRST: Final = b"retry: 2000\n\n"
_ALIVE: Final = b": alive\n\n"

EventText = Annotated[str, Meta(examples=["id: 4711\nevent: user.created\ndata: {...}\n\n"])]


class StreamParams(Struct):
    types: Annotated[
        str,
        Meta(
            max_length=_TYPES_MAX,
            description="Types of events or groups, separated by commas",
            examples=["user.*,session.ended"],
        ),
    ] = ALL


def filters_of(core: Core, params: StreamParams) -> tuple[str, ...]:
    try:
        return parse_filters((params.types or ALL).split(","), event_types(core.trail.actions))
    except ValueError as error:
        raise ValidationFailed(("types", str(error))) from None


async def events(core: Core, request: Request) -> Response:
    """Sends events as they happen, as server-sent events (`text/event-stream`). Each has the number of the event as its
    `id`, its type, and the same document as a webhook. A client that comes back with the header `Last-Event-ID`
    continues behind that event; without it, a stream begins with the next one. Events are kept for 7 days. A comment
    comes at least every 15 seconds. The stream ends within seconds when the session or the permission ends, when the
    token expires, and when the service stops: connect again. A user can have 4 streams at a time, a worker 100."""
    filters, after = filters_of(core, request.filter), _last_event_id(request)
    core.event_stream.check(request.signed_in().ref)
    return stream(MEDIA_TYPE.encode(), _pieces(core, request, filters, after), (b"x-accel-buffering", b"no"))


async def _pieces(core: Core, request: Request, filters: tuple[str, ...], after: int | None) -> AsyncIterator[bytes]:
    state: State = request.app
    source, loop = core.event_stream, asyncio.get_running_loop()
    # Counted here, where it ends in every case: a generator that never starts is not counted.
    with source.opened(request.signed_in().ref):
        seq = await source.start(after)
        yield _FIRST
        checked = sent = loop.time()
        while not state.draining:
            if loop.time() >= checked + _CHECK:
                if not await _may_go_on(core, request):
                    return
                checked = loop.time()
            found, seq = await source.read(seq)
            chosen = [event.text for event in found if matches(filters, event.type)]
            if chosen or loop.time() >= sent + _HEARTBEAT:
                yield b"".join(chosen) or _ALIVE
                sent = loop.time()
            if not found:
                await source.wait(seq, _WAIT)
            elif not chosen:
                await asyncio.sleep(0)


async def _may_go_on(core: Core, request: Request) -> bool:
    """Whether the token still opens this endpoint: looked up as for a new request."""
    try:
        actor, _ = await core.authentication.authenticate(request.bearer or "", request.origin)
        actor.require(_PERMISSION)
    except Fault:
        return False
    return True


def _last_event_id(request: Request) -> int | None:
    given = request.headers.get(b"last-event-id", b"").strip()
    if not given:
        return None
    if not _EVENT_ID.fullmatch(given):
        raise ValidationFailed(("Last-Event-ID", "must be the id of an event of this stream"))
    return int(given)


ROUTES: Final = (
    Route(
        "GET", "/api/events", events, "Stream events",
        data=EventText, query=StreamParams, rules=filters_of, permission=_PERMISSION, enveloped=False,
        media_type=MEDIA_TYPE, faults=(TooManyStreams,),
    ),
)  # fmt: skip
