"""Sending over a real mail server: what becomes of a mail when the server answers, refuses, hangs or drops."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from doorward.core.mail import sender as sending
from doorward.store import outbox
from tests.features.mail.support import PUBLIC, queue, sending_by
from tests.support.databases import settings_for
from tests.support.mail import mails_to
from tests.support.service import PASSWORD, Client, Clock, Service, running
from tests.support.smtp import MailServer, mail_server


@pytest.fixture
async def server(anyio_backend: str) -> AsyncIterator[MailServer]:
    async with mail_server() as server:
        yield server


@pytest.fixture
async def service(
    environ: dict[str, str], clock: Clock, server: MailServer, anyio_backend: str
) -> AsyncIterator[Service]:
    async with sending_by(environ, clock, server.url) as service:
        yield service


async def ended(admin: Client, address: str, state: str) -> dict[str, Any]:
    """Waits until the only mail to an address is in that state."""
    async with asyncio.timeout(20):
        while True:
            (mail,) = await mails_to(admin, address)
            if mail["state"] == state:
                return mail
            await asyncio.sleep(0.02)


async def tried(admin: Client, address: str, attempts: int) -> dict[str, Any]:
    """Waits until the only mail to an address was tried that often, and waits for its next attempt."""
    async with asyncio.timeout(20):
        while True:
            (mail,) = await mails_to(admin, address)
            row = await admin.service.core.database.fetchrow("SELECT claim FROM outbox WHERE id = $1", mail["id"])
            if mail["attempts"] >= attempts and mail["error"] and row and not row[0]:
                return mail
            await asyncio.sleep(0.02)


async def test_a_mail_is_delivered_with_both_texts_and_its_content_erased(
    service: Service, admin: Client, server: MailServer
) -> None:
    mail_id = await queue(service, "ann@example.com", "Ann")
    message = await server.received("ann@example.com")
    assert message["From"] == "doorward@login.example.com"
    assert message["To"] == "ann@example.com"
    assert message["Subject"] == "Test mail"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Message-ID"].endswith("@login.example.com>")
    assert message["Date"]
    assert not [name for name in message if name.lower().startswith("list-")]
    assert message.get_content_type() == "multipart/alternative"
    plain, html = message.iter_parts()
    assert "Hello Ann" in plain.get_content()
    assert "Ann" in html.get_content()
    mail = await ended(admin, "ann@example.com", "delivered")
    assert (mail["attempts"], mail["error"], mail["dueAt"]) == (1, "", None)
    assert mail["finishedAt"]
    assert (await admin.get(f"/api/mail/{mail_id}")).reason == "mail_content_erased"
    assert (await admin.post(f"/api/mail/{mail_id}/retry")).reason == "mail_content_erased"
    stored = await outbox.find(service.core.database, "mail", mail_id)
    assert stored is not None
    assert stored.sealed == ""


async def test_names_can_inject_neither_headers_nor_html(service: Service, server: MailServer) -> None:
    await queue(service, "ann@example.com", "Ann\r\nBcc: x@example.com\r\n\r\n<img src=x onerror=y>")
    message = await server.received("ann@example.com")
    assert "Bcc" not in message
    assert [mail.recipient for mail in server.mails] == ["ann@example.com"]
    _, html = message.iter_parts()
    assert "<img" not in html.get_content()


@pytest.mark.parametrize(
    "address", ["a<victim@example.com>", "a,victim@example.com", '"a"victim@example.com', "a@exa[mple", "@@"]
)
async def test_an_address_that_is_no_plain_address_gets_no_mail(
    service: Service, admin: Client, server: MailServer, address: str
) -> None:
    """Mutant: `parseaddr` takes the mailbox out of such a text: the limit of that mailbox would not count."""
    await queue(service, address)
    mail = await ended(admin, address, "failed")
    assert mail["error"] == "the address is not one that mail can be sent to"
    assert server.tries == {}


async def test_addresses_outside_ascii_are_reached(service: Service, server: MailServer) -> None:
    await queue(service, "李@example.com", "李")
    await queue(service, "ann@bücher.example")
    assert (await server.received("李@example.com"))["To"] == "李@example.com"
    await server.received("ann@xn--bcher-kva.example")


async def test_the_mail_to_a_domain_goes_to_that_domain(service: Service, server: MailServer) -> None:
    """Mutant: Python's codec `idna`, which makes strasse.example of straße.example: two domains of two owners. A list
    of domains that may register would admit the one, and the code would be mailed to the other."""
    await queue(service, "ann@straße.example")
    await server.received("ann@xn--strae-oqa.example")
    assert list(server.tries) == ["ann@xn--strae-oqa.example"]


async def test_a_4xx_is_tried_again_after_a_growing_pause_with_the_same_message_id(
    service: Service, admin: Client, server: MailServer, clock: Clock
) -> None:
    server.at_data = lambda recipient, tries: "451 4.7.1 greylisted" if tries < 2 else ""
    await queue(service, "ann@example.com")
    mail = await tried(admin, "ann@example.com", 1)
    assert mail["error"] == "the server asks to try later: 451 4.7.1 greylisted"
    assert mail["state"] == "queued"
    clock.advance(11)
    await tried(admin, "ann@example.com", 2)
    clock.advance(21)
    mail = await ended(admin, "ann@example.com", "delivered")
    assert (mail["attempts"], mail["error"]) == (3, "")


def test_the_pauses_grow_to_two_hours_and_take_more_than_a_day_in_all() -> None:
    pauses = [sending.pause_after(attempts) for attempts in range(1, sending.MOST_ATTEMPTS)]
    assert pauses[:3] == [10_000, 20_000, 40_000]
    assert pauses == sorted(pauses)
    assert max(pauses) == 7_200_000
    assert 24 * 3_600_000 < sum(pauses) < 48 * 3_600_000


async def test_a_mail_that_is_put_off_too_often_is_given_up(
    service: Service, admin: Client, server: MailServer, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "MOST_ATTEMPTS", 2)
    server.at_rcpt = lambda recipient, tries: "450 busy"
    mail_id = await queue(service, "ann@example.com")
    await tried(admin, "ann@example.com", 1)
    clock.advance(11)
    mail = await ended(admin, "ann@example.com", "failed")
    assert (mail["attempts"], mail["error"]) == (2, "the server asks to try later: 450 busy")
    assert (await admin.get(f"/api/mail/{mail_id}")).reason == "mail_content_erased"


@pytest.mark.parametrize("where", ["rcpt", "data"])
async def test_a_5xx_fails_that_mail_alone_at_once(
    service: Service, admin: Client, server: MailServer, where: str
) -> None:
    setattr(server, f"at_{where}", lambda recipient, tries: "550 5.1.1 unknown" if "bad" in recipient else "")
    for name in ("bad", "ann", "bob"):
        await queue(service, f"{name}@example.com")
    await server.received("ann@example.com")
    await server.received("bob@example.com")
    mail = await ended(admin, "bad@example.com", "failed")
    what = {"rcpt": "recipient", "data": "message"}[where]
    assert mail["error"] == f"the server refuses the {what}: 550 5.1.1 unknown"
    assert mail["attempts"] == 1


async def test_a_server_that_hangs_on_one_recipient_delays_no_other(
    environ: dict[str, str], clock: Clock, server: MailServer
) -> None:
    """Mutant: one mail at a time."""
    server.at_rcpt = lambda recipient, tries: "hang" if "slow" in recipient else ""
    async with sending_by(environ, clock, server.url, smtp_timeout=60) as service:
        await queue(service, "slow@example.com")
        await server.wait_until(lambda: server.tries["slow@example.com"] == 1)
        await queue(service, "ann@example.com")
        await server.received("ann@example.com")
        assert server.under_way["slow@example.com"] == 1
        server.released.set()
        mail = await tried(await service.login(), "slow@example.com", 1)
        assert mail["error"] == "the server asks to try later: 451 released"


async def test_an_answer_that_does_not_come_in_time_postpones_the_mail(
    service: Service, admin: Client, server: MailServer
) -> None:
    server.at_data = lambda recipient, tries: "hang"
    await queue(service, "ann@example.com")
    mail = await tried(admin, "ann@example.com", 1)
    assert (mail["state"], mail["error"]) == ("queued", "the server did not answer within 2 s")


async def test_a_connection_that_dies_after_the_message_is_followed_by_the_same_message_id(
    service: Service, admin: Client, server: MailServer, clock: Clock
) -> None:
    """Mutant: a Message-ID from the clock or from randomness."""
    server.at_data = lambda recipient, tries: "drop after" if tries == 0 else ""
    await queue(service, "ann@example.com")
    mail = await tried(admin, "ann@example.com", 1)
    assert mail["error"] == "the connection to the server ended"
    clock.advance(11)
    await server.received("ann@example.com", count=2)
    first, second = (mail.message for mail in server.to("ann@example.com"))
    assert first["Message-ID"] == second["Message-ID"]
    assert first.as_bytes() == second.as_bytes()


@pytest.mark.parametrize(
    ("quoted", "stored"),
    [
        ("https://login.example.com/account/reset#token=dwl_abcdefgh_ijklmnop 123456", "[...] [...]"),
        ("hxxps://login.example.com/account/reset#token=dwl_abcdefgh_ijklm", "[...]"),
        ("the-link-ends-with-h_ijklmnop", "[...]"),
        (
            "login.example.com/account/reset#token=dwl_a\r\n554 bcdefgh_ijklmnop",
            "login.example.com/account/reset#token=dwl_a [...]",
        ),
    ],
)
async def test_a_spam_filter_that_quotes_the_link_puts_no_token_into_the_list(
    environ: dict[str, str], clock: Clock, server: MailServer, quoted: str, stored: str
) -> None:
    """Mutants: the answer of the server stored as it is; only the whole link is left out, or the whole token."""
    from doorward import app
    from doorward.core.mail.kinds import MailKind, MailText
    from doorward.feature import Feature

    text = MailText("Link", "{link}\n\n{code}")
    kind = MailKind("linked", "", {"link": "", "code": ""}, {"en": text, "zh": text})
    features = (*app.FEATURES, Feature("linked", mails=(kind,)))
    broken = quoted.count("\r\n")
    server.at_data = lambda recipient, tries: f"554{'-' if broken else ' '}spam: {quoted}"
    options = settings_for(environ, smtp_url=server.url, public_url=PUBLIC)
    async with running(options, clock, features=features) as service:
        link = service.core.links.page("reset", "dwl_abcdefgh_ijklmnop")
        await service.core.database.write(
            lambda tx: service.core.mailbox.queue(tx, "linked", "ann@example.com", "en", link=link, code="123456")
        )
        mail = await ended(await service.login(), "ann@example.com", "failed")
    assert mail["error"] == f"the server refuses the message: 554 spam: {stored}"


async def test_connections_are_used_again(service: Service, server: MailServer) -> None:
    await service.core.database.write(_many(service, 60))
    await server.wait_until(lambda: len(server.mails) == 60)
    assert server.connections <= 16


def _many(service: Service, count: int) -> Any:
    async def work(tx: Any) -> None:
        for number in range(count):
            await service.core.mailbox.queue(tx, "test", f"user{number}@example.com", "en", name="Ann")

    return work


async def test_a_server_that_ends_connections_between_messages_costs_no_attempt(
    service: Service, admin: Client, server: MailServer
) -> None:
    """Mutant: without StaleConnection, the second message on a connection waits ten seconds for its next attempt."""
    server.messages_on_a_connection = 1
    await service.core.database.write(_many(service, 30))
    await server.wait_until(lambda: len(server.mails) == 30)
    page = (await admin.get("/api/mail", params={"pageSize": 100})).data["list"]
    assert {mail["attempts"] for mail in page} == {1}


async def test_a_held_mail_stays_held_until_an_administrator_has_it_sent(
    environ: dict[str, str], clock: Clock, server: MailServer
) -> None:
    async with running(settings_for(environ), clock) as before:
        mail_id = await queue(before, "ann@example.com")
    async with sending_by(environ, clock, server.url) as service:
        admin = await service.login()
        await queue(service, "bob@example.com")
        await server.received("bob@example.com")
        assert (await mails_to(admin, "ann@example.com"))[0]["state"] == "held"
        answer = await admin.post(f"/api/mail/{mail_id}/retry")
        assert (answer.data["state"], answer.data["id"]) == ("queued", mail_id)
        await server.received("ann@example.com")
        (entry,) = (await admin.get("/api/audit?action=mail.retried")).data["list"]
        assert entry["target"] == f"mail:{mail_id}"


async def test_a_retry_ends_the_pause(service: Service, admin: Client, server: MailServer) -> None:
    server.at_rcpt = lambda recipient, tries: "451 later" if tries == 0 else ""
    mail_id = await queue(service, "ann@example.com")
    await tried(admin, "ann@example.com", 1)
    assert (await admin.post(f"/api/mail/{mail_id}/retry")).code == 200
    await server.received("ann@example.com")


async def test_old_mails_are_deleted_and_held_ones_given_up(
    environ: dict[str, str], clock: Clock, server: MailServer
) -> None:
    from doorward.features.mail.jobs import give_up_held, purge_finished

    async with running(settings_for(environ), clock) as service:
        await queue(service, "ann@example.com")
        clock.advance(days=29)
        await queue(service, "bob@example.com")
        clock.advance(days=2)
        await give_up_held(service.core)
        await purge_finished(service.core)
        admin = await service.login()
        assert (await mails_to(admin, "bob@example.com"))[0]["state"] == "held"
        mail = (await mails_to(admin, "ann@example.com"))[0]
        assert (mail["state"], mail["error"]) == ("failed", "held for 30 days")
        assert (await admin.get(f"/api/mail/{mail['id']}")).reason == "mail_content_erased"
        clock.advance(days=31)
        await purge_finished(service.core)
        assert await mails_to(await service.login(), "ann@example.com") == []


async def test_two_nodes_send_each_mail_once(
    environ: dict[str, str], clock: Clock, server: MailServer, service: Service
) -> None:
    """Mutant: a claim without `due_at <= $3` (or a lease that is shorter than an attempt) sends mails twice."""
    async with sending_by(environ, clock, server.url):
        await service.core.database.write(_many(service, 40))
        await server.wait_until(lambda: len(server.mails) >= 40)
        admin = await service.login()
        async with asyncio.timeout(20):
            while (await admin.get("/api/mail?state=delivered")).data["total"] < 40:
                await asyncio.sleep(0.02)
    assert len(server.mails) == len({mail.recipient for mail in server.mails}) == 40
    assert server.overlaps == []


async def test_queue_and_outcomes_are_in_the_metrics(service: Service, admin: Client, server: MailServer) -> None:
    server.at_rcpt = lambda recipient, tries: (
        "550 no" if "bad" in recipient else "451 later" if "late" in recipient else ""
    )
    for name in ("ann", "bad", "late"):
        await queue(service, f"{name}@example.com")
    await ended(admin, "ann@example.com", "delivered")
    await ended(admin, "bad@example.com", "failed")
    await tried(admin, "late@example.com", 1)
    page = (await service.http.get("/metrics")).text
    for line in (
        "doorward_mails_delivered_total 1.0",
        "doorward_mails_failed_total 1.0",
        "doorward_mail_server_failures_total 0.0",
        "doorward_mails_queued 1.0",
        "doorward_mails_held 0.0",
        "doorward_mail_oldest_due_seconds 0.0",
    ):
        assert line in page
    service.clock.advance(7)
    assert "doorward_mail_oldest_due_seconds 0.0" in (await service.http.get("/metrics")).text


async def test_answers_tell_mails_that_are_sent_from_mails_that_are_held(service: Service, admin: Client) -> None:
    """Mutant: `held` or `queued` whatever the settings say. Tests of other features have no mail server."""
    await service.create(admin, "ann", email="ann@example.com")
    ann = await service.login("ann", PASSWORD)
    asked = await ann.put("/api/auth/email", {"email": "new@example.com"})
    assert asked.data == {"status": "confirmation_sent", "mail": "queued"}
    for identifier in ("ann", "nobody"):
        answer = await service.anonymous.post("/api/auth/password/forgot", {"identifier": identifier})
        assert answer.data == {"mail": "queued"}
    invited = await admin.post("/api/invitations", {"email": "ivy@example.com"})
    assert invited.data["mail"] == "queued"
