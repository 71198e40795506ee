"""Schemathesis: signs in as an administrator, and keeps its hands off the two accounts without which it could not."""

import os
from typing import Any

import httpx
import schemathesis

BASE = os.environ["ATTACK_URL"]
_OURS = 2


@schemathesis.auth(refresh_interval=3)
class Administrator:
    """Signs in again every few seconds: some of what is tried ends the session."""

    def get(self, case: Any, context: Any) -> str:
        login = {"username": "attacker", "password": os.environ["ATTACK_PASSWORD"]}
        answer = httpx.post(f"{BASE}/api/auth/login", json=login, trust_env=False, timeout=60)
        return str(answer.json()["data"]["token"])

    def set(self, case: Any, data: str, context: Any) -> None:
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: Any) -> None:
    number = (case.path_parameters or {}).get("id")
    if isinstance(number, int) and 0 < number <= _OURS:
        case.path_parameters["id"] = number + _OURS
    if case.path == "/api/auth/user" and isinstance(case.body, dict):
        case.body.pop("username", None)  # Under another name it could not sign in again.
