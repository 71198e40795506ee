"""`doorward audit`: reading and proving the audit trail."""

from typing import Any

import typer

from doorward.cli.exits import Exit
from doorward.cli.frame import Desk, command
from doorward.cli.output import Table, Text

group = typer.Typer(no_args_is_help=True, help="The audit trail.")


@command(group, "verify")
async def verify(desk: Desk) -> Text | Table:
    """Prove that no entry was changed, removed, added or moved; else name the first in each lane."""
    from doorward.core import audit_proof

    async with desk.core() as core:
        proof = await audit_proof.verify(core.database, core.keys.audit)
    facts: dict[str, Any] = {"entries": proof.entries, "removedByRetention": proof.removed_by_retention}
    if proof.damages:
        rows = [{"entry": damage.entry, "what": damage.what} for damage in proof.damages]
        return Table(("entry", "what"), rows, Exit.FINDINGS, **facts)
    removed = f" {proof.removed_by_retention} older ones were removed by retention." * (proof.removed_by_retention > 0)
    return Text(f"All {proof.entries} entries are as they were written.{removed}", **facts)
