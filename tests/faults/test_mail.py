"""Mails under faults: a server that puts off, refuses, hangs and drops, and nodes that are killed while they send."""

import asyncio
import random
import time
import zlib
from collections import defaultdict
from pathlib import Path

from msgspec import Struct

from doorward import app
from doorward.core import Core
from doorward.database.protocol import Transaction
from tests.support.databases import Databases, settings_for
from tests.support.measurements import Measurements
from tests.support.process import Node, serving_many
from tests.support.smtp import MailServer, Received, mail_server

_BATCH = 50


def number_of(recipient: str) -> int:
    return int(recipient.partition("@")[0].removeprefix("user"))


def is_refused(number: int) -> bool:
    """A tenth."""
    return number % 10 == 9


def is_put_off(number: int) -> bool:
    """A third."""
    return number % 3 == 1


class Misbehaviour(Struct, frozen=True):
    """The rules of the mail server: at random, but the same in each run."""

    one_in: int  # Attempts of which one fails at the recipient, and one at the message.
    once: bool  # A recipient has one fault at most: the pauses between attempts double, from ten seconds on.

    def at_rcpt(self, recipient: str, tries: int) -> str:
        number = number_of(recipient)
        if is_refused(number):
            return "550 5.1.1 unknown"
        if is_put_off(number) and tries == 0:
            return "451 4.7.1 greylisted"
        return self._at_random(recipient, tries, "rcpt", ("hang", "drop"))

    def at_data(self, recipient: str, tries: int) -> str:
        return self._at_random(recipient, tries, "data", ("hang", "drop", "drop after", "451 4.3.0 busy"))

    def _at_random(self, recipient: str, tries: int, where: str, faults: tuple[str, ...]) -> str:
        if self.once and (tries > 0 or is_put_off(number_of(recipient))):
            return ""
        drawn = zlib.crc32(f"{recipient} {tries} {where}".encode())
        return faults[drawn // self.one_in % len(faults)] if drawn % self.one_in == 0 else ""


async def queue_many(core: Core, count: int) -> None:
    for start in range(0, count, _BATCH):

        async def work(tx: Transaction, start: int = start) -> None:
            for number in range(start, min(start + _BATCH, count)):
                await core.mailbox.queue(tx, "test", f"user{number}@example.com", "en", name=f"User {number}")

        await core.database.write(work)


async def kill_by_turns(nodes: list[Node], server: MailServer, kills: int, count: int) -> None:
    """Each node is killed while mails are under way, at moments spread over the run."""
    accepted = count - count // 10
    for turn in range(kills):
        wanted = accepted * (turn + 1) // (kills + 2)
        await server.wait_until(lambda wanted=wanted: len(server.mails) >= wanted, seconds=600)  # type: ignore[misc]
        for node in nodes:
            await asyncio.sleep(random.Random(turn).uniform(0, 0.05))  # A moment within an attempt.
            node.kill()
            await node.start()


async def all_ended(core: Core, seconds: float) -> dict[str, int]:
    """Waits until no mail is queued; returns the number of mails by state."""
    async with asyncio.timeout(seconds):
        while True:
            rows = await core.database.fetch("SELECT state, count(*) FROM outbox WHERE topic = 'mail' GROUP BY state")
            states = {row[0]: row[1] for row in rows}
            if not states.get("queued"):
                return states
            await asyncio.sleep(0.1)


def check_duplicates(mails: list[Received]) -> int:
    """A mail came twice only where the connection of the earlier one died right after the server accepted it."""
    by_recipient = defaultdict[str, list[Received]](list)
    for mail in mails:
        by_recipient[mail.recipient].append(mail)
    again = 0
    for recipient, received in by_recipient.items():
        assert len({mail.message["Message-ID"] for mail in received}) == 1, recipient
        assert [mail.confirmed for mail in received[:-1]] == [False] * (len(received) - 1), recipient
        again += len(received) - 1
    return again


async def test_no_mail_is_lost_or_sent_twice_by_nodes_that_are_killed(
    postgres: Databases, tmp_path: Path, measurements: Measurements, full: bool
) -> None:
    """Mutants: `outbox.claim` without `due_at <= $3` or without a lease sends rows that another node works on
    (`overlaps`); a connection that is used again before the outcome is stored makes confirmed mails come twice;
    `finish` before the server's answer loses mails of a killed node."""
    count, kills, seconds = (10_000, 10, 5) if full else (150, 2, 2)
    rules = Misbehaviour(100, once=False) if full else Misbehaviour(15, once=True)
    async with postgres.new(tmp_path) as environ, mail_server() as server:
        server.at_rcpt, server.at_data = rules.at_rcpt, rules.at_data
        more = {"smtp_url": server.url, "public_url": "https://login.example.com", "smtp_timeout": seconds}
        environ |= {f"DOORWARD_{name.upper()}": str(value) for name, value in more.items()}
        async with serving_many(2, environ) as nodes:
            core = app.build(settings_for(environ, **more), patient=True)
            await core.database.open()
            await core.keys.load()
            begun = time.monotonic()
            await queue_many(core, count)
            await kill_by_turns(nodes, server, kills, count)
            states = await all_ended(core, 1800 if full else 120)
            took = time.monotonic() - begun
            left = await core.database.fetchrow("SELECT count(*) FROM outbox WHERE sealed <> '' OR claim <> ''")
            attempts = await core.database.fetchrow("SELECT sum(attempts), max(attempts) FROM outbox")
            await core.close()
    refused = sum(is_refused(number) for number in range(count))
    assert states == {"delivered": count - refused, "failed": refused}
    assert left is not None
    assert left[0] == 0
    reached = {number_of(mail.recipient) for mail in server.mails}
    assert reached == {number for number in range(count) if not is_refused(number)}
    again = check_duplicates(server.mails)
    assert again > 0  # Of connections that died after the message.
    assert server.overlaps == []
    assert attempts is not None
    measured = (
        f"{count} mails, {2 * kills} kills: {states['delivered']} delivered, {states['failed']} refused, none lost,"
        f" {again} sent again with the same Message-ID after their connection died, {attempts[0]} attempts (most:"
        f" {attempts[1]}), {took:.0f} s"
    )
    measurements.add("mails under faults", "postgres", measured)
