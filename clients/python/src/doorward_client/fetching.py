"""GET requests to the service: by the standard library, or by an httpx client that the application passes.

The verifier makes them in threads, so that they never block an event loop. Redirects are not followed: a key comes from
the address that was configured, or not at all.
"""

import http.client
import io
import ssl
import time
from collections.abc import Iterator, Mapping
from functools import partial
from socket import socket
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol
from urllib.parse import urlsplit

if TYPE_CHECKING:
    import httpx

# Bytes. A key set has some kilobytes, the feed 29 for each session that ended within the lifetime of a token. A limit
# that it reaches would keep every verifier that starts from serving.
LONGEST_BODY: Final = 16 * 1024 * 1024
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
        self._secure, self._host = parts.scheme == "https", parts.hostname
        # Named, or `http.client` takes the end of an IPv6 address for it.
        self._port = parts.port or (443 if self._secure else 80)
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
                # The service may have closed the idle connection: try once with a new one. The other idle ones lead to
                # the same place, which may not even refuse them: each would cost a timeout.
                self.close()
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
            left = _left(deadline)
            connection.timeout = left
            if connection.sock is not None:
                connection.sock.settimeout(left)
            connection.response_class = partial(_Response, deadline)  # type: ignore[assignment]
            connection.request("GET", self._base + path, headers=dict(headers))
            response = connection.getresponse()
            body = _bounded(iter(lambda: response.read1(_CHUNK), b""), deadline)
            response.close()  # Else the connection counts as busy: `read1` does not notice the end of the body.
        except BaseException:
            connection.close()
            raise
        if response.will_close or len(self._idle) >= _MOST_IDLE:
            connection.close()
        else:
            self._idle.append(connection)
        return Answer(response.status, body)

    def _take(self) -> http.client.HTTPConnection | None:
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def _connection(self) -> http.client.HTTPConnection:
        if self._context is not None:
            return http.client.HTTPSConnection(self._host, self._port, context=self._context)
        return http.client.HTTPConnection(self._host, self._port)


class _Response(http.client.HTTPResponse):
    """Has to arrive as a whole before the deadline: a socket's own timeout starts anew with each byte."""

    def __init__(self, deadline: float, sock: socket, *args: Any, **options: Any) -> None:
        super().__init__(sock, *args, **options)
        self.fp.close()
        self.fp = io.BufferedReader(_Reader(sock, deadline))


class _Reader(io.RawIOBase):
    def __init__(self, sock: socket, deadline: float) -> None:
        # Not the socket itself, which is closed before the body is read if the service closes the connection.
        self._sock, self._deadline, self._raw = sock, deadline, sock.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        self._sock.settimeout(_left(self._deadline))
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("the service did not answer in time")
    return left


def _bounded(parts: Iterator[bytes], deadline: float) -> bytes:
    body = bytearray()
    for part in parts:
        body += part
        if len(body) > LONGEST_BODY:
            raise FetchError("the answer is too long")
        _left(deadline)
    return bytes(body)


class HttpxFetcher:
    """For applications that need proxies, client certificates or a transport of their own."""

    def __init__(self, client: "httpx.Client", url: str) -> None:
        self._client, self._url = client, url.rstrip("/")

    def get(self, path: str, headers: Mapping[str, str], timeout: float) -> Answer:
        import httpx

        deadline = time.monotonic() + timeout
        # An authentication of the client's own would replace the token about which the service is asked.
        auth = None if "Authorization" in headers else httpx.USE_CLIENT_DEFAULT
        try:
            with self._client.stream(
                "GET", self._url + path, headers=dict(headers), auth=auth, timeout=timeout, follow_redirects=False
            ) as response:
                return Answer(response.status_code, _bounded(response.iter_bytes(), deadline))
        except (httpx.HTTPError, OSError) as error:
            raise FetchError(f"{type(error).__name__}: {error}") from error

    def forget_connections(self) -> None:
        """The client belongs to the application."""

    def close(self) -> None:
        """The client belongs to the application."""
