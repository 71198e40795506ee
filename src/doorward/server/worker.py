"""A worker process: the application, its event loop and its listening socket."""

import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, Final

import uvloop

from doorward import app
from doorward.api.application import Application
from doorward.cli.framework import exits
from doorward.server.http1.limits import limits
from doorward.server.http1.listener import listen
from doorward.server.http1.server import HttpServer
from doorward.server.tls import server_context
from doorward.settings import Settings

logger = logging.getLogger("doorward")

DRAIN: Final = signal.SIGUSR1
# Until a worker that was just forked has handlers of its own.
BLOCKED_AT_START: Final = frozenset({signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
# Bytes that the kernel holds unsent. By itself it would hold megabytes for each client that does not read.
_UNSENT: Final = 65_536
# Write timeouts after which a client that does not answer counts as vanished. Linux also counts a steady reader whose
# buffer is small (decision 19).
_VANISHED: Final = 10


def run(
    settings: Settings,
    listener: socket.socket,
    of_others: Sequence[socket.socket],
    lifeline: tuple[int, int],
    ready: int,
    metrics_folder: Path | None,
) -> None:
    """Serves until SIGTERM or SIGINT. Writes to `ready` when it accepts connections."""
    for other in of_others:
        other.close()
    # A terminal that closes sends it to all processes of the server; the parent decides what follows.
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.set_wakeup_fd(-1)  # That of the parent, whose handlers are of no use here either.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, BLOCKED_AT_START)
    if sys.platform == "linux":
        threading.Thread(target=end_with_parent, args=lifeline, name="lifeline", daemon=True).start()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        try:
            runner.run(_serve(settings, listener, ready, metrics_folder))
        except Exception as error:
            if isinstance(error, exits.EXPECTED_ERRORS):
                logger.critical("the worker can't start: %s", exits.explain(error)[1])
            else:
                logger.critical("the worker can't start", exc_info=True)
            raise SystemExit(exits.Exit.FAILED) from None


async def _serve(settings: Settings, listener: socket.socket, ready: int, metrics_folder: Path | None) -> None:
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    application = app.asgi(settings, metrics_folder)
    loop.add_signal_handler(DRAIN, application.drain)
    async with _lifespan(application):
        server = HttpServer(
            application,
            application.refusal,
            application.clock,
            limits(settings),
            application.meter.count_closed,
            scheme="https" if settings.tls_cert else "http",
            grouped=application.grouped,
        )
        close = await listen(server, listener, server_context(settings))
        try:
            os.write(ready, b"\n")
            await stop.wait()
            # Another worker takes its place, unless the parent had all of them drained before.
            patience = 0 if application.draining else settings.drain
            application.drain()
        finally:
            close()  # In any case: uvloop may wait for ever for the end of a loop that still listens.
        await server.stop(patience)


@contextlib.asynccontextmanager
async def _lifespan(application: Application) -> AsyncIterator[None]:
    messages: asyncio.Queue[Any] = asyncio.Queue()
    answers: asyncio.Queue[Any] = asyncio.Queue()

    async def turn(kind: str) -> None:
        messages.put_nowait({"type": f"lifespan.{kind}"})
        answering = asyncio.ensure_future(answers.get())
        await asyncio.wait({answering, living}, return_when=asyncio.FIRST_COMPLETED)
        if not answering.done():
            answering.cancel()
            await living  # Raises why it ended.
        answer = await answering
        if answer["type"] != f"lifespan.{kind}.complete":
            raise exits.CommandFailed(answer["message"])

    living = asyncio.ensure_future(application({"type": "lifespan"}, messages.get, answers.put))
    await turn("startup")
    yield
    await turn("shutdown")
    await living


def bound_socket(settings: Settings) -> socket.socket:
    """Each worker has its own; the kernel divides connections between them. The parent keeps it for the next worker:
    when the last copy of a socket is closed, connections that were not accepted are reset."""
    family, kind, _, _, address = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[0]
    listener = socket.socket(family, kind)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    # Connections that are accepted inherit both.
    if sys.platform == "linux":
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, _UNSENT)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _VANISHED * 1000 * settings.write_timeout)
    listener.bind(address)
    return listener


def end_with_parent(reading: int, writing: int) -> None:
    """Ends the process when its parent was killed; otherwise a worker would hold the port for ever."""
    os.close(writing)
    os.read(reading, 1)  # Returns at end of file, when the parent's end of the pipe closes.
    os.kill(os.getpid(), signal.SIGTERM)
