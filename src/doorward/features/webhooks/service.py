"""Administrators manage webhooks, look at their deliveries, and have them repeated."""

from typing import Final

from msgspec.structs import replace

from doorward.core import Core, UseCases, rights
from doorward.core.idempotency import IdempotentRequest
from doorward.database.protocol import Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Actor
from doorward.domain.audit import differences
from doorward.domain.events.outbox import OutboxState
from doorward.domain.paging import Page, PageRequest
from doorward.errors import PreconditionFailed
from doorward.features.webhooks import queries, queue_queries, signing
from doorward.features.webhooks.fan_out import start_here
from doorward.features.webhooks.model import (
    MOST_WEBHOOKS,
    OVERLAP,
    TEST,
    Delivery,
    DeliveryNotFound,
    EventGone,
    NewSecret,
    TooManyWebhooks,
    Webhook,
    WebhookChange,
    WebhookDisabled,
    WebhookNotFound,
    WebhookSettings,
)
from doorward.store import events
from doorward.telemetry.metrics import Metric

READ: Final = "webhooks:read"
CREATE: Final = "webhooks:create"
UPDATE: Final = "webhooks:update"
DELETE: Final = "webhooks:delete"
# A webhook shows its receiver what the audit trail records.
AUDIT: Final = "audit:read"


class Webhooks(UseCases, frozen=True):
    def parse(self, **given: object) -> WebhookChange:
        private = self.core.settings.section(WebhookSettings).outbound_private
        return WebhookChange.parse(self.core.trail.actions, private, **given)

    async def page(self, actor: Actor, request: PageRequest) -> Page[Webhook]:
        actor.require(READ)
        return await self.database.read_in_background(lambda reader: queries.page(reader, request), actor.user_id)

    async def read(self, actor: Actor, webhook_id: int) -> Webhook:
        actor.require(READ)
        return _found(await queries.find(self.database, webhook_id))

    @transaction
    async def create(
        self, tx: Transaction, actor: Actor, change: WebhookChange, idempotent: IdempotentRequest | None = None
    ) -> NewSecret:
        acting = await rights.lock(tx, actor, CREATE, self.core.clock())
        acting.require(AUDIT)
        earlier = await self.core.idempotency.claim(tx, acting, idempotent, NewSecret)
        if earlier is not None:
            return earlier
        # Exact, because the lock on rights lets one transaction at a time come here.
        if await queries.count(tx) >= MOST_WEBHOOKS:
            raise TooManyWebhooks(MOST_WEBHOOKS)
        await start_here(self.core, tx)
        sealed = signing.seal(self.core.keys, signing.new_secret(self.core.entropy))
        webhook = await queries.insert(tx, change, sealed, self.core.clock())
        made = NewSecret(webhook, sealed)
        await self.core.idempotency.keep(tx, acting, idempotent, made)
        await self.core.trail.record(tx, acting, "webhook.created", webhook.target, **webhook.recorded())
        return made

    @transaction
    async def update(
        self,
        tx: Transaction,
        actor: Actor,
        webhook_id: int,
        change: WebhookChange,
        expected: frozenset[int] | None = None,
    ) -> Webhook:
        acting = await rights.lock(tx, actor, UPDATE, self.core.clock())
        before = _found(await queries.find(tx, webhook_id))
        acting.require(AUDIT)
        if expected is not None and before.version not in expected:
            raise PreconditionFailed
        if change.enabled is True and not before.enabled:
            await start_here(self.core, tx)
        await queries.update(tx, webhook_id, change, self.core.clock())
        changed = _found(await queries.find(tx, webhook_id))
        changes = differences(before.recorded(), changed.recorded())
        moved = changed.url != before.url
        if changes or moved:
            await self.core.trail.record(
                tx, acting, "webhook.updated", changed.target, changes=changes, urlChanged=moved
            )
        return changed

    @transaction
    async def delete(self, tx: Transaction, actor: Actor, webhook_id: int) -> None:
        """Its deliveries are given up by a job, in steps."""
        acting = await rights.lock(tx, actor, DELETE, self.core.clock())
        webhook = _found(await queries.find(tx, webhook_id))
        await queries.delete(tx, webhook_id)
        await self.core.trail.record(tx, acting, "webhook.deleted", webhook.target, **webhook.recorded())

    @transaction
    async def rotate_secret(self, tx: Transaction, actor: Actor, webhook_id: int) -> NewSecret:
        """A new secret. The former one signs as well for a day."""
        acting = await rights.lock(tx, actor, UPDATE, self.core.clock())
        webhook = _found(await queries.find(tx, webhook_id))
        now = self.core.clock()
        sealed = signing.seal(self.core.keys, signing.new_secret(self.core.entropy))
        await queries.rotate(tx, webhook_id, sealed, now + OVERLAP, now)
        await self.core.trail.record(tx, acting, "webhook.secret_rotated", webhook.target)
        return NewSecret(_found(await queries.find(tx, webhook_id)), sealed)

    def secret(self, made: NewSecret) -> str:
        return signing.unseal(self.core.keys, made.sealed)

    @transaction
    async def test(self, tx: Transaction, actor: Actor, webhook_id: int) -> Delivery:
        """Queues an event of the type `webhook.test`, whatever the filters of the webhook. Like a repeated delivery, it
        does not wait for the end of a pause: an administrator wants to know whether the receiver works now."""
        acting = await rights.lock(tx, actor, UPDATE, self.core.clock())
        webhook = _enabled(await queries.find(tx, webhook_id))
        await queries.end_pause(tx, webhook_id)
        delivery = await queries.insert_delivery(tx, webhook_id, TEST, None, self.core.clock())
        await self.core.trail.record(tx, acting, "webhook.tested", webhook.target, delivery=delivery.id)
        return delivery

    async def deliveries(
        self, actor: Actor, webhook_id: int, state: OutboxState | None, request: PageRequest
    ) -> Page[Delivery]:
        actor.require(READ)
        webhook = _found(await queries.find(self.database, webhook_id))
        page = await self.database.read_in_background(
            lambda reader: queries.page_deliveries(reader, webhook_id, state, request), actor.user_id
        )
        return replace(page, items=[replace(each, due_at=max(each.due_at, webhook.due_at)) for each in page.items])

    @transaction
    async def replay(self, tx: Transaction, actor: Actor, webhook_id: int, delivery_id: int) -> Delivery:
        """A new delivery of the same event, with the same id: receivers that have seen it can tell."""
        acting = await rights.lock(tx, actor, UPDATE, self.core.clock())
        webhook = _enabled(await queries.find(tx, webhook_id))
        former = await queries.find_delivery(tx, webhook_id, delivery_id)
        if former is None:
            raise DeliveryNotFound
        if former.event is None or await events.find(tx, former.event) is None:
            raise EventGone
        await queries.end_pause(tx, webhook_id)
        again = await queries.insert_delivery(tx, webhook_id, former.type, former.event, self.core.clock())
        await self.core.trail.record(
            tx, acting, "webhook.replayed", webhook.target, delivery=delivery_id, event=former.event_id
        )
        return again


def _found(webhook: Webhook | None) -> Webhook:
    if webhook is None:
        raise WebhookNotFound
    return webhook


def _enabled(webhook: Webhook | None) -> Webhook:
    if not _found(webhook).enabled:
        raise WebhookDisabled
    return _found(webhook)


async def gauges(core: Core) -> list[Metric]:
    now = core.clock()
    found = await core.database.read_in_background(lambda reader: queue_queries.state(reader, now))
    age = 0 if found.oldest_due is None else (now - found.oldest_due) / 1000
    return [
        Metric("doorward_webhook_deliveries_queued", "Deliveries that wait to be sent, on all nodes", found.queued),
        Metric("doorward_webhook_oldest_due_seconds", "How long the oldest delivery has been due", age),
        Metric("doorward_webhooks_failing", "Enabled webhooks whose last attempt failed", found.failing),
        Metric("doorward_webhooks_disabled", "Webhooks that were disabled because they failed", found.disabled),
    ]
