"""Connections to whichever of a URL's servers takes writes."""

import asyncio
from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import urlsplit

import asyncpg

# A server that is dead, and not just stopped, never answers: the next is tried before its time is over.
_HEAD_START: Final = 0.15


class Hosts:
    def __init__(self, url: str, options: dict[str, Any]) -> None:
        self._urls = single_host_urls(url)
        self._options = dict(options)
        if len(self._urls) > 1 and "target_session_attrs" not in url:
            self._options["target_session_attrs"] = "read-write"

    async def connect(self) -> Any:
        """A new connection. The server that gave the last one is asked first."""
        waiting = list(self._urls)
        attempts: dict[asyncio.Task[Any], str] = {}
        error: Exception | None = None
        try:
            while waiting or attempts:
                if waiting:
                    url = waiting.pop(0)
                    attempts[asyncio.ensure_future(asyncpg.connect(url, **self._options))] = url
                ended, _ = await asyncio.wait(
                    attempts, timeout=_HEAD_START if waiting else None, return_when=asyncio.FIRST_COMPLETED
                )
                for attempt in ended:
                    url = attempts.pop(attempt)
                    failure = attempt.exception()
                    if failure is None:
                        self._urls.sort(key=url.__ne__)
                        return attempt.result()
                    if not isinstance(failure, Exception):
                        raise failure
                    error = failure
        finally:
            _abandon(attempts)
        raise error or OSError("the URL names no server")


def single_host_urls(url: str) -> list[str]:
    """`postgresql://user:password@one,two:5433/name` as a URL for each server."""
    parts = urlsplit(url)
    credentials, at, hosts = parts.netloc.rpartition("@")
    return [parts._replace(netloc=f"{credentials}{at}{host}").geturl() for host in hosts.split(",")]


def _abandon(attempts: Iterable[asyncio.Task[Any]]) -> None:
    for attempt in attempts:
        attempt.cancel()
        attempt.add_done_callback(_hang_up)


def _hang_up(attempt: asyncio.Task[Any]) -> None:
    if not attempt.cancelled() and attempt.exception() is None:
        attempt.result().terminate()
