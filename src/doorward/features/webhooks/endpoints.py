"""Webhooks over HTTP."""

from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, Struct, UnsetType, convert
from msgspec.structs import asdict

from doorward import errors
from doorward.api.schemas.paging import PageData, PageParams
from doorward.core import Core
from doorward.domain.events.outbox import OutboxState
from doorward.domain.times import Moment
from doorward.features.webhooks import service
from doorward.features.webhooks.model import (
    DESCRIPTION_MAX,
    FILTER_MAX,
    FILTERS_MAX,
    URL_MAX,
    Delivery,
    DeliveryNotFound,
    DisabledReason,
    EventGone,
    NewSecret,
    TooManyWebhooks,
    Webhook,
    WebhookChange,
    WebhookDisabled,
    WebhookNotFound,
)
from doorward.features.webhooks.service import Webhooks
from doorward.web.conditional import expected_versions, idempotent_request, versioned
from doorward.web.messages import Request, Response, success
from doorward.web.routing import Route

_Url = Annotated[str, Meta(min_length=1, max_length=URL_MAX, examples=["https://example.com/events"])]
_Events = Annotated[
    list[Annotated[str, Meta(max_length=FILTER_MAX)]],
    Meta(
        min_length=1,
        max_length=FILTERS_MAX,
        description="Types of events, groups such as `user.*`, or `*`",
        examples=[["user.*", "session.ended"]],
    ),
]
_Description = Annotated[str, Meta(max_length=DESCRIPTION_MAX, examples=["Keeps the CRM up to date"])]
_Secret = Annotated[
    str,
    Meta(description="Verifies signatures; in this answer only", examples=["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"]),
]


class CreateWebhook(Struct):
    url: _Url
    events: _Events
    description: _Description | UnsetType | None = UNSET
    enabled: bool | UnsetType = UNSET


class UpdateWebhook(Struct):
    url: _Url | UnsetType = UNSET
    events: _Events | UnsetType = UNSET
    description: _Description | UnsetType | None = UNSET
    enabled: bool | UnsetType = UNSET


class WebhookData(Struct, rename="camel"):
    id: int
    url: _Url
    events: list[str]
    description: str
    enabled: bool
    disabled_reason: Annotated[
        DisabledReason | None,
        Meta(
            description="Why the service disabled it: `receiver_gone` for the answer 410, `failing` after three days"
            " without a success; null when it is enabled or an administrator did"
        ),
    ]
    disabled_message: Annotated[str | None, Meta(description="The same in words")]
    failing_since: Annotated[Moment | None, Meta(description="The first failure since the last success")]
    created_at: Moment
    updated_at: Moment

    @classmethod
    def of(cls, webhook: Webhook) -> "WebhookData":
        return cls(*webhook.document().values())


class WebhookSecretData(WebhookData, rename="camel"):
    secret: _Secret

    @classmethod
    def made(cls, core: Core, made: NewSecret) -> "WebhookSecretData":
        return convert(made.webhook.document() | {"secret": Webhooks(core).secret(made)}, cls)


class WebhookPage(PageData[WebhookData]):
    pass


class DeliveryData(Struct, rename="camel"):
    id: int
    webhook_id: int
    event_id: Annotated[
        str, Meta(description="The header `webhook-id`, the same for every attempt and replay", examples=["evt_4711"])
    ]
    type: Annotated[str, Meta(examples=["user.created"])]
    state: Annotated[OutboxState, Meta(description="`failed`: given up")]
    attempts: int
    created_at: Moment
    due_at: Annotated[Moment | None, Meta(description="Time of the next attempt; null unless `queued`")]
    finished_at: Moment | None
    error: Annotated[str, Meta(description="What was wrong with the last attempt; empty without an error")]

    @classmethod
    def of(cls, delivery: Delivery) -> "DeliveryData":
        return convert(delivery.document(), cls)


class DeliveryListParams(PageParams, rename="camel"):
    state: OutboxState | None = None


class DeliveryPage(PageData[DeliveryData]):
    pass


def change_of(core: Core, body: CreateWebhook | UpdateWebhook) -> WebhookChange:
    given: dict[str, Any] = asdict(body)
    return Webhooks(core).parse(**given)


async def page(core: Core, request: Request) -> Response:
    """Lists webhooks, one page at a time, without their secrets."""
    found = await Webhooks(core).page(request.signed_in(), request.filter.request())
    return success(WebhookPage.of(found, WebhookData.of))


async def read(core: Core, request: Request) -> Response:
    """Returns one webhook by id, without its secret."""
    webhook = await Webhooks(core).read(request.signed_in(), request.params["id"])
    return versioned(WebhookData.of(webhook), webhook.version)


async def create(core: Core, request: Request) -> Response:
    """Adds an endpoint that receives events, signed as Standard Webhooks describes it. The answer has the secret that
    verifies the signatures; it is not shown again. The receiver learns what the audit trail records of these events, so
    callers need `audit:read` as well. The address must be public and use https, unless
    `DOORWARD_OUTBOUND_PRIVATE=true`. There can be 50 webhooks."""
    change = change_of(core, request.body)
    made = await Webhooks(core).create(request.signed_in(), change, idempotent_request(request))
    return success(WebhookSecretData.made(core, made))


async def update(core: Core, request: Request) -> Response:
    """Updates the fields that the body names and leaves the others. `enabled: true` enables a webhook that the service
    has disabled; it gets the events from then on. Deliveries to a disabled webhook are given up within a minute and can
    be replayed. Needs `audit:read` as well."""
    change, expected = change_of(core, request.body), expected_versions(request)
    webhook = await Webhooks(core).update(request.signed_in(), request.params["id"], change, expected)
    return versioned(WebhookData.of(webhook), webhook.version)


async def delete(core: Core, request: Request) -> Response:
    """Deletes a webhook. What is queued for it is not sent."""
    await Webhooks(core).delete(request.signed_in(), request.params["id"])
    return success()


async def rotate_secret(core: Core, request: Request) -> Response:
    """Replaces the secret. For a day each delivery carries two signatures, by the new and by the former secret, so that
    a receiver can change to the new one at any time."""
    made = await Webhooks(core).rotate_secret(request.signed_in(), request.params["id"])
    return success(WebhookSecretData.made(core, made))


async def test(core: Core, request: Request) -> Response:
    """Queues an event of the type `webhook.test`, which is sent within a second. The list of deliveries shows its
    outcome."""
    return success(DeliveryData.of(await Webhooks(core).test(request.signed_in(), request.params["id"])))


async def deliveries(core: Core, request: Request) -> Response:
    """Lists the deliveries to a webhook, newest first. They are kept for 7 days after their end."""
    found = await Webhooks(core).deliveries(
        request.signed_in(), request.params["id"], request.filter.state, request.filter.request()
    )
    return success(DeliveryPage.of(found, DeliveryData.of))


async def replay(core: Core, request: Request) -> Response:
    """Sends the event of a delivery again, as a new delivery with the same `eventId`. Events are kept for 7 days."""
    again = await Webhooks(core).replay(request.signed_in(), request.params["id"], request.params["delivery"])
    return success(DeliveryData.of(again))


ROUTES: Final = (
    Route(
        "GET", "/api/webhooks", page, "List webhooks",
        data=WebhookPage, query=PageParams, permission=service.READ, lists=True,
    ),
    Route(
        "POST", "/api/webhooks", create, "Create a webhook",
        data=WebhookSecretData, body=CreateWebhook, rules=change_of, permission=service.CREATE,
        faults=(TooManyWebhooks, errors.IdempotencyKeyReused),
    ),
    Route(
        "GET", "/api/webhooks/{id}", read, "Read a webhook",
        data=WebhookData, permission=service.READ, etag=True, faults=(WebhookNotFound,),
    ),
    Route(
        "PUT", "/api/webhooks/{id}", update, "Update a webhook",
        data=WebhookData, body=UpdateWebhook, rules=change_of, permission=service.UPDATE, etag=True,
        faults=(WebhookNotFound, errors.PreconditionFailed),
    ),
    Route(
        "DELETE", "/api/webhooks/{id}", delete, "Delete a webhook",
        permission=service.DELETE, faults=(WebhookNotFound,),
    ),
    Route(
        "POST", "/api/webhooks/{id}/rotate-secret", rotate_secret, "Replace the secret of a webhook",
        data=WebhookSecretData, permission=service.UPDATE, faults=(WebhookNotFound,),
    ),
    Route(
        "POST", "/api/webhooks/{id}/test", test, "Send a test event",
        data=DeliveryData, permission=service.UPDATE, faults=(WebhookNotFound, WebhookDisabled),
    ),
    Route(
        "GET", "/api/webhooks/{id}/deliveries", deliveries, "List the deliveries to a webhook",
        data=DeliveryPage, query=DeliveryListParams, permission=service.READ, lists=True, faults=(WebhookNotFound,),
    ),
    Route(
        "POST", "/api/webhooks/{id}/deliveries/{delivery}/replay", replay, "Send an event again",
        data=DeliveryData, permission=service.UPDATE,
        faults=(WebhookNotFound, DeliveryNotFound, WebhookDisabled, EventGone),
    ),
)  # fmt: skip
