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


class JobHealth(Struct):
    """How a job has gone in this process. Times in milliseconds; None for never."""

    name: str
    every: float
    last_success: int | None = None
    last_failure: int | None = None
    error: str = ""  # The kind of the last failure. Its text is in the log: it may name what no client should see.
    next_run: int | None = None
    running: bool = False


class JobRunner:
    """Logs a job that fails and runs it again at its next time; other jobs and the process go on."""

    def __init__(self, entropy: Callable[[int], bytes], clock: Callable[[], int]) -> None:
        self._entropy, self._clock = entropy, clock
        self._jobs: list[Job] = []
        self.health: list[JobHealth] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._stopping = False

    def add(self, *jobs: Job) -> None:
        """To be called before `start`."""
        self._jobs += jobs

    def start(self) -> None:
        self._stopping = False
        self.health = [JobHealth(job.name, job.every) for job in self._jobs]
        watched = zip(self._jobs, self.health, strict=True)
        self._tasks = [asyncio.create_task(self._repeat(job, health), name=job.name) for job, health in watched]

    async def stop(self) -> None:
        self._stopping = True
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_STOP_SECONDS)
        self._tasks = []

    async def _repeat(self, job: Job, health: JobHealth) -> None:
        # A cancellation can be lost: `asyncio.wait_for`, in libraries, drops one that arrives with its result.
        while not self._stopping:
            # Jitter, so that workers that started together do not run a job at the same moment.
            jitter = int.from_bytes(self._entropy(2)) / 0xFFFF
            pause = job.every * (0.5 + jitter / 2)
            health.next_run = self._clock() + int(pause * 1000)
            await asyncio.sleep(pause)
            health.running = True
            try:
                await job.work()
                health.last_success = self._clock()
            except Exception as error:
                health.last_failure, health.error = self._clock(), type(error).__name__
                logger.exception("%s failed; it will be tried again", job.name)
            finally:
                health.running = False
