"""Asks the service about a token: where the revocation feed is out of date, or the token has no permissions in it."""

import json
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final

from doorward_client import errors
from doorward_client.errors import InvalidToken, Refused, Unavailable
from doorward_client.fetching import Fetcher, FetchError

PATH: Final = "/api/auth/user"
_THREADS: Final = 8
_MOST_WAITING: Final = 256
# Seconds for which no request is made after one that failed, so that an outage delays few requests.
_PAUSE: Final = 1.0


class Asking:
    def __init__(self, fetcher: Fetcher, timeout: float) -> None:
        self._fetcher, self._timeout = fetcher, timeout
        self.forget_threads()

    def forget_threads(self) -> None:
        """Also after a fork, which threads do not survive."""
        self._threads: ThreadPoolExecutor | None = None
        self._waiting = 0
        self._paused_until = 0.0

    def ask(self, token: str) -> "Future[dict[str, Any] | Refused]":
        """The user object, or why there is none: InvalidToken if the service refuses the token, else Unavailable."""
        if self._waiting >= _MOST_WAITING or time.monotonic() < self._paused_until:
            raise _unavailable()
        if self._threads is None:
            self._threads = ThreadPoolExecutor(_THREADS, "doorward asking")
        self._waiting += 1
        future = self._threads.submit(self._ask, token)
        future.add_done_callback(self._answered)
        return future

    def close(self) -> None:
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)

    def _answered(self, future: "Future[Any]") -> None:
        self._waiting -= 1

    def _ask(self, token: str) -> dict[str, Any] | Refused:
        try:
            answer = self._fetcher.get(PATH, {"Authorization": f"Bearer {token}"}, self._timeout)
            if answer.status == 200:
                user = json.loads(answer.body)["data"]
                if isinstance(user, dict):
                    return user
        except (FetchError, ValueError, RecursionError, LookupError, TypeError):
            self._paused_until = time.monotonic() + _PAUSE
            return _unavailable()
        return InvalidToken(errors.REVOKED) if answer.status == 401 else _unavailable()


def _unavailable() -> Unavailable:
    return Unavailable("service_unavailable", "Doorward can't be asked about the token")
