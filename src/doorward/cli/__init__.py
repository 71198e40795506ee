"""The command line."""

import gc
import os
import sys
from contextlib import suppress
from typing import Any, Final

_SERVE_OPTIONS: Final = ("config", "host", "port", "workers", "database-url", "tls-cert", "tls-key")


def main() -> None:
    _open_closed_streams()
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


def _open_closed_streams() -> None:
    """Opens standard streams that were closed by the caller (`>&-`) on /dev/null.

    The next file or socket that is opened would get the number of the stream, and messages would be written into it.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        with suppress(OSError):
            os.fstat(number)
            continue
        opened = os.open(os.devnull, os.O_RDWR)
        if opened != number:
            os.dup2(opened, number)
            os.close(opened)
        setattr(sys, name, os.fdopen(number, mode))


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
