"""Sends the mails of the outbox.

A row is claimed for longer than an attempt can take, and ended only by the holder of the claim: so two nodes never send
it at the same time, and a process that is killed loses none. What the server accepted while the process or the
connection died is sent again with the same Message-ID (docs/decisions/0027).
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from doorward.core.mail.composing import Composer
from doorward.core.mail.connections import Connections, Crowded
from doorward.core.mail.mailbox import TOPIC, MailContent
from doorward.core.mail.message import Envelope, UnusableAddress, envelope, message_id
from doorward.core.mail.smtp import Refused, ServerTrouble, SmtpClient, SmtpServer, StaleConnection, TryLater, own_name
from doorward.core.mail.trouble import Trouble
from doorward.database.protocol import Database, Transaction
from doorward.domain.events.outbox import OutboxItem, OutboxState
from doorward.errors import DatabaseUnavailable
from doorward.settings import Settings
from doorward.store import outbox

logger = logging.getLogger("doorward")

# Messages that one worker sends at a time. A server that hangs on as many recipients delays others by one attempt.
AT_ONCE: Final = 8
# Seconds between two looks for mails that came meanwhile.
_POLL: Final = 0.5
# Seconds that a worker which stops waits for messages under way.
_STOP: Final = 5.0
_CLAIM_BYTES: Final = 12
# Milliseconds that are left of a claim at least when an attempt ends: other nodes compare its end with their own
# clocks, which may differ by as much.
_SPARE: Final = 5_000
# Pauses of 10 s, 20 s and so on, at most two hours: 25 of them take 33 hours.
MOST_ATTEMPTS: Final = 26
_FIRST_PAUSE: Final = 10_000
_LONGEST_PAUSE: Final = 7_200_000
_ERROR_MAX: Final = 300
# Characters of a token in a row by which a part of it is known.
_QUOTED: Final = 8
# Rests after composing a mail, in terms of the time that it took: composing gets a fifth of the event loop at most.
_REST: Final = 4


def client_of(settings: Settings) -> SmtpClient:
    server = SmtpServer.parse(settings.smtp_url)
    return SmtpClient(server, own_name(settings.base_url), settings.smtp_timeout)


def sender_of(settings: Settings) -> str:
    """The sender of all mails, `Name <address>` or an address."""
    return settings.mail_from or f"doorward@{own_name(settings.base_url)}"


def pause_after(attempts: int) -> int:
    """Milliseconds until the next attempt."""
    return min(_FIRST_PAUSE << min(attempts - 1, 20), _LONGEST_PAUSE)


class MailSender:
    def __init__(
        self,
        database: Database,
        composer: Composer,
        settings: Settings,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
    ) -> None:
        self._database, self._composer, self._sender = database, composer, sender_of(settings)
        self._clock, self._entropy = clock, entropy
        client = client_of(settings)
        # An attempt connects, transmits and stores its outcome; the third part is a margin.
        self._lease = round(2000 * client.seconds + max(1000 * client.seconds, _SPARE))
        self._connections = Connections(client)
        self._trouble = Trouble(clock)
        self._composing = asyncio.Lock()
        self.delivered = self.failed = 0

    def counters(self) -> dict[str, float]:
        """Since this process started."""
        return {
            "mails_delivered": self.delivered,
            "mails_failed": self.failed,
            "mail_server_failures": self._trouble.count,
        }

    async def work(self) -> None:
        """Sends what is due, until nothing is."""
        running = set[asyncio.Task[None]]()
        try:
            while await self._start_due(running) or running:
                await asyncio.wait(running, timeout=_POLL, return_when=asyncio.FIRST_COMPLETED)
                running = {task for task in running if not task.done()}
        except asyncio.CancelledError:
            await _end(running, _STOP)
            raise
        finally:
            await _end(running, None)
            await self._connections.close()

    async def _start_due(self, running: set[asyncio.Task[None]]) -> bool:
        """Claims as many mails as can be started at once, so that no claim runs out while it waits for its turn."""
        free = self._trouble.allowed(AT_ONCE) - len(running)
        if free <= 0 or not await outbox.any_due(self._database, TOPIC, self._clock()):
            return False
        claim = self._entropy(_CLAIM_BYTES).hex()

        async def work(tx: Transaction) -> list[OutboxItem]:
            now = self._clock()
            return await outbox.claim(tx, TOPIC, claim, now, now + self._lease, free)

        claimed = await self._database.write_once(work)
        running |= {asyncio.create_task(self._send(item, claim)) for item in claimed}
        return bool(claimed)

    async def _send(self, item: OutboxItem, claim: str) -> None:
        try:
            await self._compose_and_attempt(item, claim)
        except DatabaseUnavailable:
            pass  # Nothing was sent: tried again when the claim has run out.
        except Exception:
            logger.exception("mail %s can't be sent; it will be tried again", item.id)
            await self._postpone(item, claim, "an error of this service; its log says more")

    async def _compose_and_attempt(self, item: OutboxItem, claim: str) -> None:
        content = self._composer.open(item)
        try:
            made = await self._compose(item, content)
            while True:
                with contextlib.suppress(StaleConnection):
                    await self._attempt(item, claim, made)
                    break
        except UnusableAddress:
            await self._fail(item, claim, "the address is not one that mail can be sent to")
        except Refused as error:
            await self._fail(item, claim, _storable(error, content))
        except TryLater as error:
            await self._postpone(item, claim, _storable(error, content))
        except Crowded as error:
            # Sent by the next connection that is free: providers limit them, often to fewer than all workers would use.
            self._trouble.crowd(error.connections)
            await self._store(outbox.release, item.id, claim, str(error), self._clock())
            return
        except ServerTrouble as error:
            text = _storable(error, content)
            due_at = self._clock() + self._trouble.note(text)
            # Not the fault of the message, which keeps its attempts. Another one is the next to try.
            await self._store(outbox.release, item.id, claim, text, due_at)
            return
        self._trouble.clear()

    async def _attempt(self, item: OutboxItem, claim: str, made: Envelope) -> None:
        # The connection is kept until the outcome is stored: a message that is followed by another one on its
        # connection is never sent again.
        async with self._connections.use() as connection:
            await connection.transmit(made)
            if not await self._store(outbox.finish, item.id, claim, OutboxState.DELIVERED, "", self._clock()):
                logger.warning("mail %s took so long that another node may have sent it as well", item.id)
            self.delivered += 1

    async def _compose(self, item: OutboxItem, content: MailContent) -> Envelope:
        """One at a time, each followed by a rest: it takes milliseconds of the event loop, which requests need more."""
        loop = asyncio.get_running_loop()
        async with self._composing:
            begun = loop.time()
            mail = self._composer.compose(item.kind, content)
            made = envelope(self._sender, item.recipient, mail, message_id(item, self._sender), item.created_at)
            await asyncio.sleep(_REST * (loop.time() - begun))
        return made

    async def _postpone(self, item: OutboxItem, claim: str, error: str) -> None:
        if item.attempts >= MOST_ATTEMPTS:
            await self._fail(item, claim, error)
        else:
            due_at = self._clock() + pause_after(item.attempts)
            await self._store(outbox.postpone, item.id, claim, error, due_at)

    async def _fail(self, item: OutboxItem, claim: str, error: str) -> None:
        await self._store(outbox.finish, item.id, claim, OutboxState.FAILED, error, self._clock())
        self.failed += 1

    async def _store(self, write: Callable[..., Awaitable[bool]], *args: object) -> bool:
        """Stores an outcome; False when the claim was lost.

        While the database is unavailable it tries again: a delivered mail that is not stored as such is sent twice.
        """
        pause = 0.1
        while True:
            try:
                return await self._database.write_once(lambda tx: write(tx, *args))
            except DatabaseUnavailable:
                await asyncio.sleep(pause)
                pause = min(2 * pause, 2.0)


async def _end(running: set[asyncio.Task[None]], seconds: float | None) -> None:
    """Waits for messages under way; one that takes longer is sent again when its claim has run out."""
    if running:
        _, late = await asyncio.wait(running, timeout=seconds)
        for task in late:
            task.cancel()
        running.clear()


def _storable(error: Exception, content: MailContent) -> str:
    """The text of an error without secrets: spam filters quote the links of a message that they refuse."""
    text = str(error)
    link, code = content.values.get("link", ""), content.values.get("code", "")
    token = link.partition("#token=")[2]
    for secret in (link, link.partition("#")[2], token, code):
        if secret:
            text = text.replace(secret, "[...]")
    # Some cut it off, or break it over lines.
    parts = [token[start : start + _QUOTED] for start in range(len(token) - _QUOTED + 1)]
    words = ("[...]" if any(part in word for part in parts) else word for word in text.split(" "))
    return " ".join(words)[:_ERROR_MAX]
