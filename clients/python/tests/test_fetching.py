"""Requests by the standard library, to a server on the loopback."""

import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import httpx
import pytest

from doorward_client import fetching
from doorward_client.fetching import Answer, FetchError, HttpxFetcher, StandardFetcher


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    ports: list[int]
    stop: threading.Event

    def do_GET(self) -> None:
        self.ports.append(self.client_address[1])
        getattr(self, f"answer_{self.path.strip('/')}")()

    def answer_plain(self) -> None:
        self._send(200, b"x" * 100_000)

    def answer_large(self) -> None:
        self._send(200, b"x" * 29 * 200_000)

    def answer_chunked(self) -> None:
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.wfile.write(b"3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")

    def answer_redirect(self) -> None:
        self.send_response(302)
        self.send_header("Location", "/plain")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def answer_closing(self) -> None:
        self.close_connection = True
        self._send(200, b"x")

    def answer_dripping(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        while not self.stop.wait(0.02):
            self.wfile.write(b"x")

    def answer_dripping_head(self) -> None:
        self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Endless: ")
        while not self.stop.wait(0.02):
            self.wfile.write(b"x")

    def answer_not_yet(self) -> None:
        while not self.stop.wait(0.02):
            self.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n")

    def answer_endless(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(10**12))
        self.end_headers()
        while not self.stop.is_set():
            self.wfile.write(b"x" * 100_000)

    def answer_once(self) -> None:
        """A connection that goes dead when it has been idle."""
        if self.ports.count(self.client_address[1]) > 1:
            self.stop.wait()
        self._send(200, b"x")

    def _send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        return None


@pytest.fixture
def server() -> Iterator[ThreadingHTTPServer]:
    handler = type("Handler", (_Handler,), {"ports": [], "stop": threading.Event()})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.handle_error = lambda request, client: None  # type: ignore[method-assign,assignment]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    handler.stop.set()  # type: ignore[attr-defined]
    server.shutdown()
    server.server_close()


@pytest.fixture
def fetcher(server: ThreadingHTTPServer) -> Iterator[StandardFetcher]:
    fetcher = StandardFetcher(f"http://127.0.0.1:{server.server_port}")
    yield fetcher
    fetcher.close()


def ports(server: ThreadingHTTPServer) -> list[int]:
    found: list[int] = vars(server.RequestHandlerClass)["ports"]
    return found


def test_requests_share_a_connection_and_are_sent_once(server: ThreadingHTTPServer, fetcher: StandardFetcher) -> None:
    """Mutant: a response that is not closed; every second request is sent twice, on a new connection."""
    for path, body in {"/plain": b"x" * 100_000, "/chunked": b"abcde"}.items():
        for _ in range(4):
            assert fetcher.get(path, {}, 10) == Answer(200, body)
    assert len(ports(server)) == 8
    assert len(set(ports(server))) == 1


def test_a_connection_that_was_closed_is_replaced(server: ThreadingHTTPServer, fetcher: StandardFetcher) -> None:
    for _ in range(3):
        assert fetcher.get("/closing", {}, 10) == Answer(200, b"x")
    assert len(ports(server)) == 3


def test_redirects_are_not_followed(fetcher: StandardFetcher) -> None:
    assert fetcher.get("/redirect", {}, 10).status == 302


@pytest.mark.parametrize("path", ["/dripping", "/dripping_head", "/not_yet"])
def test_an_answer_that_never_ends_is_given_up_in_time(fetcher: StandardFetcher, path: str) -> None:
    """Mutants: a timeout for each read only, which every byte renews; no deadline for the head."""
    begun = time.monotonic()
    with pytest.raises(FetchError):
        fetcher.get(path, {}, 0.3)
    assert time.monotonic() - begun < 5


def test_an_answer_that_is_too_long_is_given_up(fetcher: StandardFetcher, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "LONGEST_BODY", 70_000)
    with pytest.raises(FetchError, match="too long"):
        fetcher.get("/plain", {}, 10)


def test_a_feed_with_two_hundred_thousand_sessions_is_not_too_long(fetcher: StandardFetcher) -> None:
    """Mutant: a limit of 4 MiB. Such a feed is rare, and would keep every verifier that starts from serving."""
    assert len(fetcher.get("/large", {}, 30).body) == 29 * 200_000


@pytest.mark.parametrize(("path", "why"), [("/dripping", "in time"), ("/endless", "too long")])
def test_a_client_of_the_application_gives_up_as_well(server: ThreadingHTTPServer, path: str, why: str) -> None:
    """Mutant: the body as httpx gives it: without a limit for its length, and for the time of the whole."""
    begun = time.monotonic()
    with httpx.Client() as client, pytest.raises(FetchError, match=why):
        HttpxFetcher(client, f"http://127.0.0.1:{server.server_port}").get(path, {}, 0.5)
    assert time.monotonic() - begun < 5


def test_connections_that_went_dead_cost_one_timeout_together(
    server: ThreadingHTTPServer, fetcher: StandardFetcher
) -> None:
    """Mutant: idle connections that are tried one after the other: each costs the verifier half of its limit."""
    for _ in range(3):
        fetcher._exchange(fetcher._connection(), "/once", {}, time.monotonic() + 5)
    with pytest.raises(FetchError):
        fetcher.get("/once", {}, 0.3)
    assert fetcher.get("/once", {}, 5) == Answer(200, b"x")


@pytest.mark.parametrize(
    ("url", "port"), [("http://[::1]", 80), ("https://[2001:db8::443]", 443), ("http://[::1]:8000", 8000)]
)
def test_the_port_is_not_taken_from_an_address(url: str, port: int) -> None:
    """Mutant: a port that is left to `http.client`."""
    connection = StandardFetcher(url)._connection()
    assert (connection.host, connection.port) == (urlsplit(url).hostname, port)


def test_a_service_that_is_not_there_is_a_fetch_error(server: ThreadingHTTPServer) -> None:
    with pytest.raises(FetchError):
        StandardFetcher("http://127.0.0.1:1").get("/plain", {}, 1)
