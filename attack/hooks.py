"""Schemathesis hooks: sign in as an administrator, and protect the two administrators' accounts from the test cases."""

import os
from typing import Any

import httpx
import schemathesis

BASE = os.environ["ATTACK_URL"]
# The ids 1 and 2: the first administrator and the one whose account signs in here.
_PROTECTED_IDS = 2


@schemathesis.auth(refresh_interval=3)
class Administrator:
    """Signs in again every few seconds, because some test cases end the session."""

    def get(self, case: Any, context: Any) -> str:
        login = {"username": "attacker", "password": os.environ["ATTACK_PASSWORD"]}
        response = httpx.post(f"{BASE}/api/auth/login", json=login, trust_env=False, timeout=60)
        return str(response.json()["data"]["token"])

    def set(self, case: Any, data: str, context: Any) -> None:
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: Any) -> None:
    user_id = (case.path_parameters or {}).get("id")
    if isinstance(user_id, int) and 0 < user_id <= _PROTECTED_IDS:
        case.path_parameters["id"] = user_id + _PROTECTED_IDS
    if case.path == "/api/auth/user" and isinstance(case.body, dict):
        case.body.pop("username", None)  # Renaming the account would break the next sign-in.
