"""Connects to one of the servers that a URL names: the primary, or a replica."""

import asyncio
from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import urlsplit

import asyncpg

from doorward.database.postgres.options import keeps_prepared_statements, with_prepared_statements

# A dead machine never refuses a connection. So the next server is tried after this delay, while the attempt before it
# goes on, as in Happy Eyeballs.
_NEXT_HOST_DELAY: Final = 0.15


class Connector:
    """`role` is the `target_session_attrs` of a URL that names several servers, and none itself."""

    def __init__(self, url: str, options: dict[str, Any], *, pgbouncer: bool, role: str = "read-write") -> None:
        self._urls = single_host_urls(url)
        self._options = dict(options)
        self._undecided = pgbouncer  # Whether prepared statements can be used is found out at the first connection.
        if len(self._urls) > 1 and "target_session_attrs" not in url:
            self._options["target_session_attrs"] = role

    async def connect(self) -> Any:
        """Opens a connection. The server that accepted the last one is tried first."""
        connection = await self._connect()
        if not self._undecided:
            return connection
        try:
            kept = await keeps_prepared_statements(connection)
        except BaseException:
            connection.terminate()
            raise
        self._undecided = False
        if not kept:
            return connection
        connection.terminate()
        self._options = with_prepared_statements(self._options)
        return await self._connect()

    async def _connect(self) -> Any:
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
