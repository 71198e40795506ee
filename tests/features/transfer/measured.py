"""Imports of which the peak memory and the time are measured."""

import asyncio
import contextlib
import sys
import time
from pathlib import Path

from tests.support.cli import ROOT, Run, environment


async def measured_import(environ: dict[str, str], file: Path) -> tuple[Run, int, float]:
    """Imports in a new process; returns also its peak memory in MiB and its processor time."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "doorward", "import", str(file), "--json"),
        env=environment(environ),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    peak = 0
    reading = asyncio.create_task(process.communicate())
    begun = time.monotonic()
    while not reading.done():
        with contextlib.suppress(OSError):
            status = Path(f"/proc/{process.pid}/status").read_text()
            peak = max([peak, *(int(line.split()[1]) >> 10 for line in status.splitlines() if "VmHWM" in line)])
        await asyncio.sleep(0.02)
    out, err = await reading
    assert process.returncode is not None
    return Run(process.returncode, out, err), peak, time.monotonic() - begun
