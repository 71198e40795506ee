"""How a setting is declared: a dataclass field with its parser and its description.

In the environment a setting is `DOORWARD_` and its name in capitals; in `doorward.toml` it is the name itself.
"""

import dataclasses
from collections.abc import Callable
from typing import Any, Final, TypeVar, dataclass_transform

T = TypeVar("T")

PREFIX: Final = "DOORWARD_"
_HIDDEN: Final = "(hidden)"


class SettingsError(Exception):
    """A setting that can't be used; the message names it and says how to fix it."""


def setting(default: Any, parse: Callable[[Any], Any], doc: str, *, secret: bool = False) -> Any:
    return dataclasses.field(default=default, metadata={"parse": parse, "doc": doc, "secret": secret})


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(setting, dataclasses.field))
def section(kind: type[T]) -> type[T]:
    """Makes a dataclass of settings. Without a repr: a message or a stack trace that shows it would show secrets."""
    return dataclasses.dataclass(frozen=True, kw_only=True, repr=False, eq=False)(kind)


def fields_of(*sections: type[Any]) -> dict[str, dataclasses.Field[Any]]:
    return {field.name: field for kind in sections for field in dataclasses.fields(kind) if "parse" in field.metadata}


def shown(field: dataclasses.Field[Any], value: Any) -> Any:
    """The value of a setting for a list of settings: text, a number or a list. Secrets are hidden."""
    if field.metadata["secret"]:
        return _HIDDEN if value else ""
    if isinstance(value, tuple):
        return [str(item) for item in value]
    return value if value is None or isinstance(value, (bool, int)) else str(value)
