"""HTTP/1.1: how much a client can make the server hold, and for how long."""

import asyncio
import ssl
from ipaddress import ip_network
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from doorward.server.http1 import connection as connection_module
from doorward.server.http1 import flow_control
from doorward.server.http1 import server as server_module
from doorward.server.http1.limits import Limits, beyond_limits, counted_network
from tests.server.http1.support import LARGE, answer, echo, serving, until
from tests.support.tls import Authority

pytestmark = pytest.mark.usefixtures("anyio_backend")


async def test_silence_ends_a_connection_and_an_answer_that_is_not_read_does_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Mutant: `expire` that closes only: a transport that can't send its last bytes stays open for ever."""
    monkeypatch.setattr(connection_module, "HEAD_SECONDS", 0.05)
    monkeypatch.setattr(flow_control, "FLUSH_SECONDS", 0.05)
    monkeypatch.setattr(flow_control, "_CONFIRM_SECONDS", 0.05)
    monkeypatch.setattr(server_module, "_SWEEP_SECONDS", 0.05)

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await answer(send, b"x" * 4 * LARGE)

    async with serving(application) as running:
        silent, half, unread = [await running.client() for _ in range(3)]
        half.send(b"GET / HTTP/1.1\r\n")
        unread.send(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert (await silent.rest(), await half.rest()) == (b"", b"")
        await until(lambda: not running.server.connections)


async def test_a_client_that_does_not_read_its_answers_gets_no_further_ones() -> None:
    """Mutant: the connection counts as idle while its answer is not sent."""
    calls = 0

    async def application(scope: Any, receive: Any, send: Any) -> None:
        nonlocal calls
        calls += 1
        await answer(send, b"x" * LARGE)

    async with serving(application) as running:
        client = await running.client()
        for _ in range(40):
            client.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            await asyncio.sleep(0.005)
        assert calls < 10  # The kernel holds some of them.
        for _ in range(40):
            assert len((await client.response())[2]) == LARGE


async def test_the_application_waits_for_a_client_that_does_not_read() -> None:
    """Mutant: `send` returns at once, and the whole response is held."""
    sent = 0
    wrote = asyncio.Event()

    async def application(scope: Any, receive: Any, send: Any) -> None:
        nonlocal sent
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(1_000):
            wrote.set()
            await send({"type": "http.response.body", "body": b"x" * 65_536, "more_body": True})
            sent += 65_536
        await send({"type": "http.response.body"})

    async with serving(application) as running:
        client = await running.client()
        client.send(b"GET / HTTP/1.0\r\n\r\n")
        await client.response()  # The head; no more is read than the reader's own limit.
        while wrote.is_set():
            wrote.clear()
            await asyncio.sleep(0.05)
        assert sent < 16 * 1024 * 1024  # What the kernel holds for both ends.
        assert len(await client.rest()) == 1_000 * 65_536


async def test_what_a_client_sends_ahead_is_bounded() -> None:
    """Mutant: reading goes on while a request is in progress."""
    go_on = asyncio.Event()

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await go_on.wait()
        await answer(send, b"done")

    async with serving(application) as running:
        client = await running.client()
        request = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
        count = 8 * LARGE // len(request)
        client.send(request * count)
        held: list[int] = []
        while len(held) < 3 or held[-1] != held[-3]:
            await asyncio.sleep(0.05)
            held.append(client.writer.transport.get_write_buffer_size())
        assert held[-1] > 0
        (connection,) = running.connections
        assert len(connection._ahead) < 1024 * 1024
        go_on.set()
        for _ in range(1_000):
            assert (await client.response())[2] == b"done"


async def test_connections_beyond_the_limit_are_closed_and_room_is_made_by_those_that_end() -> None:
    async with serving(echo, Limits(2, 2, 30)) as running:
        clients = [await running.client() for _ in range(2)]
        await until(lambda: len(running.server.connections) == 2)
        assert await (await running.client()).rest() == b""
        clients[0].writer.close()
        await until(lambda: len(running.server.connections) == 1)
        client = await running.client()
        client.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert (await client.response())[0] == 200


async def test_a_client_that_reads_too_little_is_cut_off_and_one_that_reads_steadily_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Mutant: `FlowControl.stalled` that is never true, or true for all that wait."""
    monkeypatch.setattr(server_module, "_SWEEP_SECONDS", 0.05)
    monkeypatch.setattr(flow_control, "_SLOWEST", 100_000)

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await answer(send, b"x" * 8 * LARGE)

    async with serving(application, Limits(100, 100, 1)) as running:
        drip, steady = [await running.client(limit=1) for _ in range(2)]
        for client in (drip, steady):
            client.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        # Fifty times the limit, so that it is well above it on a busy machine too, whose sleeps are longer.
        readers = [asyncio.create_task(_read(drip, 20)), asyncio.create_task(_read(steady, 100_000))]
        try:
            await until(lambda: running.closed == {"slow": 1})
            assert len(running.connections) == 1
            assert not readers[1].done()
        finally:
            for reader in readers:
                reader.cancel()


async def _read(client: Any, size: int) -> None:
    while await client.reader.read(size):
        await asyncio.sleep(0.02)


async def test_reading_a_little_now_and_then_does_not_hold_a_connection() -> None:
    """Mutant: a time limit that any byte starts anew."""
    transport = _Waiting()
    drip = flow_control.FlowControl(asyncio.get_running_loop())
    drip._transport = transport
    drip.stalled(0, 10)
    drip._written = 100_000
    transport.size = 100_000
    stalled = []
    for second in range(1, 20):
        transport.size -= 100
        stalled += [second] if drip.stalled(second, 10) else []
    # At first ten seconds' worth of bytes are allowed for, and a tenth of them was read.
    assert stalled[0] == 13


async def test_a_reader_whose_bytes_move_in_jumps_is_left_alone_and_one_that_stops_is_cut_off() -> None:
    """Mutants: each write timeout counts alone; what was taken at once counts for ever."""
    transport = _Waiting()
    link = flow_control.FlowControl(asyncio.get_running_loop())
    link._transport = transport
    link._written = transport.size = 10_000_000
    for second in range(300):  # 1.5 KiB a second, in jumps of 60.
        if second % 40 == 0:
            transport.size -= 61_440
        assert not link.stalled(second, 30)
    transport.size -= 1_000_000
    stalled = [second for second in range(300, 500) if link.stalled(second, 30)]
    assert stalled[0] == 300 + 4 * 30 + 1


class _Waiting:
    size = 0

    def get_write_buffer_size(self) -> int:
        return self.size


async def test_a_network_beyond_its_limit_loses_the_connections_that_were_silent_for_longest() -> None:
    """Mutant: connections that are not counted, or those that came first are closed."""
    async with serving(echo, Limits(100, 3, 30)) as running:
        clients = []
        for _ in range(3):
            clients.append(await running.client())
            await asyncio.sleep(0.01)
        clients[0].send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await clients[0].response()
        await running.client()
        with pytest.raises(ConnectionError):
            await clients[1].rest()
        assert running.closed == {"excess": 1}
        assert len(running.connections) == 3
        clients[0].send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert (await clients[0].response())[0] == 200


async def test_a_network_makes_room_for_a_trusted_proxy_which_has_no_limit_of_its_own() -> None:
    """Mutant: only connections that count for a network make room."""
    async with serving(echo, Limits(16, 16, 30, (ip_network("127.0.0.2"),))) as running:
        direct = [await running.client() for _ in range(10)]
        await until(lambda: len(running.connections) == 10)
        proxied = [await running.client(local_addr=("127.0.0.2", 0)) for _ in range(5)]
        await until(lambda: running.closed["excess"] == 2)
        with pytest.raises(ConnectionError):
            await asyncio.gather(*(client.rest() for client in direct))
        for client in proxied:
            client.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert (await client.response())[0] == 200


async def test_connections_count_before_their_tls_handshake(tmp_path: Path) -> None:
    """Mutant: TLS left to the event loop, which tells of a connection after the handshake."""
    async with serving(echo, Limits(100, 3, 30), Authority(tmp_path).context("127.0.0.1")) as running:
        silent = [await running.client() for _ in range(6)]
        await until(lambda: running.closed["excess"] == 3)
        client = await running.client(ssl=ssl._create_unverified_context())
        client.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert (await client.response())[0] == 200
        silent[-1].send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")  # Not TLS.
        await silent[-1].reader.read()
        for other in silent:
            other.writer.close()
        client.writer.close()
        await until(lambda: not running.server.connections)
        assert not running.server._networks


async def test_what_follows_a_tls_handshake_at_once_is_answered_over_tls(tmp_path: Path) -> None:
    """Mutant: a request that arrives together with the end of the handshake is answered below TLS, in plain text."""
    async with serving(echo, tls=Authority(tmp_path).context("127.0.0.1")) as running:
        for _ in range(20):
            incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
            tls = ssl._create_unverified_context().wrap_bio(incoming, outgoing)
            client = await running.client()
            with pytest.raises(ssl.SSLWantReadError):
                tls.do_handshake()
            client.send(outgoing.read())
            while True:
                incoming.write(await client.reader.read(65_536))
                try:
                    tls.do_handshake()
                    break
                except ssl.SSLWantReadError:
                    continue
            tls.write(b"GET /early HTTP/1.1\r\nHost: x\r\n\r\n")
            client.send(outgoing.read())  # The end of the handshake and the request, in one piece.
            found = b""
            while b"/early" not in found:
                incoming.write(await client.reader.read(65_536))
                try:
                    found += tls.read()
                except ssl.SSLWantReadError:
                    continue
            assert found.startswith(b"HTTP/1.1 200 OK\r\n")


class _Counted(NamedTuple):
    network: str | None
    heard: float = 0


def test_a_limit_in_all_is_shared_by_networks_and_the_longest_silent_end_first() -> None:
    """Mutant: room made by closing connections of all networks alike."""
    held = [_Counted("large", number) for number in range(90)]
    held += [_Counted("small")] * 5 + [_Counted(None)] * 20
    closed = beyond_limits(held, Limits(100, 80, 30))
    assert {connection.network for connection in closed} == {"large"}
    assert max(connection.heard for connection in closed) == len(closed) - 1
    assert 95 - len(closed) <= 100 - 12 - 20
    assert beyond_limits(held[90:], Limits(100, 80, 30)) == []


def test_a_48_of_ipv6_counts_as_one_network_and_a_trusted_proxy_as_none() -> None:
    """Mutant: a /64, of which one customer has 65,536."""
    proxies = (ip_network("2001:db8:7::/48"), ip_network("192.0.2.1"))
    assert counted_network("2001:db8:1:2::3", proxies) == counted_network("2001:db8:1:fff::9%eth0", proxies)
    assert counted_network("2001:db8:1::1", proxies) != counted_network("2001:db8:2::1", proxies)
    assert counted_network("::ffff:192.0.2.9", proxies) == counted_network("192.0.2.9", proxies)
    assert counted_network("2001:db8:7:1::1", proxies) is None
    assert counted_network("::ffff:192.0.2.1", proxies) is None
