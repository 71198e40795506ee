"""Callbacks that block the event loop are counted and logged with their route."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
import uvloop

from doorward.api.application import Application
from doorward.api.routes import SYSTEM_ROUTES
from doorward.core import Core
from doorward.settings import load
from doorward.web.messages import Request, Response, success
from doorward.web.routing import Route
from tests.support.databases import Databases
from tests.support.service import running
from tests.web.support import client

Loop = Callable[[], asyncio.AbstractEventLoop]
LOOPS = pytest.mark.parametrize("loop", [uvloop.new_event_loop, asyncio.new_event_loop], ids=["uvloop", "asyncio"])


async def sleep(core: Core, request: Request) -> Response:
    time.sleep(0.3)
    return success()


async def hold_the_lock(core: Core, request: Request) -> Response:
    """One call into C that does not release the interpreter's lock, like the normalisation of a long text."""
    started = time.monotonic()
    numbers = range(4_000_000)
    while time.monotonic() - started < 0.3:
        sum(numbers)
        numbers = range(len(numbers) * 4)
    return success()


async def work_shortly(core: Core, request: Request) -> Response:
    for _ in range(5):
        time.sleep(0.004)
        await asyncio.sleep(0)
    return success()


ROUTES = (
    Route("GET", "/sleep/{id}", sleep, "Sleep", signed_in=False),
    Route("GET", "/hold", hold_the_lock, "Hold the lock", signed_in=False),
    Route("GET", "/short", work_shortly, "Work shortly", signed_in=False),
)


def serve(loop: Loop, databases: Databases, folder: Path, scenario: Callable[[httpx.AsyncClient], object]) -> list[str]:
    """Runs the scenario on such a loop; returns the stalls that /metrics shows afterwards."""

    async def run() -> list[str]:
        async with databases.new(folder) as environ, running(load(environ)) as service:
            app = Application(service.core, service.settings, (*ROUTES, *SYSTEM_ROUTES))
            app._watchdog.start()
            try:
                async with client(app) as http:
                    await asyncio.sleep(0.1)  # Idle for a while; the first look is at an idle loop too.
                    await scenario(http)  # type: ignore[misc]
                    await asyncio.sleep(0.1)
                    lines = (await http.get("/metrics")).text.splitlines()
            finally:
                app._watchdog.stop()
        return [line for line in lines if line.startswith("doorward_loop_stalls_total") and not line.endswith(" 0.0")]

    with asyncio.Runner(loop_factory=loop) as runner:
        return runner.run(run())


@LOOPS
@pytest.mark.alone
def test_a_route_that_blocks_the_loop_is_counted_and_logged(
    loop: Loop, sqlite_databases: Databases, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Mutant: `_look` that takes every look for another callback."""

    async def scenario(http: httpx.AsyncClient) -> None:
        await asyncio.gather(*(http.get(path) for path in ("/short", "/sleep/7", "/short")))
        await http.get("/hold")

    stalls = serve(loop, sqlite_databases, tmp_path, scenario)
    assert stalls == [
        'doorward_loop_stalls_total{method="GET",route="/sleep/{id}"} 1.0',
        'doorward_loop_stalls_total{method="GET",route="/hold"} 1.0',
    ]
    assert "route GET /sleep/{id}, in doorward." in caplog.text
    assert "route GET /hold, in doorward." in caplog.text


@LOOPS
@pytest.mark.alone
def test_an_idle_loop_and_many_short_callbacks_are_no_stall(
    loop: Loop, sqlite_databases: Databases, tmp_path: Path
) -> None:
    """Mutant: a watchdog that counts how late the loop is. Here it is late by one short callback after another."""

    async def scenario(http: httpx.AsyncClient) -> None:
        await asyncio.sleep(0.3)
        await asyncio.gather(*(http.get("/short") for _ in range(60)))

    # A busy machine may stop any callback for 100 ms: the mutant counts in each of three rounds.
    folders = [tmp_path / name for name in "abc"]
    for folder in folders:
        folder.mkdir()
    assert any(serve(loop, sqlite_databases, folder, scenario) == [] for folder in folders)
