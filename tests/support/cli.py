"""The command line, run as users run it: in a separate process."""

import asyncio
import atexit
import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).parents[2]


class Run:
    def __init__(self, code: int, out: bytes, err: bytes) -> None:
        self.code, self.out, self.err = code, out.decode(), err.decode()

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.out)

    @property
    def error(self) -> Any:
        return msgspec.json.decode(self.err)


async def doorward(environ: Mapping[str, str], *arguments: str, stdin: str = "", cwd: Path | None = None) -> Run:
    """Runs a command in a process that is forked after the imports, which take most of a command's time."""
    command = {"arguments": arguments, "environ": environment(environ), "cwd": str(cwd or ROOT)}
    reply, theirs = socket.socketpair()
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, reply:
        given.write(stdin.encode())
        given.seek(0)
        with theirs:
            streams = [given.fileno(), out.fileno(), err.fileno(), theirs.fileno()]
            socket.send_fds(_command_server(), [json.dumps(command).encode()], streams)
        reply.setblocking(False)
        code = await asyncio.get_running_loop().sock_recv(reply, 16)
        out.seek(0)
        err.seek(0)
        return Run(int(code), out.read(), err.read())


async def doorward_process(
    environ: Mapping[str, str], *arguments: str, stdin: str = "", cwd: Path | None = None
) -> Run:
    """Runs a command in a new process, with pipes as its streams."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "doorward", *arguments),
        env=environment(environ),
        cwd=cwd or ROOT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await process.communicate(stdin.encode())
    assert process.returncode is not None
    return Run(process.returncode, out, err)


def environment(environ: Mapping[str, str]) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("DOORWARD_")}
    return inherited | {"PYTHONPATH": str(ROOT / "src")} | dict(environ)


@cache
def _command_server() -> socket.socket:
    """The socket of a command server, which is started once for a test process."""
    control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        server = subprocess.Popen(
            [sys.executable, "-m", "tests.support.command_server", str(theirs.fileno())],
            env=environment({}),
            cwd=ROOT,
            pass_fds=[theirs.fileno()],
        )

    def stop() -> None:
        control.close()
        server.wait()

    atexit.register(stop)
    return control
