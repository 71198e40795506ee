"""The fixture `doorward`, used as in the tests of another project."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.support.cli import environment

REPOSITORY = Path(__file__).parents[2]
THEIR_TESTS = '''
import time

import httpx
import jwt
import pytest


class Shop:
    """An application that verifies tokens itself and asks the service for the current user."""

    def __init__(self, keys, service):
        self.keys = jwt.PyJWKSet.from_dict(keys)
        self.service = service

    def orders(self, headers):
        token = headers["Authorization"].removeprefix("Bearer ")
        key = self.keys[jwt.get_unverified_header(token)["kid"]]
        claims = jwt.decode(token, key, ["ES256"], audience="shop", issuer="https://sign-in.example.com")
        who = self.service.get("/api/auth/user", headers=headers)
        return who.status_code, claims["roles"], who.json()["data"].get("username")


def test_a_minted_token_is_a_real_one(doorward):
    shop = Shop(doorward.jwks, doorward.client)
    ann = doorward.user("ann", roles=["user"], email="ann@example.com")
    assert shop.orders(ann.headers) == (200, ["user"], "ann")
    doorward.clock.advance(minutes=16)
    assert shop.orders(ann.headers)[0] == 401
    refreshed = doorward.client.post("/api/auth/refresh", json={"refreshToken": ann.refresh_token})
    assert refreshed.status_code == 200


def test_each_test_has_a_service_of_its_own_and_rules_hold(doorward):
    admin = doorward.client_for(doorward.sign_in("admin"))
    assert [user["username"] for user in admin.get("/api/users").json()["data"]["list"]] == ["admin"]
    assert admin.delete("/api/users/1").status_code == 409
    login = {"username": "admin", "password": "correct horse battery staple"}
    assert doorward.client.post("/api/auth/login", json=login).status_code == 200


def test_it_is_ready_in_milliseconds(request, doorward_template, tmp_path_factory):
    begun = time.process_time()
    request.getfixturevalue("doorward")
    print("ready after", round((time.process_time() - begun) * 1000, 1), "ms of processor time")


@pytest.fixture
def doorward_settings():
    return {"issuer": "https://sign-in.example.com", "audience": "shop"}


def test_libraries_fetch_the_keys_by_url_and_see_the_issuer_that_was_set(doorward):
    ann = doorward.user("ann")
    keys = jwt.PyJWKClient(doorward.jwks_url)
    key = keys.get_signing_key_from_jwt(ann.token)
    jwt.decode(ann.token, key, ["ES256"], audience="shop", issuer="https://sign-in.example.com")
    with pytest.raises(jwt.InvalidAudienceError):
        jwt.decode(ann.token, key, ["ES256"], audience="doorward")
    answer = httpx.get(doorward.address + "/api/auth/user", headers=ann.headers, trust_env=False)
    assert answer.json()["data"]["username"] == "ann"
    login = {"username": "ann", "password": "wrong"}
    assert httpx.post(doorward.address + "/api/auth/login", json=login, trust_env=False).status_code == 401


def test_verifiers_follow_the_process_and_not_the_clock_of_the_service(doorward, monkeypatch):
    ann = doorward.user("ann")
    doorward.clock.advance(minutes=16)
    assert doorward.client_for(ann).get("/api/auth/user").status_code == 401
    key = jwt.PyJWKSet.from_dict(doorward.jwks)[jwt.get_unverified_header(ann.token)["kid"]]
    jwt.decode(ann.token, key, ["ES256"], audience="shop")  # By its own clock the token is still valid.


def test_a_stopped_clock_moves_only_when_it_is_advanced(doorward):
    doorward.clock.stop()
    stopped_at = doorward.clock()
    while time.time() * 1000 < stopped_at + 2:
        time.sleep(0.001)
    assert doorward.clock() == stopped_at
    doorward.clock.advance(1)
    assert doorward.clock() == stopped_at + 1000


def test_what_a_rule_refuses_is_explained(doorward):
    doorward.role("clerk", "orders:read")
    ann = doorward.client_for(doorward.user("ann", roles=["clerk"]))
    assert ann.get("/api/auth/user").json()["data"]["permissions"] == ["orders:read"]
    with pytest.raises(Exception) as refused:
        doorward.user("bob", roles=["typo"])
    assert refused.value.__notes__ == ["Some fields are not valid; roles has 'typo', which is not a role"]
    with pytest.raises(Exception) as refused:
        doorward.sign_in("bob")
    assert refused.value.__notes__ == ["There is no such user"]


def test_async_code_can_talk_to_it(doorward):
    import asyncio

    async def ask():
        async with doorward.async_client_for(doorward.sign_in("admin")) as client:
            return (await client.get("/api/auth/user")).json()["data"]["username"]

    assert asyncio.run(ask()) == "admin"
'''


# Other plugins of this environment: importing them takes longer than the tests.
OTHERS = [f"-pno:{name}" for name in ("anyio", "cacheprovider", "hypothesispytest", "schemathesis", "xdist")]


def run(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", *OTHERS, *options, str(folder)]
    environ = environment(
        {"PYTHONPATH": os.pathsep.join(str(REPOSITORY / each) for each in ("src", "clients/python/src"))}
    )
    return subprocess.run(command, env=environ, cwd=folder, capture_output=True, text=True, check=False)


def test_an_application_is_tested_against_the_real_thing(tmp_path: Path) -> None:
    (tmp_path / "test_shop.py").write_text(THEIR_TESTS)
    done = run(tmp_path, "-s")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "8 passed" in done.stdout


def test_the_files_of_the_guide_work_as_they_are(tmp_path: Path) -> None:
    page = (REPOSITORY / "docs" / "testing.md").read_text("utf-8")
    files = re.findall(r"<!-- file: ([\w.]+) -->\n```python\n(.*?)```", page, re.DOTALL)
    assert [name for name, _ in files] == ["shop.py", "conftest.py", "test_orders.py", "test_settings.py"]
    for name, code in files:
        (tmp_path / name).write_text(code)
    done = run(tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 passed" in done.stdout


def test_the_plugin_costs_nothing_where_the_fixture_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "test_other.py").write_text(
        "import sys\n\ndef test_other():\n    assert not {'doorward.app', 'httptools', 'httpx'} & set(sys.modules)\n"
    )
    done = run(tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
