"""One line for each request, written in batches: a system call for each would cost more than the line.

Of what the client sent, a line contains only the validated address and request id, and the path of a route, which
consists of fixed words and ids. A path that matches no route may contain a mistyped secret and is left out; a text
parameter may be a token, so its name stands in its place.
"""

import asyncio
import os
import time
from collections.abc import Callable
from typing import Final

from doorward.web.messages import Request

_FLUSH_SECONDS: Final = 0.2
# A batch that stays in the processor's first-level cache.
_BATCH: Final = 64
_METHODS: Final = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"})


class AccessLog:
    def __init__(self, form: str, clock: Callable[[], int], descriptor: int = 1) -> None:
        """`clock` returns milliseconds since the epoch."""
        self._line = _json if form == "json" else _readable
        self._clock, self._descriptor = clock, descriptor
        self._lines: list[str] = []
        # The last timestamp and its part up to the second: formatting them takes longer than the rest of a line.
        self._moment, self._stamp = 0, ""
        self._second, self._date_time = 0, ""

    def write(self, request: Request, status: int, seconds: float) -> None:
        lines = self._lines
        if not lines:
            asyncio.get_running_loop().call_later(_FLUSH_SECONDS, self.flush)
        moment = self._clock()
        if moment != self._moment:
            self._stamp = self._format(moment)
        method = request.method if request.method in _METHODS else "-"
        route = request.route
        path = "-" if route is None else route.template if ":" in route.path else request.path
        user = request.user.id if request.user is not None else None
        origin = request.origin
        address = origin.address
        if "%" in address:  # An IPv6 zone is arbitrary text.
            address = address.partition("%")[0]
        lines.append(self._line(self._stamp, method, path, status, seconds * 1000, address, user, origin.request_id))
        if len(lines) >= _BATCH:
            self.flush()

    def _format(self, moment: int) -> str:
        second, self._moment = moment // 1000, moment
        if second != self._second:
            self._second, self._date_time = second, time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(second))
        return f"{self._date_time}.{moment % 1000:03}Z"

    def flush(self) -> None:
        if self._lines:
            data = "".join(self._lines).encode()
            self._lines.clear()
            while data:
                try:
                    data = data[os.write(self._descriptor, data) :]
                except OSError:  # The reader is gone. Serving requests matters more than the log.
                    return


def _readable(
    at: str, method: str, path: str, status: int, ms: float, address: str, user: int | None, request_id: str
) -> str:
    who = f" user={user}" if user else ""
    return f"{at} {address} {method} {path} {status} {ms:.1f}ms{who} id={request_id}\n"


def _json(
    at: str, method: str, path: str, status: int, ms: float, address: str, user: int | None, request_id: str
) -> str:
    return (
        f'{{"at":"{at}","level":"info","event":"request","method":"{method}","path":"{path}","status":{status},'
        f'"ms":{ms:.3f},"address":"{address}","user":{user or "null"},"requestId":"{request_id}"}}\n'
    )
