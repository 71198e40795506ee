"""The command tree. Commands import what only they need when they run, to keep the start-up of each short."""

import sys
from functools import partial
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException

from doorward import __version__, preparation
from doorward import app as composition
from doorward.cli.commands import audit, backup, doctor, keys, roles, sessions, token, users
from doorward.cli.commands import config as config_commands
from doorward.cli.framework import output
from doorward.cli.framework.context import CommandContext, Config, DatabaseUrl, Json, Program, command
from doorward.cli.framework.exits import Exit, explain
from doorward.cli.framework.help import Group, hide_types_of_flags
from doorward.cli.framework.output import Fields
from doorward.cli.framework.progress import work_progress
from doorward.core import Core
from doorward.database.schema import HEAD
from doorward.server import first_password
from doorward.settings import Settings

_AT_A_TERMINAL = sys.stdout.isatty() and sys.stderr.isatty()

app = typer.Typer(
    cls=Group, no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode="rich" if _AT_A_TERMINAL else None
)


def run() -> None:
    """Runs the command line. With --json, usage errors are JSON as well."""
    program, as_json = Program(composition.load_settings, _build), "--json" in sys.argv
    try:
        code = app(prog_name="doorward", obj=program, standalone_mode=not as_json)
    except OSError as error:  # Of the help and the version, which can't be printed on a full disk.
        output.discard()
        code, message, data = explain(error)
        output.show_error(code, message, data, as_json)
    except TyperException as error:
        message = error.format_message() if hasattr(error, "format_message") else str(error)
        output.show_error(Exit.USAGE, message, {}, as_json=True)
        code = Exit.USAGE
    sys.exit(code or 0)


def _build(settings: Settings) -> Core:
    return composition.build(preparation.prepare_files(settings), patient=True)


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
    """Self-hosted authentication and user management."""


@app.command()
def serve(
    config: Config = None,
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on.")] = None,
    workers: Annotated[int | None, typer.Option(help="Number of worker processes.")] = None,
    database_url: DatabaseUrl = None,
    tls_cert: Annotated[str | None, typer.Option(help="Certificate chain (PEM), to serve TLS.")] = None,
    tls_key: Annotated[str | None, typer.Option(help="Private key (PEM) of that certificate.")] = None,
    demo: Annotated[
        bool,
        typer.Option("--demo", help="Serve an invented organisation of 200 people; its data is removed at the end."),
    ] = False,
    as_json: Json = False,
) -> None:
    """Serve the API. With --json every line of output is JSON, as with DOORWARD_LOG_FORMAT=json."""
    from doorward.server import serve

    tls = {"tls_cert": tls_cert, "tls_key": tls_key}
    form = "json" if as_json else None
    options: dict[str, Any] = {
        "host": host,
        "port": port,
        "workers": workers,
        "database_url": database_url,
        "log_format": form,
    }
    serve.serve(config, demo=demo, **options, **tls)


@command(app)
async def migrate(context: CommandContext) -> Fields:
    """Migrate the database to the current schema, and set up a new one."""
    settings = preparation.prepare_files(context.settings)
    with work_progress("Indexing", context.as_json) as report:
        check_place = partial(first_password.check_place, settings)
        password = await preparation.prepare_database(settings, migrate=True, report=report, check_place=check_place)
    if password is None:
        return Fields({"schema": HEAD})
    where = first_password.shown(settings, password)
    return Fields({"schema": HEAD, "administrator": settings.admin_username, "password": where})


for group, name in (
    (users.group, "users"),
    (roles.group, "roles"),
    (sessions.group, "sessions"),
    (audit.group, "audit"),
    (token.group, "token"),
    (keys.group, "keys"),
    (config_commands.group, "config"),
):
    app.add_typer(group, name=name)
command(app)(backup.backup)
command(app)(backup.restore)
command(app)(doctor.doctor)
for feature in composition.FEATURES:
    if feature.commands:
        feature.commands(app)
hide_types_of_flags(app)
