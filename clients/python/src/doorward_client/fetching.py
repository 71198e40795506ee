"""GET requests to the service: by the standard library, or by an httpx client that the application passes.

The verifier makes them in threads, so that they never block an event loop. Redirects are not followed: a key comes from
the address that was configured, or not at all.
"""

import http.client
import ssl
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol
from urllib.parse import urlsplit

if TYPE_CHECKING:
    import httpx

# Bytes. A key set has some kilobytes, the feed with ten thousand ended sessions less than 200 KB.
LONGEST_BODY: Final = 4 * 1024 * 1024
_CHUNK: Final = 65_536
_MOST_IDLE: Final = 4


class Answer(NamedTuple):
    status: int
    body: bytes


class FetchError(Exception):
    """The service could not be reached, or did not answer in time or as it should."""


class Fetcher(Protocol):
    def get(self, path: str, headers: Mapping[str, str], timeout: float) -> Answer:
        """Raises FetchError, at the latest about `timeout` seconds later."""

    def forget_connections(self) -> None:
        """After a fork: parent and child must not share a connection."""

    def close(self) -> None: ...


class StandardFetcher:
    """Keeps connections open between requests. Several threads may use it."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"the url must be http://... or https://..., not {url!r}")
        self._secure, self._host, self._port = parts.scheme == "https", parts.hostname, parts.port
        self._base = parts.path.rstrip("/")
        self._context = ssl.create_default_context() if self._secure else None
        self._idle: list[http.client.HTTPConnection] = []

    def get(self, path: str, headers: Mapping[str, str], timeout: float) -> Answer:
        deadline = time.monotonic() + timeout
        connection = self._take()
        if connection is not None:
            try:
                return self._exchange(connection, path, headers, deadline)
            except (OSError, http.client.HTTPException):
                pass  # The service may have closed the idle connection: try once with a new one.
        try:
            return self._exchange(self._connection(), path, headers, deadline)
        except (OSError, http.client.HTTPException) as error:
            raise FetchError(f"{type(error).__name__}: {error}") from error

    def forget_connections(self) -> None:
        self._idle = []

    def close(self) -> None:
        while (connection := self._take()) is not None:
            connection.close()

    def _exchange(
        self, connection: http.client.HTTPConnection, path: str, headers: Mapping[str, str], deadline: float
    ) -> Answer:
        try:
            _limit(connection, deadline)
            connection.request("GET", self._base + path, headers=dict(headers))
            response = connection.getresponse()
            body = bytearray()
            while chunk := response.read1(_CHUNK):
                body += chunk
                if len(body) > LONGEST_BODY:
                    raise FetchError("the answer is too long")
                _limit(connection, deadline)
            response.close()  # Else the connection counts as busy: `read1` does not notice the end of the body.
        except BaseException:
            connection.close()
            raise
        if response.will_close or len(self._idle) >= _MOST_IDLE:
            connection.close()
        else:
            self._idle.append(connection)
        return Answer(response.status, bytes(body))

    def _take(self) -> http.client.HTTPConnection | None:
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def _connection(self) -> http.client.HTTPConnection:
        if self._context is not None:
            return http.client.HTTPSConnection(self._host, self._port, context=self._context)
        return http.client.HTTPConnection(self._host, self._port)


def _limit(connection: http.client.HTTPConnection, deadline: float) -> None:
    """The timeout of a socket is for one operation: each gets what is left of the whole."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("the service did not answer in time")
    connection.timeout = left
    if connection.sock is not None:
        connection.sock.settimeout(left)


class HttpxFetcher:
    """For applications that need proxies, client certificates or a transport of their own."""

    def __init__(self, client: "httpx.Client", url: str) -> None:
        self._client, self._url = client, url.rstrip("/")

    def get(self, path: str, headers: Mapping[str, str], timeout: float) -> Answer:
        import httpx

        try:
            response = self._client.get(
                self._url + path, headers=dict(headers), timeout=timeout, follow_redirects=False
            )
        except httpx.HTTPError as error:
            raise FetchError(f"{type(error).__name__}: {error}") from error
        return Answer(response.status_code, response.content)

    def forget_connections(self) -> None:
        """The client belongs to the application."""

    def close(self) -> None:
        """The client belongs to the application."""
