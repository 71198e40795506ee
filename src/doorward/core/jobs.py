"""Periodic jobs that run beside the requests."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct

logger = logging.getLogger("doorward")

# How long a stop waits for jobs. The one that sends mails waits for messages under way, for less than this.
_STOP_SECONDS: Final = 10


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
        self._stopping = False

    def add(self, *jobs: Job) -> None:
        """To be called before `start`."""
        self._jobs += jobs

    def start(self) -> None:
        self._stopping = False
        self._tasks = [asyncio.create_task(self._repeat(job), name=job.name) for job in self._jobs]

    async def stop(self) -> None:
        self._stopping = True
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_STOP_SECONDS)
        self._tasks = []

    async def _repeat(self, job: Job) -> None:
        # A cancellation can be lost: `asyncio.wait_for`, in libraries, drops one that arrives with its result.
        while not self._stopping:
            # Jitter, so that workers that started together do not run a job at the same moment.
            jitter = int.from_bytes(self._entropy(2)) / 0xFFFF
            await asyncio.sleep(job.every * (0.5 + jitter / 2))
            try:
                await job.work()
            except Exception:
                logger.exception("%s failed; it will be tried again", job.name)
