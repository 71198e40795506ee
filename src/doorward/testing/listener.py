"""A socket for the service of a test, for code that calls the API or fetches the keys by a URL."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from typing import Any, Final

import httpx

# Set by the server itself, or only valid for the connection that the response came over.
_DROPPED: Final = ("connection", "content-length", "transfer-encoding", "server", "date")


# How soon the thread notices that it is to end.
_POLL_SECONDS: Final = 0.02


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def server_bind(self) -> None:
        """Without the look at the name server that the base class takes."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]  # type: ignore[assignment]


class Listener:
    """Passes requests on to a client of the service. One thread for each connection."""

    def __init__(self, client: httpx.Client) -> None:
        class Handler(_Handler):
            service = client

        self._server = _Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(_POLL_SECONDS,), name="doorward-listener", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    service: httpx.Client

    def _answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        answer = self.service.request(self.command, self.path, content=body, headers=dict(self.headers))
        self.send_response(answer.status_code)
        for name, value in answer.headers.multi_items():
            if name.lower() not in _DROPPED:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer.content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(answer.content)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = _answer  # noqa: N815  (names of the base)

    def log_message(self, *_: Any) -> None:
        """The requests of a test are no news."""
