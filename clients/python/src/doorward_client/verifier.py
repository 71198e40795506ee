"""Verifies access tokens without asking the service for each."""

import asyncio
import math
import os
import threading
import time
import weakref
from collections.abc import Callable, Generator
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Literal

from doorward_client import errors
from doorward_client.asking import Asking
from doorward_client.errors import InvalidToken, Refused, Unavailable
from doorward_client.feed import FeedFollower
from doorward_client.fetching import Fetcher, HttpxFetcher, StandardFetcher
from doorward_client.jws import KeySet, UnknownKey
from doorward_client.keys import KeySource
from doorward_client.principal import Principal
from doorward_client.tokens import TokenRules

if TYPE_CHECKING:
    import httpx

RevocationPolicy = Literal["fail_closed", "ask", "off"]
# Waits for what it yields, and ends with the principal.
_Steps = Generator["Future[Any]", None, Principal]
# Tokens. An entry is a token and its claims, about 4 KiB.
_MOST_CACHED: Final = 4096


class Verifier:
    """Several threads and event loops may share one. It fetches keys and revocations when the first token arrives.

    - `url`: the address of Doorward, such as `https://auth.example.com`.
    - `audience`, `issuer`: what DOORWARD_AUDIENCE and DOORWARD_ISSUER are set to.
    - `revocations`: what to do when the revocation feed could not be read for `max_staleness` seconds: `fail_closed`
      refuses every token with `Unavailable`, `ask` asks the service about each. `off` does not read the feed: tokens
      are valid until they expire, also after a logout.
    - `timeout`: the longest that a request waits for the service, in seconds.
    - `leeway`: seconds for which an expired token is still accepted.
    - `http`: an httpx client to use instead of the standard library.
    - `clock`, `fetcher`: time and requests, for tests.
    """

    def __init__(
        self,
        url: str,
        *,
        audience: str,
        issuer: str = "doorward",
        revocations: RevocationPolicy = "fail_closed",
        max_staleness: float = 30.0,
        timeout: float = 5.0,
        leeway: float = 0.0,
        http: "httpx.Client | None" = None,
        clock: Callable[[], float] = time.time,
        fetcher: Fetcher | None = None,
    ) -> None:
        if revocations not in ("fail_closed", "ask", "off"):
            raise ValueError(f"revocations must be fail_closed, ask or off, not {revocations!r}")
        if not audience or not issuer:
            raise ValueError("audience and issuer must not be empty")
        if not max_staleness >= 10:  # Nor NaN, with which the feed is always current.
            raise ValueError(
                "max_staleness must be at least 10 seconds: the service signs a document every few seconds"
            )
        if not 0 <= leeway < math.inf:  # NaN, with which no token expires, is neither.
            raise ValueError("leeway must be a number of seconds")
        self._rules = TokenRules(issuer, audience, leeway)
        self._clock, self._leeway, self._timeout, self._policy = clock, leeway, timeout, revocations
        self._fetcher = fetcher or (StandardFetcher(url) if http is None else HttpxFetcher(http, url))
        self._keys = KeySource(self._fetcher, timeout, self._forget_tokens)
        self._feed = (
            None
            if revocations == "off"
            else FeedFollower(self._fetcher, self._keys, issuer, max_staleness, timeout, clock)
        )
        self._asking = Asking(self._fetcher, timeout)
        self._lock = threading.Lock()
        self._cache: dict[str, Principal] = {}
        _survive_forks(self)

    def verify(self, token: str) -> Principal:
        """Who sent the token. Raises `InvalidToken`, or `Unavailable` if that can't be decided.

        Waits for the service only at the first token, at one with a new key, and while it has to ask; in an event loop,
        use `verify_async`.
        """
        principal = self.recall(token)
        if principal is not None:
            return principal
        steps = self._steps(token)
        try:
            while True:
                wait_for([next(steps)], self._timeout)
        except StopIteration as done:
            found: Principal = done.value
            return found

    async def verify_async(self, token: str) -> Principal:
        """As `verify`, and never blocks the event loop."""
        principal = self.recall(token)
        if principal is not None:
            return principal
        steps = self._steps(token)
        try:
            while True:
                # Not `wait_for`, which would cancel the future that others wait for, too.
                await asyncio.wait([asyncio.wrap_future(next(steps))], timeout=self._timeout)
        except StopIteration as done:
            found: Principal = done.value
            return found

    def close(self) -> None:
        """Ends the threads. Tokens can't be verified afterwards."""
        if self._feed is not None:
            self._feed.stop()
        self._asking.close()
        self._fetcher.close()

    def __enter__(self) -> "Verifier":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def recall(self, token: str) -> Principal | None:
        """The principal of a token that was verified before, without a wait. Time and revocations are checked again.

        None for other tokens, and where the service has to be asked: go on with `verify` or `verify_async`.
        """
        principal = self._cache.get(token)
        if principal is None:
            return None
        if principal.expires_at + self._leeway <= self._clock():
            raise InvalidToken(errors.EXPIRED)
        now = time.monotonic()
        if now > self._keys.renew_at:
            self._keys.renew()
        feed = self._feed
        if feed is not None:
            if feed.revocations.includes(principal):
                raise InvalidToken(errors.REVOKED)
            if now > feed.current_until:
                return None
        return principal

    def _steps(self, token: str) -> _Steps:
        feed, keys = self._feed, self._keys
        if feed is not None:
            feed.start()
        if keys.current is None or time.monotonic() > keys.renew_at:
            fetching = keys.renew()
            if keys.current is None and fetching is not None:
                yield fetching
        if keys.current is None:
            raise Unavailable("keys_unavailable", "The keys of Doorward could not be fetched")
        used, principal = yield from self._read(token, keys.current)
        user = yield from self._check_revocations(token, principal, feed)
        if "permissions" not in principal.claims:
            # More permissions than fit into a token. They count as if they were in it: until it expires.
            user = user or (yield from self._ask(token))
            principal = _with_rights(principal, user)
        self._remember(token, principal, used)
        # Those in the token may have been reduced since, which only the feed would tell.
        return principal if user is None else _with_rights(principal, user)

    def _read(self, token: str, keys: KeySet) -> Generator["Future[Any]", None, tuple[KeySet, Principal]]:
        for _ in range(2):  # A fetch that was under way, and one that begins now.
            try:
                return keys, self._rules.read(token, keys, self._clock())
            except UnknownKey:
                fetching = self._keys.find_unknown()
                if fetching is None:
                    raise
            yield fetching
            keys = self._keys.current or keys
        return keys, self._rules.read(token, keys, self._clock())

    def _check_revocations(
        self, token: str, principal: Principal, feed: FeedFollower | None
    ) -> Generator["Future[Any]", None, dict[str, Any] | None]:
        """Returns the user if the service had to be asked."""
        if feed is None:
            return None
        if not feed.first_read.done():
            yield feed.first_read
        if feed.revocations.includes(principal):
            raise InvalidToken(errors.REVOKED)
        if time.monotonic() <= feed.current_until:
            return None
        if self._policy == "ask":
            return (yield from self._ask(token))
        raise Unavailable("revocations_unavailable", "The revocation feed of Doorward could not be read for too long")

    def _ask(self, token: str) -> Generator["Future[Any]", None, dict[str, Any]]:
        asked = self._asking.ask(token)
        yield asked
        if not asked.done():
            raise Unavailable("service_unavailable", "Doorward did not answer in time")
        answer = asked.result()
        if isinstance(answer, Refused):
            raise answer
        return answer

    def _remember(self, token: str, principal: Principal, keys: KeySet) -> None:
        with self._lock:
            if keys is not self._keys.current:
                return  # The key may have been withdrawn in between.
            if len(self._cache) >= _MOST_CACHED:
                del self._cache[next(iter(self._cache))]
            self._cache[token] = principal

    def _forget_tokens(self) -> None:
        with self._lock:
            self._cache = {}

    def _after_fork(self) -> None:
        self._lock = threading.Lock()
        self._keys.forget_locks()
        self._asking.forget_threads()
        self._fetcher.forget_connections()
        if self._feed is not None:
            self._feed.forget_thread()


def _with_rights(principal: Principal, user: dict[str, Any]) -> Principal:
    roles, permissions = user.get("roles"), user.get("permissions")
    # Something in between, such as a cache, may answer for another user.
    same = str(user.get("id")) == principal.subject
    if not same or not isinstance(roles, list) or not isinstance(permissions, list):
        raise Unavailable("service_unavailable", "Doorward did not tell the permissions of the user")
    if "withheld" in user:  # As in the token of such a session.
        roles = permissions = []
    return replace(principal, roles=frozenset(roles), permissions=frozenset(permissions))


def _survive_forks(verifier: Verifier) -> None:
    """Servers fork workers after they have loaded the application. Threads and connections stay in the parent."""
    if not hasattr(os, "register_at_fork"):
        return
    reference = weakref.ref(verifier)

    def in_child() -> None:
        if (alive := reference()) is not None:
            alive._after_fork()

    os.register_at_fork(after_in_child=in_child)
