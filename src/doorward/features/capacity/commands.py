"""`doorward capacity`."""

import time
from typing import Annotated, Final

import msgspec
import typer

from doorward.cli.framework.context import CommandContext, command
from doorward.cli.framework.exits import CommandFailed, Exit
from doorward.cli.framework.output import Fields

_UNITS: Final = {"k": 1_000, "m": 1_000_000, "g": 1_000_000_000}
_MOST: Final = 100_000_000_000
_HASHES: Final = 10


def register(app: typer.Typer) -> None:
    command(app)(capacity)


async def capacity(
    context: CommandContext,
    users: Annotated[str, typer.Option(help="How many users there are: 20000, 500k, 5m.")],
    sign_ins_per_day: Annotated[str, typer.Option(help="Default: one for five users.")] = "",
    requests_per_day: Annotated[
        str,
        typer.Option(help="Requests that read the current user. Default: 50 for each sign-in."),
    ] = "",
    cores: Annotated[int, typer.Option(min=1, max=1024, help="Processor cores of one node.")] = 4,
    calibrate: Annotated[
        bool, typer.Option("--calibrate", help="Compute for machines as fast as this one, by the time of a hash.")
    ] = False,
) -> Fields:
    """Compute what a number of users needs: cores, nodes, connections, memory and disk; see docs/capacity.md."""
    from doorward.features.capacity import model

    load = model.usual_load(
        _count("--users", users),
        _count("--sign-ins-per-day", sign_ins_per_day) if sign_ins_per_day else None,
        _count("--requests-per-day", requests_per_day) if requests_per_day else None,
    )
    known = model.constants()
    found = model.need(load, cores, known, hash_seconds() if calibrate else None)
    measured = "this one, by the time of a hash" if calibrate else known.machine
    return Fields({"users": load.users} | msgspec.to_builtins(found) | {"machine": measured})


def _count(option: str, given: str) -> int:
    """A number with an optional unit: 20000, 500k, 5m."""
    text = given.strip().lower().replace(",", "").replace("_", "")
    number, unit = (text[:-1], _UNITS[text[-1]]) if text[-1:] in _UNITS else (text, 1)
    try:
        value = round(float(number) * unit)
    except (ValueError, OverflowError):
        value = 0
    if not 1 <= value <= _MOST:
        raise CommandFailed(f"{option} must be a number from 1 to {_MOST:,}, such as 20000, 500k or 5m", Exit.USAGE)
    return value


def hash_seconds() -> float:
    """Processor time of an Argon2id hash at the default cost. The constants are measured by it too."""
    from argon2.low_level import Type, hash_secret

    begun = time.process_time()
    for _ in range(_HASHES):
        hash_secret(b"a long enough password", b"0123456789abcdef", 2, 19456, 1, 32, Type.ID)
    return (time.process_time() - begun) / _HASHES
