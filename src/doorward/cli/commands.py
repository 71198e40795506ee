"""The commands, as Typer knows them. Each imports what it needs, so that all of them start quickly."""

from typing import Annotated

import typer

from doorward.cli import audit
from doorward.cli.opening import Config, DatabaseUrl

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False, help="Sign-in and user management.")

app.add_typer(audit.app, name="audit")


@app.command()
def serve(
    config: Config = None,
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on.")] = None,
    workers: Annotated[int | None, typer.Option(help="Processes that serve requests.")] = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Serve the API."""
    from doorward.cli import serving

    serving.serve(config, host=host, port=port, workers=workers, database_url=database_url)


@app.command()
def migrate(config: Config = None, database_url: DatabaseUrl = None) -> None:
    """Bring the database's schema up to date."""
    from doorward.cli import serving

    serving.migrate(config, database_url=database_url)
