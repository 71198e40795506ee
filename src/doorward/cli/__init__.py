"""The command line."""

import gc
import sys
from typing import Final

_SERVE_OPTIONS: Final = ("config", "host", "port", "workers", "database-url", "tls-cert", "tls-key")


def main() -> None:
    options = _plain_serve(sys.argv[1:])
    if options is not None:
        # What is imported stays: to go through it for what may be freed is a twentieth of a start.
        gc.disable()
        from doorward.server import serve

        gc.freeze()
        gc.enable()
        serve.serve(**options)
    else:
        from doorward.cli.root import run

        run()


def _plain_serve(arguments: list[str]) -> dict[str, str] | None:
    """The options of a plain `serve --name value ...`; None for anything that deserves the full command line.

    Typer takes as long to import as a third of the service; a server that starts has nothing to ask it.
    """
    if arguments[:1] != ["serve"] or len(arguments) % 2 == 0:
        return None
    options = dict(zip(arguments[1::2], arguments[2::2], strict=True))
    if not all(name.removeprefix("--") in _SERVE_OPTIONS and name.startswith("--") for name in options):
        return None
    return {name.removeprefix("--").replace("-", "_"): value for name, value in options.items()}
