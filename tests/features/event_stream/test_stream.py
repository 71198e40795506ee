"""The event stream over the ASGI application: what is sent, and when it ends."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec
import pytest

from doorward.core.audit import stream as streams
from doorward.core.audit.stream import EventStream
from doorward.features.event_stream import endpoints
from doorward.store import events
from tests.support.service import PASSWORD, Client, Service


class Stream:
    """A client of the stream."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: dict[bytes, bytes] = {}
        self.text = b""
        self.ended = False
        self._changed = asyncio.Condition()

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], dict(message["headers"])
        else:
            self.text += message.get("body", b"")
            self.ended = not message.get("more_body", False)
        async with self._changed:
            self._changed.notify_all()

    @property
    def events(self) -> list[dict[str, Any]]:
        """With the number of each as `seq`."""
        found = []
        for block in self.text.decode().split("\n\n"):
            fields = dict(line.split(": ", 1) for line in block.split("\n") if line and not line.startswith(":"))
            if "data" in fields:
                document = msgspec.json.decode(fields["data"])
                assert document["type"] == fields["event"]
                found.append({"seq": int(fields["id"])} | document)
        return found

    async def wait(self, enough: Callable[["Stream"], bool], seconds: float = 5) -> None:
        async with asyncio.timeout(seconds), self._changed:
            await self._changed.wait_for(lambda: enough(self))


@contextlib.asynccontextmanager
async def open_stream(client: Client, query: str = "", **headers: str) -> AsyncIterator[Stream]:
    stream, closed = Stream(), asyncio.Event()
    given = [(b"authorization", f"Bearer {client.token}".encode())]
    given += [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/api/events",
        "query_string": query.encode(),
        "headers": given,
        "client": ("192.0.2.1", 1),
        "scheme": "http",
    }

    async def receive() -> dict[str, Any]:
        await closed.wait()
        return {"type": "http.disconnect"}

    serving = asyncio.ensure_future(client.service.application(scope, receive, stream.send))  # type: ignore[arg-type]
    try:
        await stream.wait(lambda each: each.status > 0 and (each.text != b"" or each.ended))
        yield stream
    finally:
        closed.set()
        async with asyncio.timeout(5):
            await serving


async def test_events_arrive_with_their_number_and_type_as_they_happen(service: Service, admin: Client) -> None:
    async with open_stream(admin, "types=user.*") as stream:
        assert stream.headers[b"content-type"] == b"text/event-stream"
        assert stream.headers[b"cache-control"] == b"no-store"
        await admin.post("/api/roles", {"name": "editor"})
        user = await service.create(admin, "ann")
        await stream.wait(lambda each: len(each.events) == 1)
        (event,) = stream.events
        assert (event["type"], event["data"]["target"]) == ("user.created", f"user:{user['id']}")
        assert event["data"]["id"] == f"evt_{event['seq']}"


async def test_a_client_that_comes_back_misses_no_event(service: Service, admin: Client) -> None:
    async with open_stream(admin) as stream:
        await service.create(admin, "ann")
        await stream.wait(lambda each: len(each.events) == 1)
        last = stream.events[0]["seq"]
    for number in range(3):
        await service.create(admin, f"user{number}")
    async with open_stream(admin, "types=user.created", last_event_id=str(last)) as again:
        await again.wait(lambda each: len(each.events) == 3)
        assert [event["data"]["targetName"] for event in again.events] == ["user0", "user1", "user2"]
        assert again.events[0]["seq"] > last


async def test_a_stream_that_fell_behind_what_is_kept_reads_on_from_the_database(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: a stream that takes events only from memory misses those that were evicted."""
    monkeypatch.setattr(streams, "_KEPT_BYTES", 10)
    async with open_stream(admin, "types=user.created") as stream:
        for number in range(5):
            await service.create(admin, f"user{number}")
        await stream.wait(lambda each: len(each.events) == 5)
        assert [event["data"]["targetName"] for event in stream.events] == [f"user{number}" for number in range(5)]


async def test_what_is_read_and_sent_at_once_is_bounded_in_bytes(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutants: `EventStream.read` without `_piece`; `events.after` that counts events alone."""
    async with open_stream(admin) as stream:
        for number in range(6):
            await service.create(admin, f"user{number}")
        await stream.wait(lambda each: len(each.events) == 6)
        last = stream.events[0]["seq"] - 1
        monkeypatch.setattr(streams, "_PIECE_BYTES", len(stream.text) // 4)  # Of two events
        kept, reached = await service.core.event_stream.read(last)
        assert (len(kept), reached) == (2, kept[-1].seq)
        monkeypatch.setattr(service.core.event_stream, "_floor", reached + 10)  # From the database.
        assert (await service.core.event_stream.read(last))[0] == kept
        stored = await events.after(service.core.database, last, 6)
        assert len(stored) == 6
        monkeypatch.setattr(events, "_DETAILS_AT_ONCE", 1 + len(stored[0].entry.details))
        assert await events.after(service.core.database, last, 6) == stored[:2]
        monkeypatch.setattr(events, "_DETAILS_AT_ONCE", 1)
        assert await events.after(service.core.database, last, 6) == stored[:1]


async def test_a_stream_ends_with_its_session_its_permission_and_its_token(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: rights that are checked only when the stream begins."""
    monkeypatch.setattr(endpoints, "_CHECK", 0.1)
    role = (await admin.post("/api/roles", {"name": "auditor", "permissions": ["audit:read"]})).data
    await service.create(admin, "ann", roles=["auditor"])
    signed_out, demoted, expired = [await service.login("ann", PASSWORD) for _ in range(3)]
    async with open_stream(signed_out) as stream:
        await signed_out.post("/api/auth/logout")
        await stream.wait(lambda each: each.ended)
    async with open_stream(demoted) as stream:
        await admin.put(f"/api/roles/{role['id']}", {"permissions": ["users:read"]})
        await stream.wait(lambda each: each.ended)
        await admin.put(f"/api/roles/{role['id']}", {"permissions": ["audit:read"]})
    async with open_stream(expired) as stream:
        service.clock.advance(minutes=16)
        await stream.wait(lambda each: each.ended)


async def test_streams_end_when_the_service_stops(service: Service, admin: Client) -> None:
    async with open_stream(admin) as stream:
        service.application.drain()
        await stream.wait(lambda each: each.ended)


async def test_the_streams_of_a_user_and_of_a_process_are_bounded(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(streams.MOST_OF_USER):
            stream = await stack.enter_async_context(open_stream(admin))
            assert stream.status == 200
        refused = await admin.get("/api/events")
        assert (refused.code, refused.reason) == (429, "too_many_streams")
        monkeypatch.setattr(streams, "MOST_STREAMS", streams.MOST_OF_USER)
        await service.create(admin, "ann", roles=["admin"])
        assert (await (await service.login("ann", PASSWORD)).get("/api/events")).reason == "too_many_streams"
    async with open_stream(admin) as stream:
        assert stream.status == 200


async def test_a_silent_stream_sends_comments(service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoints, "_HEARTBEAT", 0.05)
    monkeypatch.setattr(endpoints, "_WAIT", 0.05)
    async with open_stream(admin, "types=role.deleted") as stream:
        await stream.wait(lambda each: each.text.count(b": alive\n\n") >= 2)


async def test_a_wrong_place_or_filter_is_refused(service: Service, admin: Client) -> None:
    wrong = await admin.get("/api/events", headers={"Last-Event-ID": "evt_1; DROP"})
    assert (wrong.code, list(wrong.fields)) == (400, ["Last-Event-ID"])
    wrong = await admin.get("/api/events?types=user.unheard_of")
    assert (wrong.code, list(wrong.fields)) == (400, ["types"])
    await service.create(admin, "ann")
    assert (await (await service.login("ann", PASSWORD)).get("/api/events")).data["required"] == "audit:read"


async def test_a_number_from_another_database_begins_with_the_next_event(service: Service, admin: Client) -> None:
    async with open_stream(admin, last_event_id="9999999999999999") as stream:
        await service.create(admin, "ann")
        await stream.wait(lambda each: len(each.events) == 1)


async def test_an_event_that_a_client_has_from_a_worker_ahead_is_not_repeated(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: a stream begins with the newest event that its own worker has read."""
    read_on, look = asyncio.Event(), EventStream._next

    async def look_later(source: EventStream) -> Any:
        await read_on.wait()
        return await look(source)

    monkeypatch.setattr(EventStream, "_next", look_later)
    async with open_stream(admin, "types=user.created"):
        await service.create(admin, "ann")
        await service.core.events.sequence()
        (last,) = (await service.core.database.fetch("SELECT max(seq) FROM events"))[0]
        async with open_stream(admin, "types=user.created", last_event_id=str(last)) as stream:
            read_on.set()
            await service.create(admin, "eve")
            await stream.wait(lambda each: len(each.events) >= 1)
            assert [event["data"]["targetName"] for event in stream.events] == ["eve"]
