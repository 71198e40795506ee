"""The command line."""

import gc
import sys
from typing import Any, Final

_SERVE_OPTIONS: Final = ("config", "host", "port", "workers", "database-url", "tls-cert", "tls-key")


def main() -> None:
    if any(argument.startswith(("--database-url", "--to")) for argument in sys.argv):
        from doorward.settings.process_list import hide_database_password

        hide_database_password()
    options = _plain_serve(sys.argv[1:])
    if options is not None:
        # Imported modules are never freed. Scanning them for garbage would cost 5 % of the start-up time.
        gc.disable()
        from doorward.server import serve

        gc.freeze()
        gc.enable()
        serve.serve(**options)
    else:
        from doorward.cli.root import run

        run()


def _plain_serve(arguments: list[str]) -> dict[str, Any] | None:
    """The options of a plain `serve --name value ...`; None for anything else.

    A plain `serve` skips Typer, whose import takes a third of the service's start-up time.
    """
    if arguments[:1] != ["serve"] or len(arguments) % 2 == 0:
        return None
    options = dict(zip(arguments[1::2], arguments[2::2], strict=True))
    if not all(name.removeprefix("--") in _SERVE_OPTIONS and name.startswith("--") for name in options):
        return None
    return {name.removeprefix("--").replace("-", "_"): value for name, value in options.items()}
