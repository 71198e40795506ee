"""Work that a thread runs for a task of the event loop."""

import asyncio
from collections.abc import Awaitable
from typing import Any


def run_to_end(work: Awaitable[Any]) -> Any:
    """Runs work without an event loop: it awaits nothing but its transaction, whose methods never suspend."""
    steps = work.__await__()
    try:
        next(steps)
    except StopIteration as end:
        return end.value
    raise RuntimeError("work in a transaction must wait for nothing but the transaction")


def resolve(future: asyncio.Future[Any], outcome: Any) -> None:
    """On the event loop: gives the outcome of work, or its exception, to the task that waits for it."""
    if future.done():  # Cancelled, or out of time.
        return
    if isinstance(outcome, BaseException):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)
