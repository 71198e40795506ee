"""`doorward mail`: lists mails, shows those that are not sent, has them sent, and tries the settings."""

from typing import Annotated, Any

import msgspec
import typer

from doorward.cli.framework.context import CommandContext, command
from doorward.cli.framework.exits import CommandFailed, Exit
from doorward.cli.framework.output import Fields, Table, Text
from doorward.domain.events.outbox import OutboxItem, OutboxState
from doorward.domain.paging import PageRequest
from doorward.features.mail.endpoints import MailData
from doorward.features.mail.model import MailFilter
from doorward.features.mail.service import Mails

group = typer.Typer(no_args_is_help=True, help="Mails that the service sends.")

_COLUMNS = ("id", "kind", "recipient", "state", "attempts", "createdAt", "dueAt", "finishedAt", "error")

MailArgument = Annotated[int, typer.Argument(help="Id, as doorward mail list shows it.", min=1, max=2**63 - 1)]


def register(app: typer.Typer) -> None:
    app.add_typer(group, name="mail")


@command(group, "list")
async def list_mails(
    context: CommandContext,
    state: Annotated[OutboxState | None, typer.Option(help="Only mails in this state.")] = None,
    kind: Annotated[str, typer.Option(help="Only mails of this kind, such as invitation.")] = "",
    recipient: Annotated[str, typer.Option(help="Only mails to this address.")] = "",
    page: Annotated[int, typer.Option(help="Page number.", min=1)] = 1,
    page_size: Annotated[int, typer.Option(help="Mails on a page, 100 at most.", min=1)] = 100,
) -> Table:
    """List mails, newest first."""
    async with context.core() as core:
        wanted = MailFilter(state, kind, recipient)
        found = await Mails(core).page(context.actor, wanted, PageRequest.capped(page, page_size))
    return Table(_COLUMNS, [_row(item) for item in found.items], total=found.total)


@command(group)
async def show(context: CommandContext, mail: MailArgument) -> Fields:
    """Show a mail that is held or queued, with its link. It is recorded in the audit trail."""
    async with context.core() as core:
        found = await Mails(core).read(context.actor, mail)
    values = found.content.values
    secrets = {name: values[name] for name in ("link", "code") if name in values}
    return Fields(_row(found.item) | {"subject": found.mail.subject} | secrets, text=found.mail.text)


@command(group)
async def retry(
    context: CommandContext,
    mail: Annotated[int | None, typer.Argument(help="Id of one mail.", min=1, max=2**63 - 1)] = None,
    held: Annotated[bool, typer.Option("--held", help="All mails that are held.")] = False,
) -> Text:
    """Have a held mail sent, or all of them, or try a queued one again at once."""
    if (mail is None) == (not held):
        raise CommandFailed("Name a mail by its id, or pass --held", Exit.USAGE)
    async with context.core() as core:
        mails = Mails(core)
        if mail is not None:
            await mails.retry(context.actor, mail)
            return Text(f"Mail {mail} is sent next.", mails=1)
        count = await mails.retry_held(context.actor)
    return Text(f"Mails that are sent next: {count}.", mails=count)


@command(group)
async def test(
    context: CommandContext,
    address: Annotated[str, typer.Argument(help="Address that gets a mail.")],
) -> Text:
    """Send a mail at once, without the queue, and say what the mail server answered."""
    from doorward.features.mail.trial import Trial

    async with context.core() as core:
        if not core.settings.smtp_url:
            raise CommandFailed("No mail server is set; set DOORWARD_SMTP_URL, such as smtp://user:password@host:587")
        trial = await Trial(core).run(address)
    if trial.error:
        raise CommandFailed(f"{trial.done}, but {trial.error}" if trial.done else _capital(trial.error))
    return Text(
        f"{trial.done}, and it accepted the mail from {trial.sender} to {address}. Whether it arrives depends on the"
        " mailbox: look into its spam folder as well.",
        server=trial.server,
        sender=trial.sender,
        recipient=address,
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _row(item: OutboxItem) -> dict[str, Any]:
    row: dict[str, Any] = msgspec.to_builtins(MailData.of(item))
    return row
