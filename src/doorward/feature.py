"""A feature: a capability that the kernel does not need to know about, in one folder below `features/`.

A feature imports the kernel and never another feature. What it adds is one value, which app.py lists. CONTRIBUTING.md
describes the steps.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from doorward.core import Core
from doorward.core.jobs import Job
from doorward.core.mail.kinds import MailKind
from doorward.core.operations.kinds import OperationKind
from doorward.core.sign_in.second_factors import FactorMethod
from doorward.telemetry.metrics import GaugeSource
from doorward.web.routing import Route

if TYPE_CHECKING:
    import typer


class Feature(Struct, frozen=True):
    name: str
    routes: tuple[Route, ...] = ()
    # Called once with the core, before the service opens.
    jobs: Callable[[Core], Sequence[Job]] | None = None
    # Registers commands: see `commands_of`.
    commands: "Callable[[typer.Typer], None] | None" = None
    audit_actions: Mapping[str, str] = field(default_factory=dict)
    mails: tuple[MailKind, ...] = ()
    # Methods to prove a second factor. Called once with the core, before the service opens.
    second_factors: Callable[[Core], Sequence[FactorMethod]] | None = None
    # Kinds of operations. Called once with the core, before the service opens.
    operations: Callable[[Core], Sequence[OperationKind]] | None = None
    permissions: Mapping[str, str] = field(default_factory=dict)
    # A `section` of settings; `Settings.section` returns its instance.
    settings: type[Any] | None = None
    # Gauges, read when /metrics is scraped.
    metrics: GaugeSource | None = None


def commands_of(package: str) -> "Callable[[typer.Typer], None]":
    """Calls `register` of the feature's module `commands`, which is imported then: a server that starts does not need
    the command line."""

    def register(app: "typer.Typer") -> None:
        import_module(f"{package}.commands").register(app)

    return register
