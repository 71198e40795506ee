"""Import and export of users: files in the formats of many systems."""

from typing import TYPE_CHECKING, Final

from doorward.feature import Feature

if TYPE_CHECKING:
    import typer


def _commands(app: "typer.Typer") -> None:
    from doorward.features.transfer import commands

    commands.register(app)


FEATURE: Final = Feature(
    name="transfer",
    commands=_commands,
    audit_actions={
        "users.exported": "All users were exported to a file",
        "users.imported": "Users were imported from a file; `details` counts each outcome",
    },
)
