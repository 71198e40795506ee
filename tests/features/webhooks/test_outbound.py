"""Where webhooks may go: only to addresses that were checked, without redirects, with a certificate for the name."""

import asyncio
import socket
from collections.abc import Callable
from typing import Any

import pytest

from doorward.features.webhooks import outbound
from doorward.features.webhooks.addresses import is_public, parse_url
from doorward.features.webhooks.outbound import Outbound, Undelivered
from tests.support.receiver import HANG, end, receiving
from tests.support.service import Service


@pytest.mark.parametrize(
    "address",
    [
        *("0.0.0.0", "10.1.2.3", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.8.8.8", "168.63.129.16"),
        *("169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.192", "192.0.2.1", "192.168.1.1"),
        *("198.18.0.1", "224.0.0.1", "255.255.255.255", "::", "::1", "::127.0.0.1", "::ffff:10.0.0.1"),
        *("::ffff:8.8.8.8", "64:ff9b::a00:1", "64:ff9b::808:808", "64:ff9b:1::1", "2002:a00:1::", "2001::1"),
        *("2001:db8::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "nonsense"),
    ],
)
def test_private_and_special_addresses_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::1"])
def test_other_addresses_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        *("http://example.com/", "ftp://example.com/", "https://", "https:///x", "https://a b.com/", "//example.com"),
        *("https://127.0.0.1/", "https://[::1]/", "https://[::ffff:127.0.0.1]/", "https://169.254.169.254/latest"),
        *("https://example.com:22/", "https://example.com:70000/", "https://example.com/#x", "https://u@example.com/"),
        *("https://example.com/a\r\nX: y", "https://exa\nmple.com/", f"https://example.com/{'x' * 2048}"),
    ],
)
def test_urls_that_webhooks_cannot_use_are_refused(url: str) -> None:
    with pytest.raises(ValueError, match=r".") as refused:
        parse_url(url, private=False)
    assert "\n" not in str(refused.value)


def test_a_url_is_taken_apart_as_it_is_sent() -> None:
    target = parse_url("https://Bücher.example:8443/a?b=c", private=False)
    assert (target.host, target.port, target.path) == ("xn--bcher-kva.example", 8443, "/a?b=c")
    assert target.authority == "xn--bcher-kva.example:8443"
    assert parse_url("http://[::1]:9000", private=True).authority == "[::1]:9000"


def resolving(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Resolves every name to these addresses, one list after the other; returns the names that were asked for."""
    asked: list[str] = []
    left = list(answers)

    def getaddrinfo(host: str, port: int, *more: Any, **options: Any) -> list[Any]:
        asked.append(host)
        found = left.pop(0) if len(left) > 1 else left[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["169.254.169.254"]])
async def test_a_name_with_one_private_address_is_not_called(
    monkeypatch: pytest.MonkeyPatch, addresses: list[str], anyio_backend: str
) -> None:
    """Mutant: a check of the first address alone."""
    resolving(monkeypatch, addresses)
    connected: list[Any] = []
    monkeypatch.setattr(asyncio, "open_connection", lambda *args, **options: connected.append(args))
    with pytest.raises(Undelivered, match="private or special"):
        await Outbound(False, 2).post(parse_url("https://rebinding.example/", private=False), {}, b"")
    assert connected == []


async def test_the_connection_goes_to_the_address_that_was_checked(
    monkeypatch: pytest.MonkeyPatch, anyio_backend: str
) -> None:
    """A name that resolves to a public address for the check, and to a private one a moment later. Mutant: connecting
    by the name."""
    asked = resolving(monkeypatch, ["93.184.216.34"], ["127.0.0.1"])
    connected: list[Any] = []

    async def connect(host: str, port: int, **options: Any) -> Any:
        connected.append((host, port, options["server_hostname"]))
        raise ConnectionRefusedError(111, "Connection refused")

    monkeypatch.setattr(asyncio, "open_connection", connect)
    with pytest.raises(Undelivered, match="Connection refused"):
        await Outbound(False, 2).post(parse_url("https://rebinding.example/", private=False), {}, b"")
    assert asked == ["rebinding.example"]
    assert connected == [("93.184.216.34", 443, "rebinding.example")]


async def test_the_name_is_in_the_host_header_and_a_redirect_is_an_answer(anyio_backend: str) -> None:
    async with receiving(answer=lambda request: 302) as receiver:
        target = parse_url(f"http://localhost:{receiver.port}/x", private=True)
        assert await Outbound(True, 5).post(target, {"webhook-id": "1"}, b"{}") == 302
        (got,) = receiver.received
        assert (got.path, got.headers["host"]) == ("/x", f"localhost:{receiver.port}")


async def answer_of(respond: Callable[[asyncio.StreamWriter], None], seconds: float = 0.5) -> int:
    serving = set[asyncio.Task[None]]()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        serving.add(task)
        try:
            await reader.readuntil(b"\r\n\r\n")
            respond(writer)
            await reader.read()
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        port = server.sockets[0].getsockname()[1]
        return await Outbound(True, seconds).post(parse_url(f"http://127.0.0.1:{port}/", private=True), {}, b"{}")
    finally:
        server.close()
        await end(serving)


@pytest.mark.parametrize(
    ("sent", "error"),
    [
        (b"HTTP/1.1 200 OK\r\nX: " + b"x" * 100_000, "too long"),
        (b"SSH-2.0-OpenSSH\r\n\r\n", "not HTTP/1.1"),
        (b"HTTP/1.1 100 Continue\r\n\r\n" * 10, "no final answer"),
        (b"", "no answer within"),
    ],
    ids=["head", "protocol", "interim", "silence"],
)
async def test_answers_without_bound_or_end_are_given_up(sent: bytes, error: str, anyio_backend: str) -> None:
    with pytest.raises(Undelivered, match=error):
        await answer_of(lambda writer: writer.write(sent))


async def test_interim_answers_are_skipped(anyio_backend: str) -> None:
    assert (
        await answer_of(lambda writer: writer.write(b"HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 N\r\n\r\n"), 5)
        == 204
    )


@pytest.mark.parametrize(
    "sent",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
        b"HTTP/1.1 200 OK\r\ncontent-length:0\r\n\r\n",
        b"HTTP/1.1 204 No Content\r\n\r\n",
    ],
)
async def test_an_answer_is_read_to_its_end_and_no_further(
    sent: bytes, monkeypatch: pytest.MonkeyPatch, anyio_backend: str
) -> None:
    """The receiver keeps the connection. Mutant: reading until it is closed."""
    monkeypatch.setattr(outbound, "_BODY_SECONDS", 60)
    async with asyncio.timeout(5):
        assert await answer_of(lambda writer: writer.write(sent), 30) // 100 == 2


async def test_an_answer_counts_although_its_body_does_not_come_in_time(anyio_backend: str) -> None:
    """Mutant: the body is read within the time limit, after which the receiver would get the event again."""
    assert await answer_of(lambda writer: writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n")) == 200


@pytest.mark.settings(webhook_timeout="1")
async def test_without_the_setting_no_webhook_reaches_the_loopback(service: Service) -> None:
    """The service that runs by default, whatever the name resolves to."""
    admin = await service.login()
    refused = await admin.post("/api/webhooks", {"url": "http://localhost:9000/", "events": ["*"]})
    assert "plain http" in refused.fields["url"]
    refused = await admin.post("/api/webhooks", {"url": "https://127.0.0.1:9000/", "events": ["*"]})
    assert "private or special" in refused.fields["url"]
    webhook = (await admin.post("/api/webhooks", {"url": "https://localhost:9000/", "events": ["user.*"]})).data
    await admin.post(f"/api/webhooks/{webhook['id']}/test")
    async with asyncio.timeout(10):
        while True:
            (delivery,) = (await admin.get(f"/api/webhooks/{webhook['id']}/deliveries")).data["list"]
            if delivery["attempts"]:
                break
            await asyncio.sleep(0.02)
    assert "private or special address" in delivery["error"]


@pytest.mark.settings(outbound_private="true", webhook_timeout="5")
async def test_a_receiver_that_hangs_delays_no_other(service: Service) -> None:
    """Mutant: one worker for all endpoints."""
    admin = await service.login()
    async with receiving(answer=lambda request: HANG if request.path == "/hangs" else 200) as receiver:
        for path in ("/hangs", "/good"):
            url = f"http://127.0.0.1:{receiver.port}{path}"
            await admin.post("/api/webhooks", {"url": url, "events": ["role.*"]})
        for number in range(3):
            await admin.post("/api/roles", {"name": f"r{number}"})
        await receiver.wait_for(lambda: len(receiver.accepted("/good")) == 3 and "/hangs" in receiver.at_once, 4)
        assert receiver.at_once["/hangs"] == 1
