"""Webhooks: endpoints of other programs that receive events, and the deliveries to them."""

import enum
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from msgspec import UNSET, Struct, UnsetType

from doorward.domain.audit import Event, Target
from doorward.domain.events.outbox import OutboxState
from doorward.domain.events.types import RecordedEvent, event_types, parse_filters
from doorward.domain.times import iso, iso_or_none
from doorward.domain.validation import checked, description
from doorward.errors import Fault, TooMany
from doorward.features.webhooks.addresses import parse_url
from doorward.settings import section, setting
from doorward.settings.values import duration, flag

TOPIC: Final = "webhook"
TEST: Final = "webhook.test"
# One worker for each endpoint delivers to it, so this bounds the connections of a node as well.
MOST_WEBHOOKS: Final = 50
URL_MAX: Final = 2048
DESCRIPTION_MAX: Final = 200
FILTERS_MAX: Final = 50
FILTER_MAX: Final = 100
# Milliseconds for which the former secret signs as well after a rotation.
OVERLAP: Final = 86_400_000
SECONDS_MAX: Final = 30


def document_of_test(event_id: str, at: int) -> dict[str, Any]:
    """The body of a test event: the members of any event, so that receivers need no exception for it."""
    document = RecordedEvent(0, TEST, "", Event(at, TEST, *("",) * 6, details="{}")).document()
    document["data"]["id"] = event_id
    return document


class DisabledReason(enum.StrEnum):
    """Why the service disabled a webhook."""

    GONE = "receiver_gone"
    FAILING = "failing"

    @property
    def message(self) -> str:
        return _DISABLED_MESSAGES[self]


_DISABLED_MESSAGES: Final = {
    DisabledReason.GONE: "the receiver answered 410 Gone",
    DisabledReason.FAILING: "no delivery succeeded for three days",
}


class WebhookNotFound(Fault):
    code, reason, message = 404, "webhook_not_found", "There is no such webhook"


class DeliveryNotFound(Fault):
    code, reason, message = 404, "delivery_not_found", "There is no such delivery, or it was deleted some time ago"


class TooManyWebhooks(TooMany):
    code, reason, message = 409, "too_many_webhooks", "There are as many webhooks as there can be; delete one first"


class WebhookDisabled(Fault):
    code, reason, message = 409, "webhook_disabled", "The webhook is disabled; enable it first"


class EventGone(Fault):
    code, reason, message = 409, "event_gone", "The event is not kept any more, so that it cannot be sent again"


@section
class WebhookSettings:
    outbound_private: bool = setting(
        False,
        flag,
        "Lets webhooks reach private and loopback addresses, and plain http. For development and tests, or a network"
        " whose services may all be called by administrators.",
    )
    webhook_timeout: int = setting(
        10, duration(1, SECONDS_MAX), "How long the receiver of a webhook may take to answer."
    )


class Webhook(Struct, frozen=True):
    """The columns that deliveries and answers need."""

    id: int
    url: str
    events: str  # Filters, separated by single spaces.
    description: str
    sealed: str
    previous_sealed: str
    previous_until: int
    enabled: int
    disabled_reason: str  # See `disabled`.
    failing_since: int | None
    failures: int
    due_at: int  # It pauses until then after a failure.
    created_at: int
    updated_at: int
    version: int

    @property
    def filters(self) -> list[str]:
        return self.events.split()

    @property
    def disabled(self) -> DisabledReason | None:
        """Why the service disabled it; None when it is enabled or an administrator did. Nodes of former versions store
        the message in the place of the code."""
        return next((each for each in DisabledReason if self.disabled_reason in (each, each.message)), None)

    @property
    def target(self) -> Target:
        return Target(f"webhook:{self.id}", urlsplit(self.url).netloc)

    def document(self) -> dict[str, Any]:
        """The webhook object, in the order of its wire type."""
        return {
            "id": self.id,
            "url": self.url,
            "events": self.filters,
            "description": self.description,
            "enabled": bool(self.enabled),
            "disabledReason": self.disabled,
            "disabledMessage": self.disabled.message if self.disabled else None,
            "failingSince": iso_or_none(self.failing_since),
            "createdAt": iso(self.created_at),
            "updatedAt": iso(self.updated_at),
        }

    def recorded(self) -> dict[str, Any]:
        """What the audit trail records of it: of the address only the host, because the path may hold a secret."""
        document = self.document()
        names = ("events", "description", "enabled")
        return {"host": urlsplit(self.url).netloc} | {name: document[name] for name in names}


class WebhookChange(Struct, frozen=True):
    """The fields of a new or changed webhook. UNSET leaves a field unchanged."""

    url: str | UnsetType = UNSET
    events: str | UnsetType = UNSET
    description: str | UnsetType = UNSET
    enabled: bool | UnsetType = UNSET

    @classmethod
    def parse(cls, actions: Iterable[str], private: bool, **given: Any) -> "WebhookChange":
        rules: Mapping[str, Callable[[Any], Any]] = {
            "url": lambda text: parse_url(text, private).text,
            "events": lambda names: " ".join(parse_filters(names, [*event_types(actions), TEST])),
            "description": lambda text: description(text, DESCRIPTION_MAX),
        }
        return cls(**checked(given, rules))


class NewSecret(Struct, frozen=True):
    """A webhook with its secret, sealed because idempotent answers are stored."""

    webhook: Webhook
    sealed: str


class Delivery(Struct, frozen=True):
    id: int
    webhook_id: int
    event: int | None  # None for a test.
    type: str
    state: str
    attempts: int
    due_at: int
    error: str
    created_at: int
    finished_at: int | None

    @property
    def event_id(self) -> str:
        """The header `webhook-id`: the same for every attempt, and for a delivery that repeats another."""
        return f"test_{self.id}" if self.event is None else f"evt_{self.event}"

    def document(self) -> dict[str, Any]:
        """The delivery object, in the order of its wire type."""
        queued = self.state == OutboxState.QUEUED
        return {
            "id": self.id,
            "webhookId": self.webhook_id,
            "eventId": self.event_id,
            "type": self.type,
            "state": self.state,
            "attempts": self.attempts,
            "createdAt": iso(self.created_at),
            "dueAt": iso(self.due_at) if queued else None,
            "finishedAt": iso_or_none(self.finished_at),
            "error": self.error,
        }
