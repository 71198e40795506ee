"""The pages of the documentation site that are generated from the code when it is built."""

import asyncio
import re
import tempfile
from pathlib import Path

from doorward import app, preparation
from doorward.testing.in_process import settings_at
from doorward.testing.service import Doorward
from scripts import api_reference, docs

_TABLES = {
    "reasons": (
        "Reasons of errors",
        "`data.reason` of a refusal. Programs decide by it, people read `message`; see [the API](../api.md).",
        docs.reasons_table,
    ),
    "audit-actions": (
        "Audit actions",
        "What the [audit trail](../api.md#audit) records, and the [events](../webhooks.md#types-of-events) tell.",
        docs.actions_table,
    ),
}


def pages() -> dict[str, str]:
    """The texts of the pages, by their places on the site."""
    tables = {
        f"reference/{name}.md": f"# {title}\n\n{text}\n\n{make()}\n" for name, (title, text, make) in _TABLES.items()
    }
    operations = {f"reference/api/{name}": text for name, text in api_reference.pages().items()}
    return tables | operations | {"reference/permissions.md": _permissions(), "reference/metrics.md": _metrics()}


def _permissions() -> str:
    rows = [(f"`{name}`", text) for name, text in app.permissions().items()]
    text = """What the endpoints of Doorward ask for. [Roles](../api.md#roles) may hold these, and others for
applications of your own: `orders:read` means what they make of it. `users:*` is every action on users, `*` everything.
"""
    return f"# Permissions\n\n{text}\n{docs.table(('permission', 'allows'), rows)}\n"


def _metrics() -> str:
    """As `/metrics` of a running service describes them."""
    with tempfile.TemporaryDirectory() as folder:
        settings = settings_at(Path(folder))
        asyncio.run(preparation.prepare_database(settings))
        service = Doorward(settings)
        page = service.client.get("/metrics").text
        service.close()
    kinds = dict(re.findall(r"^# TYPE (\S+) (\w+)$", page, re.MULTILINE))
    rows = [(f"`{name}`", kinds[name], text) for name, text in re.findall(r"^# HELP (\S+) (.+)$", page, re.MULTILINE)]
    text = "Served at `/metrics`. What to watch, and alerts: [monitoring](../monitoring.md).\n"
    return f"# Metrics\n\n{text}\n{docs.table(('metric', 'kind', 'meaning'), rows)}\n"
