"""What every command shares: common options, the acting account, output and exit code."""

import asyncio
import functools
import inspect
import os
import pwd
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec import Struct

from doorward.cli.framework import exits, output
from doorward.cli.framework.exits import CommandFailed, Exit
from doorward.cli.framework.output import Result
from doorward.core import Core
from doorward.crypto import secret_file
from doorward.database import schema
from doorward.domain.access import Actor, trusted
from doorward.drafts import BESIDE
from doorward.settings import Settings

Config = Annotated[str | None, typer.Option(help="Configuration file. Default: doorward.toml, if it exists.")]
DatabaseUrl = Annotated[str | None, typer.Option(help="sqlite:///path or postgresql://user:password@host/database")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]

Command = Callable[..., Awaitable[Result | None]]


class Program(Struct, frozen=True):
    """The parts of the composition root that commands use. Passed in, because app.py imports the features' commands."""

    load_settings: Callable[..., Settings]
    build: Callable[[Settings], Core]


class CommandContext:
    """Settings, core and actor of one command."""

    def __init__(self, program: Program, config: str | None, database_url: str | None, as_json: bool) -> None:
        self._program = program
        self.config = Path(config) if config else None
        self.overrides: dict[str, Any] = {"database_url": database_url}
        self.as_json = as_json

    @functools.cached_property
    def actor(self) -> Actor:
        """The system account that runs the command. It holds the database and the secret, and so every permission."""
        return trusted(f"cli:{pwd.getpwuid(os.getuid()).pw_name}")

    @functools.cached_property
    def settings(self) -> Settings:
        return self._program.load_settings(config=self.config, **self.overrides)

    def build(self, settings: Settings) -> Core:
        """A core on another database, not yet open."""
        return self._program.build(settings)

    def check_output(self, file: Path, *, force: bool) -> None:
        """Refuses a file that exists, unless `force` is given."""
        self.check_not_own(file)
        if file.exists() and not force:
            raise CommandFailed(f"{file} exists; pass --force to overwrite it", Exit.REFUSED)

    def check_not_own(self, file: Path) -> None:
        """Refuses the files of the database and of the master secret: a running server would go on with the file that
        was replaced, and what it writes there would be lost."""
        database = self.settings.sqlite_path
        own = secret_file.paths(self.settings.data_dir)
        own += [database.with_name(database.name + ending) for ending in BESIDE] if database else []
        for mine in own:
            if file.resolve() == mine.resolve() or (file.exists() and mine.exists() and file.samefile(mine)):
                raise CommandFailed(f"{file} belongs to the service itself; name another file", Exit.REFUSED)

    @asynccontextmanager
    async def core(self) -> AsyncIterator[Core]:
        """The service's core on its database, which must exist."""
        path = self.settings.sqlite_path
        if path is not None and not path.exists():
            raise CommandFailed(f"There is no database at {path}; doorward serve or doorward migrate makes one")
        core = self._program.build(self.settings)
        try:
            await core.database.open()
            await schema.check(core.database)
            await core.keys.load()
            yield core
        finally:
            await core.close()


def command(group: typer.Typer, name: str | None = None) -> Callable[[Command], Command]:
    """Registers an async function that takes a CommandContext and its own options, and returns a result to print."""

    def register(work: Command) -> Command:
        @functools.wraps(work)
        def run(typer_context: typer.Context, **given: Any) -> None:
            common = (given.pop("config"), given.pop("database_url"), given.pop("as_json"))
            context = CommandContext(typer_context.obj, *common)
            _run(context, functools.partial(work, context, **given))

        own = list(inspect.signature(work, eval_str=True).parameters.values())[1:]
        shared = [
            inspect.Parameter("typer_context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context),
            inspect.Parameter("config", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Config),
            inspect.Parameter("database_url", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=DatabaseUrl),
            inspect.Parameter("as_json", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=Json),
        ]
        run.__signature__ = inspect.Signature([*own, *shared])  # type: ignore[attr-defined]  # typer reads it
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in (*own, *shared)}
        del run.__wrapped__  # Otherwise typer reads the signature of the wrapped function.
        group.command(name)(run)
        return work

    return register


def _run(context: CommandContext, work: Callable[[], Awaitable[Result | None]]) -> None:
    os.umask(0o077)  # Files made by a command are for this account alone.

    async def to_its_end() -> Result | None:
        return await work()

    try:
        result = asyncio.run(to_its_end())
        if result is not None:
            output.show(result, context.as_json)
    except BrokenPipeError:
        output.discard()
        # As a shell reports a program that the signal ends: `head` and `less` close the pipe when they have enough.
        raise SystemExit(128 + signal.SIGPIPE) from None
    except exits.EXPECTED_ERRORS as error:
        code, message, data = exits.explain(error)
        output.show_error(code, message, data, context.as_json)
        raise SystemExit(code) from None
    if result is not None:
        raise SystemExit(result.exit_code)
