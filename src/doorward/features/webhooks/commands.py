"""`doorward webhooks`: the use cases of /api/webhooks."""

from typing import Annotated, Any

import msgspec
import typer

from doorward.cli.framework.context import CommandContext, command
from doorward.cli.framework.exits import CommandFailed
from doorward.cli.framework.output import Fields, Table, Text
from doorward.domain.events.outbox import OutboxState
from doorward.domain.paging import PageRequest
from doorward.features.webhooks.delivery import attempt
from doorward.features.webhooks.model import WebhookSettings, document_of_test
from doorward.features.webhooks.outbound import Outbound
from doorward.features.webhooks.service import Webhooks

group = typer.Typer(no_args_is_help=True, help="Endpoints that receive events.")

_COLUMNS = ("id", "url", "events", "enabled", "disabledReason", "failingSince")
_DELIVERY_COLUMNS = ("id", "eventId", "type", "state", "attempts", "createdAt", "dueAt", "finishedAt", "error")

WebhookArgument = Annotated[int, typer.Argument(help="Id, as doorward webhooks list shows it.", min=1, max=2**53)]


def register(app: typer.Typer) -> None:
    app.add_typer(group, name="webhooks")


@command(group, "list")
async def list_webhooks(
    context: CommandContext,
    page: Annotated[int, typer.Option(help="Page number.", min=1)] = 1,
    page_size: Annotated[int, typer.Option(help="Webhooks on a page, 100 at most.", min=1)] = 100,
) -> Table:
    """List webhooks."""
    async with context.core() as core:
        found = await Webhooks(core).page(context.actor, PageRequest.capped(page, page_size))
    return Table(_COLUMNS, [each.document() for each in found.items], **found.summary())


@command(group)
async def create(
    context: CommandContext,
    url: Annotated[str, typer.Argument(help="Address that receives events.")],
    event: Annotated[list[str], typer.Option("--event", help="Type of event, such as user.*; repeat for several.")],
    description: Annotated[str, typer.Option(help="What it is for.")] = "",
) -> Fields:
    """Create a webhook, and print the secret that verifies its signatures. It is not shown again."""
    async with context.core() as core:
        webhooks = Webhooks(core)
        made = await webhooks.create(context.actor, webhooks.parse(url=url, events=event, description=description))
        document: dict[str, Any] = made.webhook.document() | {"secret": webhooks.secret(made)}
    return Fields(document)


@command(group)
async def delete(context: CommandContext, webhook: WebhookArgument) -> Text:
    """Delete a webhook. What is queued for it is not sent."""
    async with context.core() as core:
        await Webhooks(core).delete(context.actor, webhook)
    return Text(f"Webhook {webhook} is deleted.", id=webhook)


@command(group)
async def test(context: CommandContext, webhook: WebhookArgument) -> Text:
    """Send a test event at once, without the queue, and say what the receiver answered."""
    async with context.core() as core:
        found = await Webhooks(core).read(context.actor, webhook)
        settings = core.settings.section(WebhookSettings)
        event_id = f"test_{core.entropy(8).hex()}"
        body = msgspec.json.encode(document_of_test(event_id, core.clock()))
        outbound = Outbound(settings.outbound_private, settings.webhook_timeout)
        status, error = await attempt(core, outbound, found, event_id, body)
    if error:
        raise CommandFailed(f"Webhook {webhook}: {error}")
    return Text(f"The receiver answered {status} to {event_id}.", status=status, eventId=event_id)


@command(group)
async def deliveries(
    context: CommandContext,
    webhook: WebhookArgument,
    state: Annotated[OutboxState | None, typer.Option(help="Only deliveries in this state.")] = None,
    page: Annotated[int, typer.Option(help="Page number.", min=1)] = 1,
    page_size: Annotated[int, typer.Option(help="Deliveries on a page, 100 at most.", min=1)] = 100,
) -> Table:
    """List the deliveries to a webhook, newest first."""
    async with context.core() as core:
        request = PageRequest.capped(page, page_size)
        found = await Webhooks(core).deliveries(context.actor, webhook, state, request)
    return Table(_DELIVERY_COLUMNS, [each.document() for each in found.items], **found.summary())
