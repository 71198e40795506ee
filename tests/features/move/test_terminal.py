"""A move at a terminal: the bar says what it counts, and Ctrl-C leaves a message and a move that goes on."""

import asyncio
import os
import pty
import re
import sys
import termios
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.features.move.support import Environ, content, empty_target
from tests.features.move.test_interrupted import copied_rows, fill
from tests.support.cli import ROOT, doorward, environment
from tests.support.databases import Databases, settings_for
from tests.support.service import running

ROWS = 60_000
PATIENCE_SECONDS = 120
_STYLES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.fixture
async def target(environ: Environ, postgres: Databases, tmp_path: Path) -> AsyncIterator[Environ]:
    async with empty_target(environ, postgres, tmp_path) as target:
        yield target


def _take_terminal() -> None:
    os.setsid()
    termios.tcsetwinsize(1, (40, 120))
    os.close(os.open(os.ttyname(1), os.O_RDWR))  # Makes it the terminal whose Ctrl-C interrupts the process.


async def move_at_a_terminal(source: Environ, target: Environ, interrupt_at: str = "") -> tuple[int, str]:
    """The exit code and all that was shown. `interrupt_at`: Ctrl-C is typed as soon as the bar shows this."""
    master, terminal = pty.openpty()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "doorward", "move", "--to", target["DOORWARD_DATABASE_URL"]),
        env=environment(source | {"TERM": "xterm-256color"}), cwd=ROOT,
        stdin=terminal, stdout=terminal, stderr=terminal, preexec_fn=_take_terminal,
    )  # fmt: skip
    os.close(terminal)

    def watch() -> str:
        shown, typed = b"", not interrupt_at
        while True:
            try:
                shown += os.read(master, 65536)
            except OSError:  # The other side is closed.
                return _STYLES.sub("", shown.decode())
            if not typed and re.search(interrupt_at, _STYLES.sub("", shown.decode(errors="ignore"))):
                os.write(master, b"\x03")
                typed = True

    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            shown = await asyncio.to_thread(watch)
            return await process.wait(), shown
    finally:
        os.close(master)
        if process.returncode is None:
            process.kill()
            await process.wait()


async def test_ctrl_c_leaves_a_clear_message_and_the_same_command_goes_on(environ: Environ, target: Environ) -> None:
    """Over 2 s: two moves, and enough rows to be in the middle of.

    Mutants: the stack trace of KeyboardInterrupt; a bar that says the same of rows, indexes and comparisons; a table
    whose width breaks the lines below it.
    """
    await fill(environ, ROWS)
    code, shown = await move_at_a_terminal(environ, target, r"Moving .* [1-9][\d,]* rows copied")
    assert (code, "Traceback" in shown) == (1, False), shown
    assert shown.rstrip().splitlines()[-1] == "doorward: Stopped; run the same command again to continue"
    assert "\x1b" not in shown
    assert 0 < await copied_rows(target) < ROWS
    refused = await doorward(target, "serve", "--port", "9")
    assert (refused.code, "unfinished move" in refused.err) == (1, True)
    code, shown = await move_at_a_terminal(environ, target)
    assert code == 0, shown
    for phase in ("rows copied", "rows compared"):
        assert re.search(rf"Moving .* [\d,]+ {phase}", shown), phase
    lines = [line.rstrip() for line in shown.splitlines()]
    assert any(re.fullmatch(r"Moved [\d,]+ rows in [\d.]+ s\. Every value was compared\.", line) for line in lines)
    assert "Do not start the service on the source again, unless you give the target up." in lines
    assert (await content(target))["attempts"] == (await content(environ))["attempts"]
    async with running(settings_for(target)) as service:
        await service.login()
