"""Jobs beside the requests."""

import asyncio
from collections.abc import Awaitable, Callable

from doorward.core.jobs import Job, JobRunner


def runner(work: Callable[[], Awaitable[None]]) -> JobRunner:
    made = JobRunner(lambda count: bytes(count), lambda: 0)
    made.add(Job("try", 0.01, work))
    return made


async def test_a_stop_ends_a_job_that_loses_its_cancellation() -> None:
    """Mutant: a loop that relies on the cancellation alone. A job that a library keeps from being cancelled would go
    on, and the service would never stop."""
    running, lost = asyncio.Event(), False

    async def work() -> None:
        nonlocal lost
        running.set()
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            if lost:
                raise  # Only the first one is lost, so that the test ends with the mutant as well.
            lost = True

    jobs = runner(work)
    jobs.start()
    await running.wait()
    async with asyncio.timeout(5):
        await jobs.stop()


async def test_a_job_that_fails_is_tried_again() -> None:
    """Mutant: an exception that ends the job."""
    again, calls = asyncio.Event(), 0

    async def work() -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            again.set()
        raise ValueError("the first time")

    jobs = runner(work)
    jobs.start()
    async with asyncio.timeout(5):
        await again.wait()
        await jobs.stop()
