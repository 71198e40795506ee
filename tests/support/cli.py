"""The command line, run as people run it: in a process of its own."""

import asyncio
import os
import sys
from collections.abc import Mapping
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
    def trouble(self) -> Any:
        return msgspec.json.decode(self.err)


async def doorward(environ: Mapping[str, str], *arguments: str, stdin: str = "", cwd: Path | None = None) -> Run:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "doorward",
        *arguments,
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
