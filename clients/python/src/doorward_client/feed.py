"""Follows the revocation feed in a thread, by long polling."""

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final

from doorward_client import revocations
from doorward_client.fetching import Fetcher, FetchError
from doorward_client.jws import UnknownKey
from doorward_client.keys import KeySource
from doorward_client.revocations import Revocations

logger = logging.getLogger("doorward_client")

PATH: Final = "/.well-known/revocations"
# Seconds. The service answers earlier when there is news.
_WAIT: Final = 10
# Seconds from one request to the next: answers without a wait, and failures, must not become a busy loop.
_PAUSE: Final = 1.0


class FeedFollower:
    def __init__(
        self,
        fetcher: Fetcher,
        keys: KeySource,
        issuer: str,
        max_staleness: float,
        timeout: float,
        clock: Callable[[], float],
    ) -> None:
        self._fetcher, self._keys, self._issuer, self._clock = fetcher, keys, issuer, clock
        self._max_staleness, self._timeout = max_staleness, timeout
        self._wait = int(min(_WAIT, max_staleness / 3))
        self.revocations = Revocations()
        self.forget_thread()

    def forget_thread(self) -> None:
        """Also after a fork, which the thread does not survive: until there is another one, nothing is proven."""
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        # By the monotonic clock: until then it is proven that every revocation is known, but for `max_staleness`.
        self.current_until = 0.0
        self._stop = threading.Event()
        self.first_read: Future[None] = Future()
        self._failing = False

    def start(self) -> None:
        with self._lock:
            if self._thread is None and not self._stop.is_set():
                thread = threading.Thread(target=self._follow, name="doorward feed", daemon=True)
                try:
                    thread.start()
                except RuntimeError as error:  # The machine has no more threads: the next request tries again.
                    logger.warning("the revocation feed of Doorward could not be followed: %s", error)
                else:
                    self._thread = thread

    def stop(self) -> None:
        self._stop.set()

    def _follow(self) -> None:
        stop, first_read = self._stop, self.first_read
        while not stop.is_set():
            began = time.monotonic()
            try:
                self._read()
                self._failing = False
            except Exception as error:  # Whatever it is: without this thread, all tokens would be refused from now on.
                if not self._failing:
                    logger.warning("the revocation feed of Doorward could not be read: %s", error)
                self._failing = True
            # After the first attempt, successful or not: a request that waits for it must not wait for others.
            if not first_read.done():
                first_read.set_result(None)
            stop.wait(max(0.0, began + _PAUSE - time.monotonic()))

    def _read(self) -> None:
        seq = self.revocations.seq
        # After a failure without a wait: the time until the limit may be short by now.
        wait = 0 if seq is None or self._failing else self._wait
        path = PATH if seq is None else f"{PATH}?since={seq}&wait={wait}"
        answer = self._fetcher.get(path, {}, self._timeout + wait)
        if answer.status != 200:
            raise FetchError(f"status {answer.status}")
        if self.revocations.apply(self._verified(answer.body.decode("ascii"))):
            self._keys.renew()  # A key that leaked signs tokens that are not stale, until it is known to be retired.
        # The age of the document by the clock of this machine, which must be right for `exp`, too. From here on the
        # monotonic clock counts: setting the other one back does not make the document current.
        age = max(0.0, self._clock() - self.revocations.until)
        self.current_until = time.monotonic() + self._max_staleness - age

    def _verified(self, text: str) -> revocations.Document:
        fetching = self._keys.renew() if self._keys.current is None else None
        while True:
            if fetching is not None:
                fetching.result(self._timeout + 1)
            if self._keys.current is None:
                raise FetchError("there are no keys to verify it with")
            try:
                return revocations.read(text, self._keys.current, self._issuer)
            except UnknownKey:
                fetching = self._keys.find_unknown()
                if fetching is None:
                    raise
