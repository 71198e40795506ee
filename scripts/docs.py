"""Generates the tables in docs/ that describe the code: settings, endpoints, audit actions, reasons and commands,
and the list of decisions.

`make docs` runs it; a test fails when a table is out of date.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from doorward import app
from doorward.domain.events.types import event_type
from doorward.errors import catalogue
from doorward.features.capacity import model as capacity
from doorward.settings import PREFIX
from doorward.settings.values import Duration
from scripts import cli_docs

DOCS = Path(__file__).parent.parent / "docs"


def settings_table() -> str:
    rows = [
        (f"`{PREFIX}{name.upper()}`", _default(field), field.metadata["doc"])
        for name, field in app.setting_fields().items()
    ]
    return table(("setting", "default", "meaning"), rows)


def endpoints_table() -> str:
    rows = [(f"`{route.method}`", f"`{route.template}`", route.summary, _needs(route)) for route in app.routes()]
    return table(("method", "path", "what it does", "needs"), rows)


def reasons_table() -> str:
    rows = sorted((str(fault.code), f"`{fault.reason}`", fault.message) for fault in catalogue())
    return table(("code", "reason", "message"), rows)


def actions_table() -> str:
    return table(("action", "when"), [(f"`{action}`", when) for action, when in app.audit_actions().items()])


def event_types_table() -> str:
    """Types with the audit actions that cause them."""
    causes: dict[str, list[str]] = {}
    for action in app.audit_actions():
        causes.setdefault(event_type(action), []).append(f"`{action}`")
    rows = [(f"`{kind}`", ", ".join(causes[kind])) for kind in sorted(causes)]
    return table(("type", "audit action"), rows)


def decisions_table() -> str:
    files = sorted((DOCS / "decisions").glob("0*.md"))
    titles = [file.read_text("utf-8").partition("\n")[0].removeprefix("# ").partition(". ") for file in files]
    rows = [(number, f"[{title}]({file.name})") for file, (number, _, title) in zip(files, titles, strict=True)]
    return table(("", "decision"), rows)


def needs_table() -> str:
    rows = capacity.table(capacity.constants())
    shown = ["users", "database", "requests_per_second", "service_cores", "database_cores", "nodes", "workers"]
    shown += ["connections", "database_gb", "disk_gb", "memory_mib"]
    return table(tuple(f"`{name}`" for name in shown), [tuple(_number(row[name]) for name in shown) for row in rows])


def constants_table() -> str:
    known = capacity.constants()
    rows = [
        (
            operation,
            *(f"{seconds * 1000:.3f} ms" for seconds in _seconds(known, operation)),
            f"{_seconds(known, operation)[0] / known.hash_seconds:.4f}",
        )
        for operation in known.postgresql_seconds
    ]
    head = ("operation", "service on SQLite", "service on PostgreSQL", "PostgreSQL itself", "hashes, on SQLite")
    sizes = ", ".join(f"{kind.replace('_', ' ')} {size:,}" for kind, size in known.bytes.items())
    return (
        f"{table(head, rows)}\n\nOn {known.machine}, {known.users:,} users; a hash takes"
        f" {known.hash_seconds * 1000:.1f} ms. Bytes: {sizes}."
    )


def _seconds(known: capacity.Constants, operation: str) -> tuple[float, ...]:
    times = known.service_seconds
    return times["sqlite"][operation], times["postgresql"][operation], known.postgresql_seconds[operation]


def _number(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


BLOCKS: dict[str, dict[str, Callable[[], str]]] = {
    "capacity.md": {"needs": needs_table, "constants": constants_table},
    "cli.md": {"exit codes": cli_docs.exit_codes, "commands": cli_docs.commands},
    "decisions/README.md": {"decisions": decisions_table},
    "settings.md": {"settings": settings_table},
    "webhooks.md": {"event types": event_types_table},
    "api.md": {"endpoints": endpoints_table, "actions": actions_table, "reasons": reasons_table},
}


def rendered(page: str) -> str:
    """Returns the page with up-to-date tables."""
    text = (DOCS / page).read_text("utf-8")
    for name, make in BLOCKS[page].items():
        start, end = f"<!-- {name}: written by make docs -->", f"<!-- end of {name} -->"
        before, found, rest = text.partition(start)
        if not found:
            raise SystemExit(f"docs/{page} has no marker for {name}")
        text = f"{before}{start}\n{make()}\n{end}{rest.partition(end)[2]}"
    return text


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def _default(field: Any) -> str:
    value = field.default
    if isinstance(field.metadata["parse"], Duration):
        return f"`{_duration(value)}`"
    if value in ("", (), None):
        return ""
    text = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return f"`{text.lower() if isinstance(value, bool) else text}`"


def _duration(seconds: int) -> str:
    """As people write it."""
    units = {"d": 86400, "h": 3600, "m": 60, "s": 1}
    return next(f"{seconds // size}{unit}" for unit, size in units.items() if seconds % size == 0) if seconds else "0"


def _needs(route: Any) -> str:
    if route.permission:
        return f"`{route.permission}`"
    return "a token" if route.signed_in else ""


if __name__ == "__main__":
    for page in BLOCKS:
        (DOCS / page).write_text(rendered(page), "utf-8")
