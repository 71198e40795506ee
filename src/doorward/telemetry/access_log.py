"""One line a request, written in batches: a system call for each would cost more than the line.

Nothing that a client wrote gets into a line, but for an address and a request id that were checked, and the path of a
route, which consists of our words and numbers. A path that is no route may be anything, even a mistyped secret, and is
left out.
"""

import asyncio
import os
import time
from typing import Final

from doorward.web.messages import Request

_PAUSE: Final = 0.2
# As many as the processor's nearest memory holds besides everything else.
_ENOUGH: Final = 64
_METHODS: Final = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"})


class AccessLog:
    def __init__(self, form: str, descriptor: int = 1) -> None:
        self._line = _json if form == "json" else _readable
        self._descriptor = descriptor
        self._lines: list[str] = []
        self._moment, self._stamp = 0, ""
        self._second, self._seconds = 0, ""

    def write(self, request: Request, status: int, seconds: float) -> None:
        lines = self._lines
        if not lines:
            asyncio.get_running_loop().call_later(_PAUSE, self.flush)
        moment = int(time.time() * 1000)
        if moment != self._moment:
            self._stamp = self._stamp_of(moment)
        method = request.method if request.method in _METHODS else "-"
        path = request.path if request.route is not None else "-"
        user = request.user.id if request.user is not None else None
        origin = request.origin
        address = origin.address
        if "%" in address:  # The name of a zone is no part of an address, and can be anything.
            address = address.partition("%")[0]
        lines.append(self._line(self._stamp, method, path, status, seconds * 1000, address, user, origin.request_id))
        if len(lines) >= _ENOUGH:
            self.flush()

    def _stamp_of(self, moment: int) -> str:
        second, self._moment = moment // 1000, moment
        if second != self._second:
            self._second, self._seconds = second, time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(second))
        return f"{self._seconds}.{moment % 1000:03}Z"

    def flush(self) -> None:
        if self._lines:
            data = "".join(self._lines).encode()
            self._lines.clear()
            while data:
                try:
                    data = data[os.write(self._descriptor, data) :]
                except OSError:  # Nobody reads the log any more; requests matter more.
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
