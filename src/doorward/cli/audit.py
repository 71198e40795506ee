"""`doorward audit`: proving the audit trail."""

from typing import Annotated

import typer

from doorward.cli.opening import Config, DatabaseUrl, with_core

app = typer.Typer(no_args_is_help=True, help="The audit trail.")


@app.callback()
def audit() -> None:
    """The audit trail."""


@app.command()
def verify(
    config: Config = None,
    database_url: DatabaseUrl = None,
    quiet: Annotated[bool, typer.Option(help="Say nothing when all is well.")] = False,
) -> None:
    """Prove that no entry was changed, removed, added or moved; else name the first, and exit with 1."""
    from doorward.core import Core
    from doorward.core.audit_proof import Proof

    async def prove(core: Core) -> Proof:
        from doorward.core.audit_proof import verify

        return await verify(core.database, core.keys.audit)

    proof = with_core(prove, config, database_url=database_url)
    for damage in proof.damages:
        typer.secho(f"Entry {damage.entry} {damage.what}.", fg=typer.colors.RED, err=True)
    if proof.damages:
        raise typer.Exit(1)
    if not quiet:
        removed = f" {proof.removed_by_retention} older ones were removed by retention." * (
            proof.removed_by_retention > 0
        )
        typer.secho(f"All {proof.entries} entries are as they were written.{removed}", fg=typer.colors.GREEN)
