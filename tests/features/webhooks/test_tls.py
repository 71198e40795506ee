"""Receivers over TLS: the certificate is verified for the name in the address, and what is wrong with it is told."""

import asyncio
import ssl
from pathlib import Path
from typing import Any

import pytest

from doorward.features.webhooks.addresses import parse_url
from doorward.features.webhooks.outbound import Outbound, Undelivered
from tests.features.webhooks.test_outbound import resolving
from tests.support.receiver import Receiver, receiving
from tests.support.service import Client, Service
from tests.support.tls import Authority


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Authority:
    made = Authority(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(made.file))
    return made


async def send(receiver: Receiver, host: str = "localhost") -> int:
    return await Outbound(True, 5).post(parse_url(f"https://{host}:{receiver.port}/x", private=True), {}, b"{}")


async def test_a_receiver_with_a_certificate_for_its_name_or_address_is_reached(
    authority: Authority, anyio_backend: str
) -> None:
    for host in ("localhost", "127.0.0.1"):
        async with receiving(tls=authority.context(host)) as receiver:
            assert await send(receiver, host) == 200
            assert [(each.path, each.body) for each in receiver.received] == [("/x", b"{}")]


def contexts(authority: Authority, tmp_path: Path) -> dict[str, tuple[ssl.SSLContext, str]]:
    (tmp_path / "other").mkdir()
    return {
        "another name": (authority.context("receiver.example"), "not valid for 'localhost'"),
        "expired": (authority.context("localhost", expired=True), "certificate has expired"),
        "unknown authority": (
            Authority(tmp_path / "other", "Another authority").context("localhost"),
            "issuer certificate",
        ),
    }


@pytest.mark.parametrize("wrong", ["another name", "expired", "unknown authority"])
async def test_a_receiver_that_cannot_prove_its_name_gets_nothing(
    authority: Authority, tmp_path: Path, wrong: str, anyio_backend: str
) -> None:
    """Mutants: a context that does not check host names, or no certificates at all."""
    context, told = contexts(authority, tmp_path)[wrong]
    async with receiving(tls=context) as receiver:
        with pytest.raises(Undelivered, match=told):
            await send(receiver)
        assert receiver.received == []


async def test_a_receiver_that_speaks_no_tls_gets_nothing(anyio_backend: str) -> None:
    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(refuse, "127.0.0.1", 0)
    async with server:
        with pytest.raises(Undelivered, match=r"^no TLS connection$"):
            await send(Receiver(server.sockets[0].getsockname()[1]))


async def test_a_wrong_certificate_is_told_although_another_address_of_the_name_is_closed(
    authority: Authority, monkeypatch: pytest.MonkeyPatch, anyio_backend: str
) -> None:
    """Mutant: the error of the last address."""
    async with receiving(tls=authority.context("localhost", expired=True)) as receiver:
        resolving(monkeypatch, ["127.0.0.1", "127.0.0.9"])
        with pytest.raises(Undelivered, match="certificate has expired"):
            await send(receiver)


@pytest.mark.settings(outbound_private="true", webhook_timeout="5")
async def test_the_delivery_tells_what_is_wrong_with_the_certificate(
    authority: Authority, service: Service, admin: Client
) -> None:
    async with receiving(tls=authority.context("receiver.example")) as receiver:
        body: dict[str, Any] = {"url": f"https://localhost:{receiver.port}/", "events": ["role.*"]}
        path = f"/api/webhooks/{(await admin.post('/api/webhooks', body)).data['id']}"
        await admin.post(f"{path}/test")
        await service.carry_out_deferred()
        (delivery,) = (await admin.get(f"{path}/deliveries")).data["list"]
        assert (delivery["state"], delivery["attempts"]) == ("queued", 1)
        assert delivery["error"].startswith("the certificate is not valid: Hostname mismatch")
