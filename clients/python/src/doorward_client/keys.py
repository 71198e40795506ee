"""The published keys: fetched when they are needed, kept when the service is away.

A fetch runs in a thread of its own, at most one at a time. Threads and tasks that need its result wait for the same
future, so that any number of unknown keys causes one request.
"""

import json
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final

from doorward_client.fetching import Fetcher, FetchError
from doorward_client.jws import KeySet

logger = logging.getLogger("doorward_client")

PATH: Final = "/.well-known/jwks.json"
# Seconds after which the set is fetched again, as its Cache-Control says. Doorward publishes a key an hour before it
# signs with it, so that it is known by then.
_FRESH: Final = 300.0
# Seconds between two fetches because of unknown keys.
UNKNOWN_PAUSE: Final = 5.0
# Seconds between two fetches when the last one failed.
_RETRY_PAUSE: Final = 1.0


class KeySource:
    def __init__(self, fetcher: Fetcher, timeout: float, on_change: Callable[[], None]) -> None:
        """`on_change` is called after the published keys have changed."""
        self._fetcher, self._timeout, self._on_change = fetcher, timeout, on_change
        self.current: KeySet | None = None
        # By the monotonic clock: when a request has to ask for a fetch.
        self.renew_at = 0.0
        self.forget_locks()

    def forget_locks(self) -> None:
        """Also after a fork: a lock that another thread held, or a fetch that it made, does not exist in the child."""
        self._lock = threading.Lock()
        self._fetching: Future[None] | None = None
        self._retry_at = self._unknown_at = 0.0

    def renew(self) -> "Future[None] | None":
        """Starts a fetch, because there are no keys or they are old. None: the last one failed a moment ago."""
        with self._lock:
            if self._fetching is None and time.monotonic() < self._retry_at:
                return None
            return self._fetch()

    def find_unknown(self) -> "Future[None] | None":
        """Starts a fetch, because a token names a key that is not in the set. None: there was one a moment ago."""
        with self._lock:
            now = time.monotonic()
            if self._fetching is not None:
                return self._fetching  # May have begun before the key was published: the caller looks, and asks again.
            if now < max(self._unknown_at, self._retry_at):
                return None
            self._unknown_at = now + UNKNOWN_PAUSE
            return self._fetch()

    def _fetch(self) -> "Future[None]":
        if self._fetching is None:
            fetching: Future[None] = Future()
            try:
                threading.Thread(target=self._run, args=(fetching,), name="doorward keys", daemon=True).start()
            except RuntimeError as error:  # The machine has no more threads. It may have some later.
                self._failed(error)
                fetching.set_result(None)
                return fetching
            self._fetching = fetching
        return self._fetching

    def _run(self, done: "Future[None]") -> None:
        try:
            answer = self._fetcher.get(PATH, {"Accept": "application/json"}, self._timeout)
            if answer.status != 200:
                raise FetchError(f"status {answer.status}")
            keys = KeySet(json.loads(answer.body))
            self.renew_at = time.monotonic() + _FRESH
            self._replace(keys)
        except Exception as error:  # Whatever it is, the next fetch must not begin with each request.
            self._failed(error)
        finally:
            with self._lock:
                self._fetching = None
            done.set_result(None)

    def _failed(self, error: Exception) -> None:
        logger.warning("the keys of Doorward could not be fetched: %s", error)
        self._retry_at = self.renew_at = time.monotonic() + _RETRY_PAUSE

    def _replace(self, keys: KeySet) -> None:
        former = self.current
        if former is None or former.published != keys.published:
            self.current = keys
            self._on_change()
