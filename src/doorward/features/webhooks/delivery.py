"""Delivers events to webhooks.

Each endpoint has a worker of its own, on the node that claimed it: a receiver that is slow delays no other. The claim
lasts longer than an attempt can take, so that two nodes never send to an endpoint at the same time, and a process that
is killed loses nothing. What a receiver got while the process died is sent again with the same id
(docs/decisions/0039).
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from doorward.core import Core
from doorward.database.protocol import Transaction
from doorward.domain.access import SYSTEM
from doorward.domain.events.outbox import OutboxState
from doorward.errors import DatabaseUnavailable
from doorward.features.webhooks import mails, queries, queue_queries, signing
from doorward.features.webhooks.addresses import parse_url
from doorward.features.webhooks.fan_out import fan_out
from doorward.features.webhooks.model import Delivery, DisabledReason, Webhook, WebhookSettings, document_of_test
from doorward.features.webhooks.outbound import Outbound, Undelivered
from doorward.store import events

logger = logging.getLogger("doorward")

# Seconds between two looks for new events while a receiver is being served.
_POLL: Final = 0.25
# Seconds that a process which stops waits for requests under way.
_STOP: Final = 5.0
_CLAIM_BYTES: Final = 12
_BATCH: Final = 20
# A claim has room for this many attempts, and this many milliseconds of it are left at least when one ends: other nodes
# compare its end with their own clocks, which may differ by as much.
_LEASE: Final = 3
_SPARE: Final = 5_000
# Milliseconds. The pauses of one delivery are 5 s, 10 s and so on, at most two hours: 23 of them take 27 hours.
_FIRST_PAUSE: Final = 5_000
_LONGEST_PAUSE: Final = 7_200_000
MOST_ATTEMPTS: Final = 24
# An endpoint rests after a failure, so that a long queue does not turn into a flood of attempts.
_LONGEST_REST: Final = 600_000
# An endpoint that has failed without a success for this long is disabled.
FAILING_FOR: Final = 3 * 86_400_000
_GONE: Final = 410


def pause_after(failures: int, longest: int = _LONGEST_PAUSE) -> int:
    """Milliseconds until the next attempt, before jitter."""
    return min(_FIRST_PAUSE << min(failures - 1, 20), longest)


class Deliveries:
    def __init__(self, core: Core) -> None:
        self._core, self._database, self._clock = core, core.database, core.clock
        settings = core.settings.section(WebhookSettings)
        self._limit = 1000 * settings.webhook_timeout
        self._spare = max(self._limit, _SPARE)
        self._lease = _LEASE * self._limit + self._spare
        self._outbound = Outbound(settings.outbound_private, settings.webhook_timeout)
        self._stopping = False

    async def work(self) -> None:
        """Queues deliveries of new events and sends what is due, until nothing is."""
        if not await queries.any_enabled(self._database):
            return
        self._stopping = False
        running = set[asyncio.Task[None]]()
        try:
            while True:
                await fan_out(self._core)
                await self._start_due(running)
                if not running:
                    return
                await asyncio.wait(running, timeout=_POLL, return_when=asyncio.FIRST_COMPLETED)
                running = {task for task in running if not task.done()}
        finally:
            self._stopping = True
            await _end(running)

    async def _start_due(self, running: set[asyncio.Task[None]]) -> None:
        now = self._clock()
        if not await queue_queries.any_due(self._database, now):
            return
        claim = self._core.entropy(_CLAIM_BYTES).hex()
        until = now + self._lease
        claimed = await self._database.write_once(lambda tx: queue_queries.claim_endpoints(tx, claim, now, until))
        running |= {asyncio.create_task(self._serve(webhook_id, claim)) for webhook_id in claimed}

    async def _serve(self, webhook_id: int, claim: str) -> None:
        """Sends what is due to one endpoint, in order, until an attempt fails."""
        try:
            while not self._stopping and await self._send_batch(webhook_id, claim):
                pass
        except DatabaseUnavailable:
            return  # Tried again when the claim has run out.
        except Exception:
            logger.exception("deliveries to webhook %s failed; they will be tried again", webhook_id)
        with contextlib.suppress(DatabaseUnavailable):
            await self._database.write_once(lambda tx: queue_queries.release(tx, webhook_id, claim))

    async def _send_batch(self, webhook_id: int, claim: str) -> bool:
        """Whether the worker should go on."""
        now = self._clock()
        until = now + self._lease
        batch = await self._database.write(
            lambda tx: queue_queries.claim_next(tx, webhook_id, claim, now, until, _BATCH)
        )
        for delivery in batch:
            if self._stopping or self._clock() > until - self._limit - self._spare:
                break
            # Before each attempt: an administrator may have disabled or deleted it, or given it another address.
            webhook = await queries.find(self._database, webhook_id)
            if webhook is None or not webhook.enabled or not await self._send(webhook, delivery, claim):
                return False
        return bool(batch)

    async def _send(self, webhook: Webhook, delivery: Delivery, claim: str) -> bool:
        """One attempt. False when it failed, or the claim was lost."""
        body = await self._body(delivery)
        if body is None:
            return await self._store(lambda tx: self._lose(tx, delivery, claim))
        status, error = await attempt(self._core, self._outbound, webhook, delivery.event_id, body)
        if 200 <= status < 300:
            stored = await self._store(lambda tx: self._succeed(tx, webhook, delivery, claim))
        else:
            stored = await self._store(lambda tx: self._fail(tx, webhook, delivery, claim, status, error))
        if not stored:
            logger.warning("webhook %s: the claim ran out before the outcome of an attempt was stored", webhook.id)
        return 200 <= status < 300 and stored

    async def _body(self, delivery: Delivery) -> bytes | None:
        """Made from the audit entry each time, which never changes. None when it was removed."""
        if delivery.event is None:
            return msgspec.json.encode(document_of_test(delivery.event_id, delivery.created_at))
        event = await events.find(self._database, delivery.event)
        return msgspec.json.encode(event.document()) if event else None

    async def _lose(self, tx: Transaction, delivery: Delivery, claim: str) -> bool:
        error = "the event is not kept any more"
        return await queue_queries.finish(tx, delivery.id, claim, OutboxState.FAILED, error, self._clock())

    async def _succeed(self, tx: Transaction, webhook: Webhook, delivery: Delivery, claim: str) -> bool:
        if webhook.failing_since is not None:
            await queries.clear_failures(tx, webhook)
        return await queue_queries.finish(tx, delivery.id, claim, OutboxState.DELIVERED, "", self._clock())

    async def _fail(
        self, tx: Transaction, webhook: Webhook, delivery: Delivery, claim: str, status: int, error: str
    ) -> bool:
        now = self._clock()
        reason = _reason_to_disable(webhook, status, now)
        if reason or delivery.attempts + 1 >= MOST_ATTEMPTS:
            stored = await queue_queries.finish(tx, delivery.id, claim, OutboxState.FAILED, error, now)
        else:
            due_at = now + self._jittered(pause_after(delivery.attempts + 1))
            stored = await queue_queries.postpone(tx, delivery.id, claim, error, due_at)
        if stored and reason:
            await self._disable(tx, webhook, reason)
        elif stored:
            rest = self._jittered(pause_after(webhook.failures + 1, _LONGEST_REST))
            await queries.note_failure(tx, webhook, now + rest, now)
        return stored

    async def _disable(self, tx: Transaction, webhook: Webhook, reason: DisabledReason) -> None:
        if await queries.disable(tx, webhook, reason, self._clock()):
            await mails.tell_disabled(self._core, tx, webhook, reason.message)
            await self._core.trail.record(
                tx,
                SYSTEM,
                "webhook.disabled",
                webhook.target,
                reason=reason,
                message=reason.message,
                **webhook.recorded() | {"enabled": False},
            )

    def _jittered(self, pause: int) -> int:
        """A tenth more or less, so that the attempts of many deliveries spread."""
        return pause * (90 + int.from_bytes(self._core.entropy(2)) * 20 // 0xFFFF) // 100

    async def _store(self, work: Callable[[Transaction], Awaitable[bool]]) -> bool:
        """Stores an outcome; False when the claim was lost.

        While the database is unavailable it tries again: what was delivered and is not stored as such is sent twice.
        """
        pause = 0.1
        while True:
            try:
                return await self._database.write(work)
            except DatabaseUnavailable:
                await asyncio.sleep(pause)
                pause = min(2 * pause, 2.0)


async def attempt(core: Core, outbound: Outbound, webhook: Webhook, event_id: str, body: bytes) -> tuple[int, str]:
    """Sends a signed request once; returns the status, 0 without an answer, and what went wrong."""
    try:
        # Again, because the setting may be stricter than when the webhook was made.
        target = parse_url(webhook.url, core.settings.section(WebhookSettings).outbound_private)
        headers = signing.headers(core.keys, webhook, event_id, body, core.clock())
        status = await outbound.post(target, headers, body)
    except (Undelivered, ValueError) as error:
        return 0, str(error)
    if 300 <= status < 400:
        return status, f"answered {status}; redirects are not followed"
    return status, "" if 200 <= status < 300 else f"answered {status}"


def _reason_to_disable(webhook: Webhook, status: int, now: int) -> DisabledReason | None:
    if status == _GONE:
        return DisabledReason.GONE
    if webhook.failing_since is not None and now - webhook.failing_since >= FAILING_FOR:
        return DisabledReason.FAILING
    return None


async def _end(running: set[asyncio.Task[None]]) -> None:
    """Waits for requests under way; one that takes longer is sent again, to be on the safe side."""
    if running:
        _, late = await asyncio.wait(running, timeout=_STOP)
        for task in late:
            task.cancel()
        if late:
            await asyncio.wait(late, timeout=_STOP)
