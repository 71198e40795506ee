"""Tries to use the service up from one network, while a client of another one asks for its own account."""

import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple
from urllib.parse import urlsplit

import httpx

from attack.target import Target

# How long each attack goes on, and how long the victim may wait: generous, for a busy machine.
_SECONDS = 6.0
_LONGEST = 2.0
_UNREAD = 1_000
_MARKS = "a" + "\u0300" * 8_000 + "\u0316" * 8_000


class Result(NamedTuple):
    name: str
    requests: int
    longest: float
    refused: int


def attacks(target: Target) -> Iterator[Result]:
    token = {"Authorization": f"Bearer {target.sign_in()}"}

    def login(username: str, password: str) -> Callable[[httpx.Client], object]:
        body = json.dumps({"username": username, "password": password}, ensure_ascii=False).encode()
        return lambda client: client.post("/api/auth/login", content=body)

    def get(path: str) -> Callable[[httpx.Client], object]:
        return lambda client: client.get(path, headers=token)

    yield _during(target, token, "hostile usernames", lambda: _repeated(target, login(_MARKS, "x"), 4))
    yield _during(target, token, "hostile passwords", lambda: _repeated(target, login("ann", _MARKS), 4))
    yield _during(target, token, "one account signs in", lambda: _repeated(target, login("ann", target.password), 64))
    yield _during(target, token, "searches", lambda: _repeated(target, get("/api/users?keyword=.&sort=-name"), 32))
    yield _during(target, token, "audit exports", lambda: _repeated(target, get("/api/audit?format=csv"), 16))
    yield _during(target, token, "permissions", lambda: _repeated(target, get("/api/permissions"), 16))
    yield _during(target, token, "unread responses", lambda: _unread(target))


def failures(results: list[Result]) -> list[str]:
    return [
        f"{result.name}: another client waited {result.longest:.1f} s, {result.refused} of its requests failed"
        for result in results
        if result.longest > _LONGEST or result.refused
    ]


def _during(target: Target, token: dict[str, str], name: str, attack: Callable[[], int]) -> Result:
    with ThreadPoolExecutor(1) as pool, _victim(target) as victim:
        running = pool.submit(attack)
        longest, refused = 0.0, 0
        while not running.done():
            begun = time.monotonic()
            try:
                refused += victim.get("/api/auth/user", headers=token).status_code != 200
            except httpx.TransportError:
                refused += 1
            longest = max(longest, time.monotonic() - begun)
            time.sleep(0.02)
        return Result(name, running.result(), longest, refused)


@contextlib.contextmanager
def _victim(target: Target) -> Iterator[httpx.Client]:
    """A client of another network: every address of 127.0.0.0/8 is on the loopback interface."""
    transport = httpx.HTTPTransport(local_address="127.0.0.2")
    with httpx.Client(base_url=target.url, transport=transport, timeout=30) as client:
        yield client


def _repeated(target: Target, send: Callable[[httpx.Client], object], clients: int) -> int:
    """Sends the request again and again, with so many clients; returns how often."""
    ends, counts, lock = time.monotonic() + _SECONDS, [0], threading.Lock()

    def client() -> None:
        with httpx.Client(base_url=target.url, trust_env=False, timeout=60) as http:
            while time.monotonic() < ends:
                with contextlib.suppress(httpx.TransportError):
                    send(http)
                with lock:
                    counts[0] += 1

    with ThreadPoolExecutor(clients) as pool:
        for _ in range(clients):
            pool.submit(client)
    return counts[0]


def _unread(target: Target) -> int:
    """Connections that ask for much and read nothing."""
    port = urlsplit(target.url).port
    held = []
    try:
        for _ in range(_UNREAD):
            with contextlib.suppress(OSError):
                held.append(socket.create_connection(("127.0.0.1", port), timeout=5))
                held[-1].sendall(b"GET /docs HTTP/1.1\r\nHost: x\r\n\r\n" * 5)
        time.sleep(_SECONDS)
        return 5 * len(held)
    finally:
        for link in held:
            link.close()
