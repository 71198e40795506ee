"""The tree of commands. Each imports what it needs when it runs, so that all of them start quickly."""

import sys
from typing import Annotated

import typer
from typer.exceptions import TyperException

from doorward import __version__
from doorward.cli import (
    audit,
    backup,
    doctor,
    exporting,
    first_password,
    importing,
    keys,
    migration,
    output,
    roles,
    sessions,
    token,
    users,
)
from doorward.cli import config as config_commands
from doorward.cli.exits import Exit
from doorward.cli.frame import Config, DatabaseUrl, Desk, Json, command
from doorward.cli.output import Fields

_AT_A_TERMINAL = sys.stdout.isatty() and sys.stderr.isatty()

app = typer.Typer(
    no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode="rich" if _AT_A_TERMINAL else None
)


def run() -> None:
    """Runs the command that the arguments ask for; one that is not understood is trouble like any other."""
    if "--json" not in sys.argv:
        app(prog_name="doorward")
    try:
        code = app(prog_name="doorward", standalone_mode=False)
    except TyperException as trouble:
        message = trouble.format_message() if hasattr(trouble, "format_message") else str(trouble)
        output.show_trouble(Exit.USAGE, message, {}, as_json=True)
        code = Exit.USAGE
    sys.exit(code or 0)


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
    from doorward.cli import serving

    tls = {"tls_cert": tls_cert, "tls_key": tls_key}
    form = "json" if as_json else None
    serving.serve(config, host=host, port=port, workers=workers, database_url=database_url, log_format=form, **tls)


@command(app)
async def migrate(desk: Desk) -> Fields:
    """Bring the database's schema up to date, and make what a new one needs."""
    from doorward.app import prepare_database, prepare_files
    from doorward.store.schema import HEAD

    settings = prepare_files(desk.settings)
    with migration.progress_shown(desk.as_json) as report:
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
importing.register(app)
exporting.register(app)
backup.register(app)
doctor.register(app)
app.add_typer(config_commands.group, name="config")
