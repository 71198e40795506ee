"""One account, one network or expensive hashes cannot keep others from signing in."""

import asyncio
import contextlib
import json
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator

import pytest

from doorward.crypto.passwords import foreign
from doorward.crypto.passwords.hasher import HashSlot
from doorward.database.protocol import Transaction
from tests.attacks.support import WRONG, guess, sign_in
from tests.support.process import Node, serving
from tests.support.service import ADMIN_PASSWORD, PASSWORD, Client, Service

CONNECTIONS = 140
TRIES = 4
BCRYPT = "$2b$12$" + "a" * 53


async def connect(node: Node, address: str, username: str) -> tuple[int, float]:
    """Signs in over a connection of its own from that address: the status, and how long it took."""
    begun = time.monotonic()
    body = json.dumps({"username": username, "password": PASSWORD}).encode()
    reader, writer = await asyncio.open_connection("127.0.0.1", node.port, local_addr=(address, 0))
    head = f"POST /api/auth/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
    writer.write(head.encode() + body)
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    return int(answer.split()[1]), time.monotonic() - begun


@contextlib.asynccontextmanager
async def flood(node: Node, username: str) -> AsyncIterator[Counter[int]]:
    """Signs in to one account over many connections without a pause. Yields the counts of statuses."""
    seen: Counter[int] = Counter()
    ended = asyncio.Event()

    async def repeat() -> None:
        while not ended.is_set():
            status, _ = await connect(node, "127.0.0.1", username)
            seen[status] += 1
            if status != 200:  # Refusals are cheap; without a pause the test would measure the client.
                await asyncio.sleep(0.1)

    tasks = [asyncio.create_task(repeat()) for _ in range(CONNECTIONS)]
    try:
        while not seen:
            await asyncio.sleep(0.01)
        yield seen
    finally:
        ended.set()
        await asyncio.gather(*tasks)


@pytest.mark.alone
@pytest.mark.parametrize("limit", ["600", "0"])
async def test_one_account_over_140_connections_does_not_keep_others_from_signing_in(
    environ: dict[str, str], limit: str, anyio_backend: str
) -> None:
    """Mutants: the hashing slot is reserved before the turn; the number of attempts that wait for their turn has no
    bound. Without the limit on successes (0) the other bounds have to do."""
    async with serving(environ | {"DOORWARD_LOGIN_RATE": limit}) as node:
        headers = await node.login()
        for username in ("mallory", "ann"):
            user = {"username": username, "password": PASSWORD}
            assert (await node.http.post("/api/users", json=user, headers=headers)).status_code == 200
        async with flood(node, "mallory") as seen:
            for address in ("127.0.0.1", "127.0.0.9"):
                tries = [await connect(node, address, "ann") for _ in range(TRIES)]
                assert [status for status, _ in tries] == [200] * TRIES
                # Some forty attempts of the other account may be ahead, at 20 to 80 ms each.
                assert max(took for _, took in tries) < 10
        assert seen[200]
        assert seen[503]


async def settle() -> None:
    for _ in range(200):
        await asyncio.sleep(0)


@pytest.mark.parametrize("username", ["ann", "zoe"])
@pytest.mark.settings(login_network_failures=0)
async def test_sign_ins_that_wait_for_one_account_are_bounded_and_the_excess_does_not_count(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch, username: str
) -> None:
    """The same for a user (ann) and an unknown name (zoe). Mutants: waiting has no bound; a rejected request counts."""
    await service.create(admin, "ann")
    service.clock.stop()
    go_on, verify = asyncio.Event(), HashSlot.verify

    async def verify_late(slot: HashSlot, password: str, stored: str) -> bool:
        await go_on.wait()
        return await verify(slot, password, stored)

    monkeypatch.setattr(HashSlot, "verify", verify_late)
    client = service.at("198.18.0.1")
    attempts = [asyncio.create_task(sign_in(client, username, WRONG)) for _ in range(124)]
    async with asyncio.timeout(20):
        while sum(task.done() for task in attempts) < 24:
            await asyncio.sleep(0.01)
    await settle()
    rejected = [await task for task in attempts if task.done()]
    assert {(answer.code, answer.reason, answer.headers["retry-after"]) for answer in rejected} == {(503, "busy", "1")}
    # Four run, 96 wait.
    assert len(rejected) == 24
    # Attempts at other accounts run beside them, from the same network too.
    other = asyncio.create_task(sign_in(client, "admin", ADMIN_PASSWORD))
    await asyncio.sleep(0.05)
    go_on.set()
    assert (await other).code == 200
    assert Counter(answer.code for answer in await asyncio.gather(*attempts)) == {401: 5, 429: 95, 503: 24}
    rows = await service.core.database.fetch("SELECT failures FROM attempts WHERE failures > 0")
    assert sorted(row[0] for row in rows) == [5, 5, 5]  # Under account with network, account, and network.


@pytest.mark.settings(login_rate=5, login_failures=0, login_account_failures=0)
@pytest.mark.parametrize(("username", "expected"), [("ann", 200), ("zoe", 401)])
async def test_sign_ins_to_one_account_from_one_network_are_limited_whether_it_exists_or_not(
    service: Service, admin: Client, username: str, expected: int
) -> None:
    """Mutants: only failures are limited; the refusal reveals that the user exists."""
    await service.create(admin, "ann")
    client = service.at("198.18.0.1")
    assert [(await sign_in(client, username)).code for _ in range(5)] == [expected] * 5
    refused = await sign_in(client, username)
    assert (refused.code, refused.reason, refused.data["retryAfter"]) == (429, "too_many_attempts", 12)
    assert refused.headers["ratelimit-policy"] == '"login-rate";q=5;w=60'
    assert (await sign_in(service.at("198.18.0.2"), username)).code == expected
    assert (await sign_in(client, "admin", ADMIN_PASSWORD)).code == 200
    service.clock.advance(12)
    assert [(await sign_in(client, username)).code for _ in range(2)] == [expected, 429]


@pytest.mark.settings(login_network_rate=6)
async def test_sign_ins_from_one_network_are_limited(service: Service, admin: Client) -> None:
    for number in range(7):
        await service.create(admin, f"ann{number}")
    office = service.at("198.18.0.1")
    assert [(await sign_in(office, f"ann{number}")).code for number in range(7)] == [200] * 6 + [429]
    assert (await sign_in(service.at("198.18.0.2"), "ann6")).code == 200
    service.clock.advance(150)
    assert (await sign_in(office, "ann6")).code == 200


@pytest.mark.settings(login_network_failures=2)
async def test_failures_in_a_56_and_a_48_of_ipv6_are_limited_too(service: Service) -> None:
    """A /48 has 65,536 networks of /64. Mutant: only the /64 is counted."""
    answers: list[tuple[int, str | None]] = []
    for subnet in range(34):
        # Seven in each /56, one in each /64: neither reaches its own limit.
        client = service.at(f"2001:db8:1:{subnet // 7:02x}{subnet % 7:02x}::1")
        answer = await sign_in(client, f"user{subnet}", WRONG)
        answers.append((answer.code, answer.headers.get("ratelimit-policy")))
    assert [code for code, _ in answers] == [401] * 32 + [429] * 2
    assert answers[-1][1] == '"login-network";q=32;w=900'
    assert await guess(service.at("2001:db8:2::1"), "user1") == [401]


@pytest.mark.settings(login_network_failures=2)
async def test_a_56_of_ipv6_has_four_times_the_limit_of_a_64(service: Service) -> None:
    codes = [(await guess(service.at(f"2001:db8:1:1{subnet:02x}::1"), f"user{subnet}"))[0] for subnet in range(9)]
    assert codes == [401] * 8 + [429]
    assert await guess(service.at("2001:db8:1:200::1"), "user1") == [401]


@pytest.mark.settings(rate_limit=2, rate_burst=3)
async def test_the_general_limit_counts_a_56_of_ipv6_too(service: Service) -> None:
    """Mutant: the general limit knows only /64."""
    service.clock.stop()
    clients = [service.at(f"2001:db8:1:1{subnet:02x}::1") for subnet in range(13)]
    codes = [(await client.get("/api/users")).code for client in clients]
    assert codes == [401] * 12 + [429]
    assert (await service.at("2001:db8:1:200::1").get("/api/users")).code == 401


async def replace_hash(service: Service, username: str, stored: str) -> None:
    async def work(tx: Transaction) -> None:
        await tx.execute("UPDATE users SET password_hash = $2 WHERE username = $1", username, stored)

    await service.core.database.write(work)


@pytest.mark.settings(login_network_failures=0)
async def test_hashes_of_other_systems_delay_no_other_sign_in_and_are_bounded_themselves(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutants: foreign hashes are verified in the threads of the others; they wait in the same queue; their queue has
    no bound."""
    for number in range(60):
        await service.create(admin, f"ann{number}")
        await replace_hash(service, f"ann{number}", BCRYPT)
    await service.create(admin, "bob")
    await service.core.sign_in.stand_ins.load()
    go_on, running = threading.Event(), list[str]()

    def verify_late(password: str, stored: str) -> bool:
        running.append(stored)
        return go_on.wait(30)

    monkeypatch.setattr(foreign, "verify", verify_late)
    client = service.at("198.18.0.1")
    slow = [asyncio.create_task(sign_in(client, f"ann{number}")) for number in range(60)]
    try:
        async with asyncio.timeout(20):
            while sum(task.done() for task in slow) < 30 or not running:
                await asyncio.sleep(0.01)
            assert (await sign_in(client, "bob")).code == 200
            assert (await sign_in(client, "admin", ADMIN_PASSWORD)).code == 200
        threads = service.core.hasher._foreign._size
        assert len(running) == threads <= max(1, service.core.hasher.threads // 2)
        assert {(await task).reason for task in slow if task.done()} == {"busy"}
    finally:
        go_on.set()
        await asyncio.gather(*slow)
