"""The service under attack: a separate process on the loopback interface, with a temporary database."""

import contextlib
import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx

# Throttling is off, so that the tools get past the sign-in; tokens stay valid until the tools have finished.
_SETTINGS = {
    "DOORWARD_LOGIN_FAILURES": "0",
    "DOORWARD_LOGIN_ACCOUNT_FAILURES": "0",
    "DOORWARD_LOGIN_NETWORK_FAILURES": "0",
    "DOORWARD_LOGIN_RATE": "0",
    "DOORWARD_LOGIN_NETWORK_RATE": "0",
    "DOORWARD_ACCESS_TTL": "1d",
}
_START_SECONDS = 60


class Target:
    def __init__(self, url: str, log: Path) -> None:
        self.url, self.log = url, log
        self.password = secrets.token_urlsafe(16)

    def prepare(self, first_password: str) -> None:
        """Creates an administrator for the tools, and some users."""
        token = self.sign_in("admin", first_password)
        for username, roles in (("attacker", ["admin"]), ("ann", ["user"]), ("bob", []), ("eve", ["user"])):
            body = {"username": username, "password": self.password, "roles": roles}
            headers = {"Authorization": f"Bearer {token}"}
            httpx.post(f"{self.url}/api/users", json=body, headers=headers, trust_env=False).raise_for_status()

    def sign_in(self, username: str = "attacker", password: str = "") -> str:
        login = {"username": username, "password": password or self.password}
        response = httpx.post(f"{self.url}/api/auth/login", json=login, trust_env=False, timeout=30)
        return str(response.raise_for_status().json()["data"]["token"])

    def tracebacks(self) -> int:
        return self.log.read_text("utf-8", "replace").count("Traceback")


@contextlib.contextmanager
def running(folder: Path) -> Iterator[Target]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    password = secrets.token_urlsafe(16)
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": "src",
        "DOORWARD_DATA_DIR": str(folder / "data"),
        "DOORWARD_ADMIN_PASSWORD": password,
        **_SETTINGS,
    }
    target = Target(f"http://127.0.0.1:{port}", folder / "service.log")
    command = [os.environ.get("ATTACK_PYTHON", sys.executable), "-m", "doorward", "serve", "--port", str(port)]
    with target.log.open("wb") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        try:
            _wait_until_ready(target.url)
            target.prepare(password)
            yield target
        finally:
            process.terminate()
            process.wait(60)


def _wait_until_ready(url: str) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline:
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(f"{url}/readyz", trust_env=False).status_code == 200:
                return
        time.sleep(0.1)
    raise SystemExit("the service did not start")
