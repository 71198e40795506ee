"""The tree of commands. Each imports what it needs when it runs, so that all of them start quickly."""

import sys
from typing import Annotated

import typer
from typer.exceptions import TyperException

from doorward import __version__
from doorward.cli.commands import audit, backup, doctor, keys, roles, sessions, token, users
from doorward.cli.commands import config as config_commands
from doorward.cli.framework import index_progress, output
from doorward.cli.framework.context import CommandContext, Config, DatabaseUrl, Json, Program, command
from doorward.cli.framework.exits import Exit
from doorward.cli.framework.output import Fields
from doorward.core import Core
from doorward.features.transfer import commands, export_commands
from doorward.server import first_password
from doorward.settings import Settings, load

_AT_A_TERMINAL = sys.stdout.isatty() and sys.stderr.isatty()

app = typer.Typer(
    no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode="rich" if _AT_A_TERMINAL else None
)


def run() -> None:
    """Runs the command that the arguments ask for; one that is not understood is trouble like any other."""
    program = Program(load, _build)
    if "--json" not in sys.argv:
        app(prog_name="doorward", obj=program)
    try:
        code = app(prog_name="doorward", obj=program, standalone_mode=False)
    except TyperException as trouble:
        message = trouble.format_message() if hasattr(trouble, "format_message") else str(trouble)
        output.show_error(Exit.USAGE, message, {}, as_json=True)
        code = Exit.USAGE
    sys.exit(code or 0)


def _build(settings: Settings) -> Core:
    from doorward import app as composition

    return composition.build(composition.prepare_files(settings))


def _show_version(wanted: bool) -> None:
    if wanted:
        print(__version__)
        raise typer.Exit


@app.callback()
def doorward(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Sign-in and user management."""


@app.command()
def serve(
    config: Config = None,
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on.")] = None,
    workers: Annotated[int | None, typer.Option(help="Processes that serve requests.")] = None,
    database_url: DatabaseUrl = None,
    tls_cert: Annotated[str | None, typer.Option(help="Certificate chain (PEM) to serve TLS with.")] = None,
    tls_key: Annotated[str | None, typer.Option(help="Private key (PEM) of that certificate.")] = None,
    as_json: Json = False,
) -> None:
    """Serve the API. With --json every line of output is JSON, as with DOORWARD_LOG_FORMAT=json."""
    from doorward.server import serve

    tls = {"tls_cert": tls_cert, "tls_key": tls_key}
    form = "json" if as_json else None
    serve.serve(config, host=host, port=port, workers=workers, database_url=database_url, log_format=form, **tls)


@command(app)
async def migrate(context: CommandContext) -> Fields:
    """Bring the database's schema up to date, and make what a new one needs."""
    from doorward.app import prepare_database, prepare_files
    from doorward.database.schema import HEAD

    settings = prepare_files(context.settings)
    with index_progress.progress_shown(context.as_json) as report:
        password = await prepare_database(settings, migrate=True, report=report)
    if password is None:
        return Fields({"schema": HEAD})
    where = first_password.shown(settings, password)
    return Fields({"schema": HEAD, "administrator": settings.admin_username, "password": where})


app.add_typer(users.group, name="users")
app.add_typer(roles.group, name="roles")
app.add_typer(sessions.group, name="sessions")
app.add_typer(audit.group, name="audit")
app.add_typer(token.group, name="token")
app.add_typer(keys.group, name="keys")
commands.register(app)
export_commands.register(app)
backup.register(app)
doctor.register(app)
app.add_typer(config_commands.group, name="config")
