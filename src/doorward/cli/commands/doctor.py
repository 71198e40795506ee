"""`doorward doctor`: checks the installation and says how to fix what it finds."""

import secrets
import statistics
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from doorward.app import system_clock
from doorward.cli.commands import doctor_accounts, doctor_checks, doctor_mail, doctor_webhooks
from doorward.cli.commands.doctor_checks import Finding
from doorward.cli.framework.context import CommandContext
from doorward.cli.framework.exits import EXPECTED_ERRORS, Exit, explain
from doorward.cli.framework.output import Table
from doorward.core import Core
from doorward.crypto.passwords.hasher import Hasher
from doorward.database import schema
from doorward.settings import CONFIG_FILE, Settings

_MARKS: Final = {"good": "[green]✓[/green]", "advice": "[yellow]![/yellow]", "problem": "[red]✗[/red]"}
_SAMPLES: Final = 5


class Report(Table):
    """A table of findings, marked by level on a terminal."""

    def __init__(self, findings: list[Finding], exit_code: Exit) -> None:
        rows: list[dict[str, Any]] = [
            {"level": it.level, "subject": it.subject, "finding": it.finding, "action": it.action} for it in findings
        ]
        super().__init__(("level", "subject", "finding", "action"), rows, exit_code)

    def pretty(self) -> Any:
        from rich.markup import escape
        from rich.table import Table as RichTable

        table = RichTable.grid(padding=(0, 2))
        for row in self.rows:
            action = f"\n[dim]→[/dim] {escape(row['action'])}" if row["action"] else ""
            table.add_row(_MARKS[row["level"]], f"[bold]{row['subject']}[/bold]", escape(row["finding"]) + action)
        return table


async def doctor(
    context: CommandContext,
    strict: Annotated[bool, typer.Option("--strict", help="Treat advice as a problem.")] = False,
) -> Report:
    """Check settings, secrets, files, network, passkeys, disk, audit, database, keys, registration, mail, hashing."""
    findings = await _findings(context)
    bad = {"problem", "advice"} if strict else {"problem"}
    return Report(findings, Exit.FINDINGS if any(it.level in bad for it in findings) else Exit.DONE)


async def _findings(context: CommandContext) -> list[Finding]:
    try:
        settings = context.settings
    except EXPECTED_ERRORS as error:
        return [Finding("problem", "settings", explain(error)[1], "fix the setting; docs/settings.md lists all")]
    default = Path(CONFIG_FILE)
    config = context.config or (default if default.exists() else None)
    return [
        Finding("good", "settings", "all valid"),
        *_readable("secret", doctor_checks.secret(settings)),
        *_readable("files", doctor_checks.files(settings, config)),
        *_readable("first password", doctor_checks.first_password(settings)),
        *doctor_checks.network(settings),
        *doctor_checks.passkeys(settings),
        *_readable("disk", doctor_checks.disk(settings)),
        *_readable("audit", doctor_checks.checkpoints(settings, system_clock())),
        *await _database(context, settings),
        *doctor_accounts.links(settings),
        *[finding async for finding in doctor_mail.mail(settings)],
        await _hashing(settings),
        *doctor_checks.huge_pages(),
    ]


def _readable(subject: str, findings: Iterable[Finding]) -> Iterator[Finding]:
    """A file that this account may not look at is a finding, and the other checks go on."""
    try:
        yield from findings
    except OSError as error:
        yield Finding("problem", subject, explain(error)[1], "run doctor as the account of the service")


def _schema(found: str) -> Finding:
    if found == schema.HEAD:
        return Finding("good", "database", f"answers, schema {schema.HEAD}")
    newer = f"schema {found}, newer than this program ({schema.HEAD})"
    return Finding("advice", "database", newer, "upgrade this node")


async def _database(context: CommandContext, settings: Settings) -> list[Finding]:
    found: list[Finding] = []
    try:
        if settings.sqlite_path is not None and not settings.sqlite_path.exists():
            return [Finding("advice", "database", f"none yet at {settings.sqlite_path}", "doorward serve creates it")]
        async with context.core() as core:
            found.append(_schema(await schema.check(core.database)))
            if settings.sqlite_path is None:
                from doorward.database.postgres.database import server_clock, statement_timeout

                found.append(doctor_checks.clock_difference(await server_clock(core.database) - core.clock()))
                found += await doctor_checks.replica(settings, core.database)
                if settings.database_pgbouncer:
                    found += doctor_checks.statement_timeout(*await statement_timeout(core.database))
            found += doctor_checks.key_ages(await _ages(core))
            found += await doctor_accounts.registration(core)
            found += await doctor_webhooks.webhooks(core)
    except EXPECTED_ERRORS as error:
        action = "run doorward serve or doorward migrate for details"
        found.append(Finding("problem", "database", explain(error)[1], action))
    return found


async def _ages(core: Core) -> dict[str, int]:
    """The age of the newest key of each purpose, in milliseconds."""
    now, ages = core.clock(), dict[str, int]()
    for key, _ in await core.rotation.listed():  # Newest first.
        ages.setdefault(key.purpose, now - key.created_at)
    return ages


async def _hashing(settings: Settings) -> Finding:
    hasher = Hasher(
        settings.password_memory, settings.password_time, settings.password_pool_memory, secrets.token_bytes
    )
    try:
        await hasher.hash("the first one loads the library")
        seconds = []
        for _ in range(_SAMPLES):
            started = time.perf_counter()
            await hasher.hash("how long does this take")
            seconds.append(time.perf_counter() - started)
        return doctor_checks.hash_cost(settings, statistics.median(seconds), hasher.threads)
    finally:
        hasher.close()
