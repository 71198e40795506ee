"""`doorward mail` and the check of the mail server by `doorward doctor`."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from doorward import app
from doorward.cli.commands import doctor_mail
from tests.features.mail.support import queue
from tests.support.cli import doorward
from tests.support.databases import settings_for
from tests.support.service import running
from tests.support.smtp import USER, MailServer, certificate, mail_server, tls_context

PUBLIC = {"DOORWARD_PUBLIC_URL": "https://login.example.com"}


@pytest.fixture
async def server(anyio_backend: str) -> AsyncIterator[MailServer]:
    async with mail_server() as server:
        yield server


def with_server(environ: dict[str, str], server: MailServer) -> dict[str, str]:
    return environ | PUBLIC | {"DOORWARD_SMTP_URL": server.url, "DOORWARD_SMTP_TIMEOUT": "10s"}


async def test_held_mails_are_listed_shown_and_sent_later(environ: dict[str, str], server: MailServer) -> None:
    async with running(settings_for(environ)) as service:
        ann, bob = await queue(service, "ann@example.com"), await queue(service, "bob@example.com")
    listed = (await doorward(environ, "mail", "list", "--json")).json
    assert ([mail["id"] for mail in listed["list"]], listed["total"]) == ([bob, ann], 2)
    assert (await doorward(environ, "mail", "list", "--recipient", "ann@example.com", "--json")).json["total"] == 1
    shown = (await doorward(environ, "mail", "show", str(ann), "--json")).json
    assert (shown["recipient"], shown["state"]) == ("ann@example.com", "held")
    assert "Ann" in shown["text"]
    printed = (await doorward(environ, "mail", "show", str(ann))).out
    assert shown["text"].strip() in printed
    run = await doorward(environ, "mail", "retry", str(ann), "--json")
    assert (run.code, run.error["data"]["reason"]) == (3, "no_mail_server")
    sending = with_server(environ, server)
    assert (await doorward(sending, "mail", "retry")).code == 2
    assert (await doorward(sending, "mail", "retry", "--held", "--json")).json == {"mails": 2}
    async with running(settings_for(sending)) as service:
        await server.received("ann@example.com")
        await server.received("bob@example.com")
        admin = await service.login()
        actions = [entry["action"] for entry in (await admin.get("/api/audit?action=mail.*")).data["list"]]
    assert sorted(actions) == ["mail.read", "mail.read", "mail.retried"]


async def test_a_test_mail_is_sent_at_once_and_its_outcome_told(environ: dict[str, str], server: MailServer) -> None:
    sending = with_server(environ, server)
    run = await doorward(sending, "mail", "test", "ann@example.com")
    assert run.code == 0, run.err
    assert "accepts the connection (not encrypted), and it accepted the mail from doorward@login.example.com" in run.out
    assert (await server.received("ann@example.com"))["Subject"]
    server.at_rcpt = lambda recipient, tries: "550 5.1.1 unknown"
    run = await doorward(sending, "mail", "test", "ann@example.com")
    assert run.code == 1
    assert "but the server refuses the recipient: 550 5.1.1 unknown" in run.err
    run = await doorward(sending, "mail", "test", "ann<bob@example.com>")
    assert "is not an address that mail can be sent to" in run.err
    assert "DOORWARD_SMTP_URL" in (await doorward(environ, "mail", "test", "ann@example.com")).err


async def test_doctor_connects_encrypts_and_signs_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    async with mail_server(tls=tls_context(file), auth=True) as server:
        url = f"smtp://{USER}:{{}}@localhost:{server.port}"
        right = PUBLIC | {"DOORWARD_SMTP_URL": url.format("p%40ss%2Fword")}
        wrong = right | {"DOORWARD_SMTP_URL": url.format("wrong-one")}
        for environ, level, words in (
            (right, "good", "answers, encrypted, accepts the user mailer"),
            (wrong, "problem", "refuses the user or the password: 535"),
            ({}, "advice", "mails are held"),
            (right | {"DOORWARD_PUBLIC_URL": "http://192.0.2.1:8000"}, "good", "answers, encrypted"),
            (right | {"DOORWARD_MAIL_FROM": "a@other.example"}, "advice", "filters take that for phishing"),
        ):
            found = [finding async for finding in doctor_mail.mail(app.load_settings(environ=environ))][-1]
            assert found.level == level, found
            assert words in found.finding
            assert "wrong-one" not in found.finding + found.action
        monkeypatch.delenv("SSL_CERT_FILE")
        (found,) = [finding async for finding in doctor_mail.mail(app.load_settings(environ=right))]
        assert (found.level, "certificate of localhost" in found.finding) == ("problem", True)
        assert server.mails == []


async def test_doctor_says_something_about_mail(tmp_path: Path) -> None:
    run = await doorward({}, "doctor", "--json", cwd=tmp_path)
    assert [row["level"] for row in run.json["list"] if row["subject"] == "mail"] == ["advice"]


@pytest.mark.parametrize(
    ("sender", "host", "related"),
    [
        ("example.com", "login.example.com", True),
        ("mail.example.com", "login.example.com", True),
        ("login.example.com", "login.example.com", True),
        ("other.example", "login.example.com", False),
        ("a.com", "b.com", False),
    ],
)
def test_the_domain_of_the_sender_is_compared_with_the_host_of_the_links(sender: str, host: str, related: bool) -> None:
    assert doctor_mail.related(sender, host) is related
