"""What the Python library costs: a cached token, a new one, and a FastAPI endpoint with the dependency.

    .venv/bin/python -m bench.verifier [--rounds 5] [--seconds 3]

Each figure is a ratio, or a time of the processor, of measurements that alternate in one run. The key set and the
revocation feed come from a server in this process, so that the verifier works as it does in an application.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import jwt
from jwt.types import Options
from scripts import client_vectors

from bench.load import LoadGenerator, Plan, bearer, request
from bench.processes import running
from bench.targets import Verdict, at_least, at_most
from doorward_client import Verifier

ROOT: Final = Path(__file__).parents[1]
KEY: Final = client_vectors._p256("bench")
_CACHED: Final = 50_000
_NEW: Final = 300
_CONNECTIONS: Final = 16
_PORT: Final = 8377
_KINDS: Final = {"nothing": "with a dependency that does nothing", "protected": "protected"}


class _Doorward(BaseHTTPRequestHandler):
    """The two documents that a verifier fetches."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        body = json.dumps({"keys": [KEY.jwk]}).encode()
        if urlsplit(self.path).path == "/.well-known/revocations":
            now = int(time.time())
            claims = {"iss": "doorward", "iat": now, "seq": 1, "from": now - 1020, "until": now}
            ended = [str(number) for number in range(100_000, 101_000)]
            body = KEY.sign(claims | {"sessions": ended, "users": []}, "revocations+jwt").encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        return None


@contextmanager
def _doorward() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Doorward)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def token(number: int = 0) -> str:
    """A token as Doorward issues it, an hour valid."""
    now = int(time.time())
    claims = {"iss": "doorward", "aud": "doorward", "iat": now, "exp": now + 3600, "jti": f"bench{number}"}
    return KEY.sign(client_vectors.CLAIMS | claims)


def _micros(work: Callable[[], object], count: int) -> float:
    """Time of this thread's processor, which other processes do not change much."""
    begun = time.thread_time()
    work()
    return (time.thread_time() - begun) / count * 1e6


def cached_micros(verifier: Verifier) -> float:
    text = token()
    # Each request brings a string of its own, whose hash is not known yet.
    texts = [bytes(text, "ascii").decode() for _ in range(_CACHED)]
    verifier.verify(text)
    return _micros(lambda: [verifier.verify(each) for each in texts], _CACHED)


def new_micros(verifier: Verifier) -> tuple[float, float]:
    """The verifier's time for new tokens, and that of PyJWT for the same checks of the same tokens."""
    texts, public = [token(number) for number in range(_NEW)], KEY.private.public_key()
    required: Options = {"require": ["exp", "iat", "iss", "aud", "sub", "sid"]}

    def alone() -> None:
        for text in texts:
            jwt.decode(text, public, ["ES256"], issuer="doorward", audience="doorward", options=required)

    verifier._forget_tokens()
    return _micros(lambda: [verifier.verify(text) for text in texts], _NEW), _micros(alone, _NEW)


def endpoint_ratios(url: str, rounds: int, seconds: float) -> dict[tuple[str, str], tuple[float, float]]:
    """For each endpoint and kind, its requests a second divided by those of the open one: as counted, and by the
    processor time of a request, which other processes disturb less."""
    command = [sys.executable, "-m", "granian", "--interface", "asgi", "--no-ws", "--log-level", "error"]
    command += ["--port", str(_PORT), "bench.verifier_app:app"]
    environ = {"DOORWARD_URL": url, "PYTHONPATH": f"{ROOT}:{ROOT / 'clients' / 'python' / 'src'}"}
    log, cores = Path(tempfile.gettempdir()) / "doorward-bench-verifier.log", {max(os.sched_getaffinity(0))}
    paths = [f"/{kind}/{name}" for name in ("page", "small") for kind in ("open", *_KINDS)]
    rates: dict[str, list[float]] = {path: [] for path in paths}
    costs: dict[str, list[float]] = {path: [] for path in paths}
    load = LoadGenerator({min(os.sched_getaffinity(0))})
    with running(command, _PORT, cores=cores, log=log, cwd=ROOT, env=environ, health="/open/small") as server:
        for path in paths * (rounds + 1):
            before = server.cpu_seconds
            plan = Plan((request("GET", path, token=bearer(token())),), _CONNECTIONS)
            measured = load.run(server.port, plan, seconds)
            if measured.failed:
                raise SystemExit(f"{path}: {measured.failed} requests failed")
            rates[path].append(measured.rate)
            costs[path].append((server.cpu_seconds - before) / (measured.rate * seconds))
    # The first of each warms up.
    rate = {path: statistics.median(each[1:]) for path, each in rates.items()}
    cost = {path: statistics.median(each[1:]) for path, each in costs.items()}
    return {
        (name, kind): (
            rate[f"/{kind}/{name}"] / rate[f"/open/{name}"],
            cost[f"/open/{name}"] / cost[f"/{kind}/{name}"],
        )
        for name in ("page", "small")
        for kind in _KINDS
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3)
    options = parser.parse_args()
    with _doorward() as url, Verifier(url, audience="doorward") as verifier:
        verifier.verify(token())
        cached = statistics.median(cached_micros(verifier) for _ in range(options.rounds))
        pairs = [new_micros(verifier) for _ in range(options.rounds)]
        new = statistics.median(ours / alone for ours, alone in pairs)
        endpoints = endpoint_ratios(url, options.rounds, options.seconds)
    print(f"cached token: {cached:.2f} µs; new token: {pairs[0][0]:.0f} µs, PyJWT alone {pairs[0][1]:.0f} µs")
    for (name, kind), (counted, by_cost) in endpoints.items():
        print(f"FastAPI /{name}, {_KINDS[kind]} : open: {counted:.3f} as counted, {by_cost:.3f} by processor time")
    verdicts: list[Verdict] = [
        at_most("cached token, µs", 5, cached),
        at_most("new token : PyJWT alone", 1.3, new),
        at_least("FastAPI /page, protected : open, requests a second", 0.85, endpoints["page", "protected"][0]),
    ]
    for verdict in verdicts:
        print(f"{verdict.what} {verdict.wanted}: {verdict.words}")
    sys.exit(not all(verdict.met for verdict in verdicts))


if __name__ == "__main__":
    main()
