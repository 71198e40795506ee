"""The connection to a mail server: encryption, the sign-in, and what happens while it can't be used."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from doorward.core.mail.sender import AT_ONCE
from tests.features.mail.support import queue, sending_by
from tests.support.mail import mails_to
from tests.support.service import Clock, Service
from tests.support.smtp import PASSWORD, USER, certificate, mail_server, tls_context


async def test_a_server_that_cannot_be_used_makes_all_mails_wait_and_costs_no_attempt(
    environ: dict[str, str], clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    async with mail_server() as gone:
        port = gone.port
    async with sending_by(environ, clock, f"smtp://127.0.0.1:{port}") as service:
        for name in ("ann", "bob", "cat"):
            await queue(service, f"{name}@example.com")
        async with asyncio.timeout(20):
            while service.core.mail_sender.counters()["mail_server_failures"] < 10:  # type: ignore[union-attr]
                claimed = await service.core.database.fetchrow("SELECT count(*) FROM outbox WHERE claim <> ''")
                if claimed and not claimed[0]:  # Otherwise the claim of an attempt under way would run out.
                    clock.advance(61)
                await asyncio.sleep(0.05)
        admin = await service.login()
        for name in ("ann", "bob", "cat"):
            (mail,) = await mails_to(admin, f"{name}@example.com")
            # One may be under way, and one may have lost its claim to the clock of this test.
            assert (mail["state"], mail["attempts"] <= 2) == ("queued", True)
    warnings = [record for record in caplog.records if "mails wait" in record.message]
    assert len(warnings) == 1
    assert f"127.0.0.1:{port}" in warnings[0].message


@pytest.mark.parametrize("scheme", ["smtp", "smtps"])
async def test_mails_go_over_tls_and_auth(
    environ: dict[str, str], clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    file = certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    async with mail_server(tls=tls_context(file), implicit=scheme == "smtps", auth=True) as server:
        url = f"{scheme}://{USER}:p%40ss%2Fword@localhost:{server.port}"
        assert PASSWORD == "p@ss/word"
        async with sending_by(environ, clock, url) as service:
            await queue(service, "ann@example.com")
            await server.received("ann@example.com")


async def trouble(service: Service, caplog: pytest.LogCaptureFixture) -> str:
    """Waits for the warning that the server can't be used."""
    async with asyncio.timeout(20):
        while True:
            found = [record.message for record in caplog.records if "mails wait" in record.message]
            if found:
                return found[0]
            await asyncio.sleep(0.02)


async def test_a_password_is_never_sent_without_encryption(
    environ: dict[str, str], clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    async with mail_server() as server:  # Offers no STARTTLS.
        async with sending_by(environ, clock, f"smtp://{USER}:secret@127.0.0.1:{server.port}") as service:
            await queue(service)
            assert "STARTTLS" in await trouble(service, caplog)
        assert server.mails == []


async def test_an_unknown_certificate_and_a_wrong_password_are_trouble_of_the_server(
    environ: dict[str, str], clock: Clock, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: Any
) -> None:
    file = certificate(tmp_path)
    async with mail_server(tls=tls_context(file), auth=True) as server:
        async with sending_by(environ, clock, f"smtp://{USER}:p%40ss%2Fword@localhost:{server.port}") as service:
            await queue(service)
            assert "certificate of localhost" in await trouble(service, caplog)
        caplog.clear()
        monkeypatch.setenv("SSL_CERT_FILE", str(file))
        url = f"smtp://{USER}:wrong-one@localhost:{server.port}"
        async with sending_by(environ, clock, url, smtp_timeout=20) as service:
            clock.advance(61)
            message = await trouble(service, caplog)
            assert "refuses the user or the password: 535" in message
            assert "wrong-one" not in message
        assert server.mails == []


async def test_without_a_password_starttls_is_used_where_it_is_offered(
    environ: dict[str, str], clock: Clock, tmp_path: Path
) -> None:
    """The certificate of a local relay is seldom known; the server of this test accepts mail after STARTTLS only."""
    tls = tls_context(certificate(tmp_path))
    async with mail_server(tls=tls) as server, sending_by(environ, clock, server.url) as service:
        await queue(service, "ann@example.com")
        await server.received("ann@example.com")


async def test_a_server_that_takes_few_connections_is_used_by_as_many_and_no_trouble(
    environ: dict[str, str], clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    """Mutants: a refused connection counts as trouble although others are in use, for which all mails wait, with two
    lines in the log each time; it counts for nothing, and each further mail asks for another one."""
    async with mail_server() as server, asyncio.timeout(30):
        server.most_connections = 2
        server.at_data = lambda recipient, tries: "hang" if recipient < "c" else ""
        async with sending_by(environ, clock, server.url, smtp_timeout=20) as service:
            for name in ("ann", "bob"):
                await queue(service, f"{name}@example.com")
            await server.wait_until(lambda: server.open == 2 and len(server.under_way) == 2)
            others = [f"cat{number}@example.com" for number in range(30)]
            for recipient in others:
                await queue(service, recipient)
            while not server.refused_connections:
                await asyncio.sleep(0.02)
            await asyncio.sleep(1)  # In which no further one must be asked for.
            server.released.set()
            for recipient in others:
                await server.received(recipient)
            assert service.core.mail_sender.counters()["mail_server_failures"] == 0  # type: ignore[union-attr]
    assert [record.message for record in caplog.records if "mail server" in record.message] == []
    assert server.refused_connections <= AT_ONCE


async def test_a_node_whose_clock_is_ahead_waits_for_the_attempt_of_another(environ: dict[str, str]) -> None:
    """Mutant: a claim that lasts some time limits of an attempt alone, which may be less than clocks differ by."""
    ahead = Clock()
    ahead.advance(4.9)
    async with mail_server() as server, sending_by(environ, ahead, server.url, smtp_timeout=1) as other:
        await other.core.jobs.stop()
        server.at_data = lambda recipient, tries: "hang"
        async with sending_by(environ, Clock(), server.url, smtp_timeout=1) as service:
            await queue(service, "ann@example.com")
            await server.wait_until(lambda: server.under_way["ann@example.com"] == 1)
            await other.core.mail_sender.work()  # type: ignore[union-attr]
            assert server.tries["ann@example.com"] == 1
    assert server.overlaps == []


async def test_a_server_that_does_not_answer_the_end_of_connections_delays_the_next_mail_once(
    environ: dict[str, str], clock: Clock
) -> None:
    """Mutant: one connection is ended after the other, each for two seconds, and mails that come meanwhile wait."""
    async with mail_server() as server, sending_by(environ, clock, server.url, smtp_timeout=20) as service:
        server.hangs_at_quit = True
        gate = asyncio.Event()
        server.at_rcpt = lambda recipient, tries: "" if gate.is_set() else "hang"
        for name in ("ann", "bob", "cat"):
            await queue(service, f"{name}@example.com")
        await server.wait_until(lambda: server.open == 3)
        gate.set()
        server.released.set()
        server.released = asyncio.Event()
        await server.wait_until(lambda: server.quitting == 3, seconds=8)
        server.released.set()
