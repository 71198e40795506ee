"""`doorward serve`: prepares the database, prints the banner and runs the workers."""

import asyncio
import contextlib
import errno
import gc
import multiprocessing
import os
import socket
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any, Final, NoReturn, TextIO

import msgspec

from doorward import __version__, app, console, preparation
from doorward.cli.framework import exits, output
from doorward.crypto import vault
from doorward.server import first_password, port_owner
from doorward.server.child import run_in_child
from doorward.server.http1.limits import raise_file_limit
from doorward.server.supervisor import Supervisor
from doorward.server.throwaway import metrics_folder
from doorward.server.tls import server_context
from doorward.settings import Settings
from doorward.telemetry import logs, tracing

# A process that was killed releases the port a moment later.
_PORT_SECONDS: Final = 2.0
_PORT_PAUSE: Final = 0.1


def serve(config: str | None = None, *, demo: bool = False, **overrides: Any) -> None:
    os.umask(0o077)  # Files made by the server are for this account alone.
    as_json = overrides.get("log_format") == "json"
    with contextlib.ExitStack() as stack:
        try:
            settings = app.load_settings(config=Path(config) if config else None, **overrides)
            as_json = settings.log_format == "json"
            if demo:
                from doorward.server.demo import demo_settings  # Imported here: a plain start does not pay for it.

                settings = stack.enter_context(demo_settings(settings))
            _check_port(settings)
        except exits.EXPECTED_ERRORS as error:
            _stop(exits.explain(error)[1], as_json=as_json)
        _start(settings, demo)


def _start(settings: Settings, demo: bool) -> None:
    if settings.log_format == "json":
        sys.excepthook = logs.report_uncaught
    if sys.platform == "linux":
        # Forked workers share the memory of modules imported here.
        multiprocessing.set_start_method("fork", force=True)
        app.connect(settings)  # Imports the driver; nothing is opened.
        # The process that prepares the database and every worker would each import it.
        vault.warm_up()
    # In a child process: this one lives as long as the service and should never hold keys or the secret.
    password = run_in_child(partial(_fill_demo if demo else _prepare, settings))
    _print_banner(settings, password, demo)
    _run(settings)


def _fill_demo(settings: Settings) -> str:
    from doorward.server.demo import fill

    return fill(settings)


def _prepare(settings: Settings) -> str | None:
    reported: set[str] = set()

    def waiting(reason: str) -> None:
        if reason not in reported:
            reported.add(reason)
            _warn(f"waiting up to {settings.database_wait} s for the database: {reason}", settings)

    check_place = partial(first_password.check_place, settings)
    try:
        if settings.otel:
            tracing.load()  # Before the banner: workers that can't would only end, one after the other.
        server_context(settings)  # As well.
        preparation.prepare_files(settings)
        return asyncio.run(preparation.prepare_database(settings, waiting=waiting, check_place=check_place))
    except exits.EXPECTED_ERRORS as error:
        _stop(exits.explain(error)[1], as_json=settings.log_format == "json")


def _warn(what: str, settings: Settings) -> None:
    text = _json_line("warning", what) if settings.log_format == "json" else f"doorward: {what}"
    _say(text, sys.stderr)


def _say(text: str, stream: TextIO) -> None:
    # Serving requests matters more than a log whose reader is gone, or whose disk is full. Not buffered: what could not
    # be written would be tried again by each process that is forked from this one.
    with contextlib.suppress(OSError):
        os.write(stream.fileno(), f"{text}\n".encode(errors="replace"))


def _json_line(level: str, event: str, **fields: Any) -> str:
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    return msgspec.json.encode({"at": at, "level": level, "event": event, **fields}).decode()


def _check_port(settings: Settings) -> None:
    """Stops when another process listens on the port.

    Workers bind with SO_REUSEPORT, to share the port: a second server would silently share it with the first.
    """
    deadline = time.monotonic() + _PORT_SECONDS
    while (error := _bind(settings.host, settings.port)) is not None:
        if error.errno != errno.EADDRINUSE or time.monotonic() >= deadline:
            owner = port_owner.described(settings.port) if error.errno == errno.EADDRINUSE else ""
            raise exits.CommandFailed(f"can't listen on {settings.host}:{settings.port}: {error.strerror}{owner}")
        time.sleep(_PORT_PAUSE)


def _bind(host: str, port: int) -> OSError | None:
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            # Connections in TIME_WAIT do not block the port.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        return error
    return None


def _stop(message: str, *, as_json: bool) -> NoReturn:
    output.show_error(exits.Exit.FAILED, message, {}, as_json)
    raise SystemExit(exits.Exit.FAILED)


def _print_banner(settings: Settings, password: str | None, demo: bool) -> None:
    scheme = "https" if settings.tls_cert else "http"
    address = f"{scheme}://{f'[{settings.host}]' if ':' in settings.host else settings.host}:{settings.port}"
    database = str(settings.sqlite_path.resolve()) if settings.sqlite_path else "PostgreSQL"
    first = {}
    if password is not None:
        # That of a demo is worth as much as its data.
        shown = password if demo else first_password.shown(settings, password)
        first = {"administrator": settings.admin_username, "password": shown}
    if settings.log_format == "json":
        fields: dict[str, Any] = {"version": __version__, "url": address, "database": database, **first}
        _say(_json_line("info", "starting", **fields, **({"demo": True} if demo else {})), sys.stdout)
    else:
        _say("\n".join(_banner(address, database, first, demo)), sys.stdout)


def _banner(address: str, database: str, first: dict[str, str], demo: bool) -> list[str]:
    bold, dim, plain = ("\033[1m", "\033[2m", "\033[0m") if sys.stdout.isatty() else ("", "", "")
    lines = [
        f"{bold}Doorward {__version__}{plain}",
        *(["  A demo: its people are invented, and its data is removed at the end."] if demo else []),
        f"  API       {bold}{address}{plain}",
        *([f"  Console   {address}/console"] if console.is_built() else []),
        f"  Docs      {address}/docs",
        f"  Database  {database}",
    ]
    if first:
        lines += [
            "",
            f"  {'Administrator      ' if demo else 'First administrator'}  {bold}{first['administrator']}{plain}",
            f"  Password             {first['password']}",
        ]
    return [*lines, f"{dim}  Ctrl-C stops.{plain}"]


def _run(settings: Settings) -> None:
    raise_file_limit()
    logs.configure(settings.log_format, settings.log_level)
    gc.freeze()  # The collector would write to shared pages and copy them.
    with metrics_folder(settings.workers) as folder:
        code = Supervisor(settings, folder).run()
    if code:
        raise SystemExit(code)
