"""A process that has imported Doorward and forks a child for each command line that it is sent.

Importing takes most of the time of a command. Each command still has its own process, environment, working folder and
streams. `tests.support.cli` starts it as `python -m tests.support.command_server <descriptor of a socket>`. It ends
when the other end of the socket closes.
"""

import contextlib
import gc
import importlib
import json
import os
import runpy
import signal
import socket
import sys
from typing import Any

MAX_MESSAGE = 1 << 17
# Imported by commands on first use; the last is there with versions of typer that use pydantic.
_LAZY = (
    "importlib.metadata",
    "importlib.resources",
    "doorward.api.routes",
    "doorward.cli.root",
    "doorward.crypto.passwords.foreign",
    "doorward.crypto.signing",
    "doorward.database.postgres.database",
    "doorward.database.sqlite.database",
    "typer._adapters",
)


def receive(control: socket.socket) -> dict[str, Any]:
    """Returns in a child, with its command and its streams in place."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # Children are reaped without a wait.
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, MAX_MESSAGE, 4)
        if not message:
            sys.exit()
        if os.fork() == 0:
            control.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _supervise(*descriptors)
            return dict(json.loads(message))
        for descriptor in descriptors:
            os.close(descriptor)


def _supervise(stdin: int, stdout: int, stderr: int, reply: int) -> None:
    """Returns in a child whose exit code is sent to `reply`."""
    if pid := os.fork():
        _, status = os.waitpid(pid, 0)
        os.write(reply, str(os.waitstatus_to_exitcode(status)).encode())
        os._exit(0)
    os.close(reply)
    for target, stream in enumerate((stdin, stdout, stderr)):
        os.dup2(stream, target)
        os.close(stream)


def run(command: dict[str, Any]) -> None:
    """As `python -m doorward` does."""
    sys.stdin, sys.stdout = open(0), open(1, "w")  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, errors="backslashreplace")  # noqa: SIM115
    os.environ.clear()
    os.environ.update(command["environ"])
    os.chdir(command["cwd"])
    sys.argv = ["doorward", *command["arguments"]]
    runpy.run_module("doorward", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    for name in _LAZY:
        with contextlib.suppress(ModuleNotFoundError):
            importlib.import_module(name)
    gc.freeze()  # A collection in a child would copy the pages that it shares with this process.
    run(receive(socket.socket(fileno=int(sys.argv[1]))))
