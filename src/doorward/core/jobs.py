"""Periodic jobs that run beside the requests."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from msgspec import Struct

logger = logging.getLogger("doorward")


class Job(Struct, frozen=True):
    name: str
    every: float  # Seconds.
    work: Callable[[], Awaitable[None]]


class JobRunner:
    """Logs a job that fails and runs it again at its next time; other jobs and the process go on."""

    def __init__(self, entropy: Callable[[int], bytes]) -> None:
        self._entropy = entropy
        self._jobs: list[Job] = []
        self._tasks: list[asyncio.Task[None]] = []

    def add(self, *jobs: Job) -> None:
        """To be called before `start`."""
        self._jobs += jobs

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self._repeat(job), name=job.name) for job in self._jobs]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []

    async def _repeat(self, job: Job) -> None:
        while True:
            # Jitter, so that workers that started together do not run a job at the same moment.
            jitter = int.from_bytes(self._entropy(2)) / 0xFFFF
            await asyncio.sleep(job.every * (0.5 + jitter / 2))
            try:
                await job.work()
            except Exception:
                logger.exception("%s failed; it will be tried again", job.name)
