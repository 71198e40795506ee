"""Statements on webhooks, and on their deliveries in the outbox."""

from collections.abc import Iterable
from typing import Any, Final

from msgspec import UNSET

from doorward.database.protocol import Reader, Transaction
from doorward.domain.access import ADMIN_ROLE
from doorward.domain.events.outbox import OutboxState
from doorward.domain.paging import TOTAL_CAP, Page, PageRequest
from doorward.features.webhooks.model import Delivery, Webhook, WebhookChange

_COLUMNS: Final = (
    "id, url, events, description, sealed, previous_sealed, previous_until, enabled, disabled_reason, failing_since,"
    " failures, due_at, created_at, updated_at, version"
)
DELIVERY: Final = "id, CAST(recipient AS BIGINT), event, kind, state, attempts, due_at, error, created_at, finished_at"


async def find(reader: Reader, webhook_id: int) -> Webhook | None:
    row = await reader.fetchrow(f"SELECT {_COLUMNS} FROM webhooks WHERE id = $1", webhook_id)
    return Webhook(*row) if row else None


async def list_all(reader: Reader) -> list[Webhook]:
    return [Webhook(*row) for row in await reader.fetch(f"SELECT {_COLUMNS} FROM webhooks ORDER BY id")]


async def page(reader: Reader, request: PageRequest) -> Page[Webhook]:
    """There are few enough to count them all."""
    found = await list_all(reader)
    return Page(found[request.offset : request.offset + request.size], len(found), False, request)


async def count(reader: Reader) -> int:
    row = await reader.fetchrow("SELECT count(*) FROM webhooks")
    return row[0] if row else 0


async def any_enabled(reader: Reader) -> bool:
    return await reader.fetchrow("SELECT 1 FROM webhooks WHERE enabled = 1 LIMIT 1") is not None


async def insert(tx: Transaction, change: WebhookChange, sealed: str, now: int) -> Webhook:
    row = await tx.fetchrow(
        "INSERT INTO webhooks (url, events, description, sealed, enabled, created_at, updated_at, version)"
        f" VALUES ($1, $2, $3, $4, $5, $6, $6, 1) RETURNING {_COLUMNS}",
        change.url,
        change.events,
        change.description or "",
        sealed,
        int(change.enabled is not False),
        now,
    )
    assert row is not None  # noqa: S101
    return Webhook(*row)


async def update(tx: Transaction, webhook_id: int, change: WebhookChange, now: int) -> None:
    columns: dict[str, Any] = {"url": change.url, "events": change.events, "description": change.description}
    if change.url is not UNSET:
        columns["due_at"] = 0  # The pause was that of the former receiver.
    if change.enabled is not UNSET:
        # Enabled or disabled by an administrator: what happened before counts no more.
        columns |= {"enabled": int(change.enabled), "disabled_reason": ""}
        columns |= {"failing_since": None, "failures": 0, "due_at": 0}
    given = {name: value for name, value in columns.items() if value is not UNSET}
    sets = "".join(f"{name} = ${number}, " for number, name in enumerate(given, 3))
    await tx.execute(
        f"UPDATE webhooks SET {sets}updated_at = $2, version = version + 1 WHERE id = $1",
        webhook_id,
        now,
        *given.values(),
    )


async def rotate(tx: Transaction, webhook_id: int, sealed: str, previous_until: int, now: int) -> None:
    await tx.execute(
        "UPDATE webhooks SET previous_sealed = sealed, previous_until = $3, sealed = $2, updated_at = $4,"
        " version = version + 1 WHERE id = $1",
        webhook_id,
        sealed,
        previous_until,
        now,
    )


async def delete(tx: Transaction, webhook_id: int) -> None:
    await tx.execute("DELETE FROM webhooks WHERE id = $1", webhook_id)


# What follows an attempt concerns the webhook as it was then. Another address has another receiver.


async def disable(tx: Transaction, webhook: Webhook, reason: str, now: int) -> bool:
    """False when it was changed, disabled or deleted meanwhile."""
    row = await tx.fetchrow(
        "UPDATE webhooks SET enabled = 0, disabled_reason = $3, updated_at = $4, version = version + 1"
        " WHERE id = $1 AND version = $2 AND enabled = 1 RETURNING id",
        webhook.id,
        webhook.version,
        reason,
        now,
    )
    return row is not None


async def note_failure(tx: Transaction, webhook: Webhook, due_at: int, now: int) -> None:
    await tx.execute(
        "UPDATE webhooks SET failures = failures + 1, failing_since = coalesce(failing_since, $4), due_at = $3"
        " WHERE id = $1 AND version = $2",
        webhook.id,
        webhook.version,
        due_at,
        now,
    )


async def end_pause(tx: Transaction, webhook_id: int) -> None:
    await tx.execute("UPDATE webhooks SET due_at = 0 WHERE id = $1", webhook_id)


async def clear_failures(tx: Transaction, webhook: Webhook) -> None:
    sql = "UPDATE webhooks SET failures = 0, failing_since = NULL, due_at = 0 WHERE id = $1 AND version = $2"
    await tx.execute(sql, webhook.id, webhook.version)


async def administrators(reader: Reader, most: int) -> list[tuple[int, str, str]]:
    """Id, name and address of enabled administrators that can get mail."""
    rows = await reader.fetch(
        "SELECT u.id, u.name, u.email FROM users u JOIN user_roles ur ON ur.user_id = u.id"
        " JOIN roles r ON r.id = ur.role_id WHERE r.name = $1 AND u.status = 1 AND u.email IS NOT NULL"
        f" ORDER BY u.id LIMIT {most}",
        ADMIN_ROLE,
    )
    return [(row[0], row[1], row[2]) for row in rows]


async def insert_delivery(tx: Transaction, webhook_id: int, kind: str, event: int | None, now: int) -> Delivery:
    """Behind those that wait; a test before them, so that a receiver that fails again is not asked for them first."""
    due_at = now if event is not None else min(now, await _first_due(tx, webhook_id, now)) - 1
    row = await tx.fetchrow(
        "INSERT INTO outbox (topic, kind, recipient, sealed, state, due_at, created_at, event)"
        f" VALUES ('webhook', $1, $2, '', 'queued', $3, $4, $5) RETURNING {DELIVERY}",
        kind,
        str(webhook_id),
        due_at,
        now,
        event,
    )
    assert row is not None  # noqa: S101
    return Delivery(*row)


async def _first_due(tx: Transaction, webhook_id: int, now: int) -> int:
    row = await tx.fetchrow(
        "SELECT coalesce(min(due_at), $2) FROM outbox WHERE topic = 'webhook' AND state = 'queued' AND recipient = $1",
        str(webhook_id),
        now,
    )
    return row[0] if row else now


async def insert_deliveries(tx: Transaction, wanted: Iterable[tuple[int, str, int]], now: int) -> None:
    """For each a webhook, and the type and the number of its event; delivered in this order."""
    rows = [
        ("webhook", kind, str(webhook_id), "", OutboxState.QUEUED, now, now, seq) for webhook_id, kind, seq in wanted
    ]
    await tx.insert_rows("outbox", "topic, kind, recipient, sealed, state, due_at, created_at, event", rows)


async def find_delivery(reader: Reader, webhook_id: int, delivery_id: int) -> Delivery | None:
    row = await reader.fetchrow(
        f"SELECT {DELIVERY} FROM outbox WHERE topic = 'webhook' AND recipient = $1 AND id = $2",
        str(webhook_id),
        delivery_id,
    )
    return Delivery(*row) if row else None


async def page_deliveries(
    reader: Reader, webhook_id: int, state: OutboxState | None, request: PageRequest
) -> Page[Delivery]:
    """The newest first."""
    where, values = "topic = 'webhook' AND recipient = $1", [str(webhook_id)]
    if state is not None:
        where, values = f"{where} AND state = $2", [*values, state]
    counting = f"SELECT count(*) FROM (SELECT 1 FROM outbox WHERE {where} LIMIT {TOTAL_CAP + 1}) AS found"
    counted = await reader.fetchrow(counting, *values)
    total = counted[0] if counted else 0
    rows = await reader.fetch(
        f"SELECT {DELIVERY} FROM outbox WHERE {where} ORDER BY id DESC LIMIT {request.size} OFFSET {request.offset}",
        *values,
    )
    return Page([Delivery(*row) for row in rows], min(total, TOTAL_CAP), total > TOTAL_CAP, request)
