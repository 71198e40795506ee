"""A stub of the service for tests of the client: keys and a revocation feed that a test controls."""

import json
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from scripts import client_vectors

from doorward_client import Verifier
from doorward_client.fetching import Answer, FetchError

VECTORS = Path(__file__).parents[2] / "vectors"
NOW = client_vectors.NOW
KEY = client_vectors._p256("vectors-es256")
NEW_KEY = client_vectors._p256("vectors-es256-new")


def token(key: client_vectors.Key = KEY, **changes: Any) -> str:
    return key.sign(client_vectors.CLAIMS | changes)


class Stub:
    """Answers in place of the service, without a network. `away` fails every request."""

    def __init__(self, *keys: client_vectors.Key) -> None:
        self.keys = [key.jwk for key in keys] or json.loads((VECTORS / "keys.json").read_text("utf-8"))["keys"]
        self.away = False
        self.on_answer: Callable[[], object] = lambda: None
        self.requests: list[str] = []
        self.user: tuple[int, dict[str, Any]] = (200, {"id": 7, "roles": [], "permissions": ["orders:read"]})
        self.feed: dict[str, Any] = {"seq": 1, "until": NOW, "sessions": [], "users": []}
        self.until: float | None = None
        self.released = threading.Event()
        self.released.set()

    def get(self, path: str, headers: Mapping[str, str], timeout: float) -> Answer:
        self.requests.append(path)
        if not self.released.wait(timeout) or self.away:
            raise FetchError("away")
        if path.startswith("/.well-known/jwks"):
            answer = Answer(200, json.dumps({"keys": self.keys}).encode())
            self.on_answer()
            return answer
        if path.startswith("/.well-known/revocations"):
            claims = {"iss": client_vectors.ISSUER, "iat": NOW, "from": NOW - 900, **self.feed}
            return Answer(200, KEY.sign(claims, "revocations+jwt").encode())
        status, user = self.user
        return Answer(status, json.dumps({"code": status, "message": "", "data": user}).encode())

    def forget_connections(self) -> None:
        """There are none."""

    def close(self) -> None:
        """There is nothing to close."""

    def count(self, path: str) -> int:
        return sum(each.startswith(path) for each in self.requests)


def vector_verifier(stub: Stub, **options: Any) -> Verifier:
    """A verifier with the settings of the vectors that asks the stub."""
    settings: dict[str, Any] = {
        "issuer": client_vectors.ISSUER,
        "audience": client_vectors.AUDIENCE,
        "revocations": "off",
        "clock": lambda: float(NOW),
    }
    return Verifier("http://doorward.invalid", fetcher=stub, **(settings | options))


def until(condition: Callable[[], bool], seconds: float = 10) -> None:
    """Waits for what a thread of the verifier does."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)
