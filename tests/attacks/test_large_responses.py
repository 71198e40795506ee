"""Large responses take little memory while clients read them slowly, and no event loop while they are made."""

import asyncio
from typing import Any

import pytest

from doorward.web import sending
from tests.support.service import Client, Service

_PAGE = "/api/users?pageSize=100"
_PERMISSIONS = 450
_CHANGES = 10


class SlowReader:
    """A client that reads the head of a response, and the rest when it is told to."""

    def __init__(self, service: Service, client: Client, path: str) -> None:
        self._go_on, self.status = asyncio.Event(), asyncio.get_running_loop().create_future()
        path, _, query = path.partition("?")
        scope = {
            "type": "http", "method": "GET", "path": path, "query_string": query.encode(), "client": ("192.0.2.1", 1),
            "scheme": "http", "headers": [(b"authorization", f"Bearer {client.token}".encode())],
        }  # fmt: skip
        self._request = asyncio.ensure_future(service.application(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        await asyncio.Event().wait()
        raise AssertionError("unreachable")

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status.set_result(message["status"])
        else:
            await self._go_on.wait()

    async def read(self) -> None:
        self._go_on.set()
        await self._request


async def test_slow_readers_hold_a_bounded_amount_of_one_users_pages(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutants: no limit; what was sent is not given back; pages of other users count."""
    for number in range(20):
        await service.create(admin, f"user{number}", metadata={"text": "x" * 4000})
    monkeypatch.setattr(sending, "MOST_OF_USER", 250_000)  # Two pages.
    other = await service.login()
    await service.create(admin, "boss", roles=["admin"])
    async with asyncio.timeout(30):
        readers = [SlowReader(service, admin, _PAGE) for _ in range(4)]
        statuses = [await reader.status for reader in readers]
        assert sorted(statuses) == [200, 200, 429, 429]
        refused = await other.get(_PAGE)
        assert (refused.code, refused.reason) == (429, "too_many_lists")
        assert (await admin.get("/api/users?pageSize=5")).code == 200
        boss = await service.login("boss", "a long enough password")
        assert (await boss.get(_PAGE)).code == 200
        for reader in readers:
            await reader.read()
        assert (await admin.get(_PAGE)).code == 200


async def test_an_export_of_large_entries_leaves_the_event_loop_to_others_between_two_of_them(
    service: Service, admin: Client
) -> None:
    """Mutants: a batch of entries encoded at once; pieces that follow each other without a turn of the loop."""
    names = [[f"{letter}{number}{'x' * 80}:{'y' * 12}" for number in range(_PERMISSIONS)] for letter in "ab"]
    role = (await admin.post("/api/roles", {"name": "big", "permissions": names[0]})).data["id"]
    for change in range(_CHANGES):
        assert (await admin.put(f"/api/roles/{role}", {"permissions": names[(change + 1) % 2]})).code == 200
    turns = 0

    async def count_turns() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    pieces: list[tuple[int, int]] = []

    async def send(message: Any) -> None:
        pieces.append((len(message.get("body", b"")), turns))

    async def receive() -> dict[str, Any]:
        await asyncio.Event().wait()
        raise AssertionError("unreachable")

    counting = asyncio.create_task(count_turns())
    scope = {
        "type": "http", "method": "GET", "path": "/api/audit", "query_string": b"format=csv&action=role.updated",
        "client": ("192.0.2.1", 1), "scheme": "http",
        "headers": [(b"authorization", f"Bearer {admin.token}".encode())],
    }  # fmt: skip
    await service.application(scope, receive, send)
    counting.cancel()
    large = [(size, turn) for size, turn in pieces if size > 60_000]
    assert len(large) == _CHANGES
    assert len({turn for _, turn in large}) == _CHANGES
