"""Help texts: flags are shown without a type, as they take no value."""

from typing import Any, cast

import typer
from typer.core import TyperCommand, TyperGroup


class _Command(TyperCommand):
    def get_params(self, ctx: Any) -> Any:
        return _without_types(super().get_params(ctx))


class Group(TyperGroup):
    def get_params(self, ctx: Any) -> Any:
        return _without_types(super().get_params(ctx))


def hide_types_of_flags(app: typer.Typer) -> None:
    """In all commands that are registered, of features too. typer would write <bool> behind each flag."""
    for command in app.registered_commands:
        command.cls = _Command
    for group in app.registered_groups:
        group.cls = Group
        hide_types_of_flags(cast("typer.Typer", group.typer_instance))


def _without_types(parameters: list[Any]) -> list[Any]:
    for parameter in parameters:
        if getattr(parameter, "is_flag", False):
            parameter.metavar = ""
    return parameters
