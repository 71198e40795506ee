"""Connects to the server that accepts writes, of the servers that a URL names."""

import asyncio
from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import urlsplit

import asyncpg

# A dead machine never refuses a connection. So the next server is tried after this delay, while the attempt before it
# goes on, as in Happy Eyeballs.
_NEXT_HOST_DELAY: Final = 0.15


class PrimaryConnector:
    def __init__(self, url: str, options: dict[str, Any]) -> None:
        self._urls = single_host_urls(url)
        self._options = dict(options)
        if len(self._urls) > 1 and "target_session_attrs" not in url:
            self._options["target_session_attrs"] = "read-write"

    async def connect(self) -> Any:
        """Opens a connection. The server that accepted the last one is tried first."""
        untried = list(self._urls)
        attempts: dict[asyncio.Task[Any], str] = {}
        error: Exception | None = None
        try:
            while untried or attempts:
                if untried:
                    url = untried.pop(0)
                    attempts[asyncio.ensure_future(asyncpg.connect(url, **self._options))] = url
                done, _ = await asyncio.wait(
                    attempts, timeout=_NEXT_HOST_DELAY if untried else None, return_when=asyncio.FIRST_COMPLETED
                )
                for attempt in done:
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
        attempt.add_done_callback(_close)


def _close(attempt: asyncio.Task[Any]) -> None:
    if not attempt.cancelled() and attempt.exception() is None:
        attempt.result().terminate()
