"""`doorward serve --demo`: people to look at, and nothing left of them."""

import asyncio
import os
import signal
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli import doorward, doorward_process
from tests.support.process import Node

PATIENCE_SECONDS = 120
WEEKEND = (5, 6)


@pytest.fixture
def temporary(tmp_path: Path) -> Path:
    """The folder of temporary files: the demo's folder is made in it."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    return folder


async def get(node: Node, headers: dict[str, str], path: str) -> Any:
    answer = await node.http.get(path, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def test_a_demo_shows_a_month_of_an_organisation_and_leaves_nothing(temporary: Path, anyio_backend: str) -> None:
    log = temporary.parent / "log"
    node = Node({"TMPDIR": str(temporary)}, log=log, options=["--demo"])
    try:
        node.launch()
        await node.ready(PATIENCE_SECONDS)
        banner = log.read_text()
        assert "A demo: its people are invented, and its data is removed at the end." in banner
        assert "Administrator        admin\n" in banner
        password = banner.split("Password             ")[1].split("\n")[0]
        admin = await node.login("admin", password)
        await _check_people(node, admin)
        await _check_month(node, admin)
        (folder,) = temporary.iterdir()
        verified = await doorward({"DOORWARD_DATA_DIR": str(folder / "data")}, "audit", "verify", "--json")
        assert verified.code == 0, verified.out
        assert await node.terminate() == 0
    finally:
        await node.close()
    assert list(temporary.iterdir()) == []


async def _check_people(node: Node, admin: dict[str, str]) -> None:
    pages = [await get(node, admin, f"/api/users?pageSize=100&page={page}") for page in (1, 2, 3)]
    people = [user for page in pages for user in page["list"] if user["username"] != "admin" and not user["service"]]
    assert len(people) == 200
    names = " ".join(user["name"] for user in people)
    assert "王伟" in names
    assert "محمد" in names
    assert max(len(user["name"]) for user in people) > 60
    for name, least in (("status", 5), ("emailVerified", 20), ("lastLoginAt", 10)):
        assert sum(not user[name] for user in people) >= least, name
    assert sum(user["mustChangePassword"] for user in people) >= 5
    roles = (await get(node, admin, "/api/roles"))["list"]
    assert sum(bool(role["description"] and role["permissions"] and role["userCount"]) for role in roles) >= 8
    signed_in = max((user for user in people if user["lastLoginAt"]), key=lambda user: user["lastLoginAt"])
    assert (await get(node, admin, f"/api/users/{signed_in['id']}/sessions"))["list"][0]["device"]
    # Enabled ones would send events to the addresses of the demo.
    webhooks = (await get(node, admin, "/api/webhooks"))["list"]
    assert [webhook["enabled"] for webhook in webhooks] == [False, False]
    for webhook in webhooks:
        for state, attempts in (("delivered", 1), ("failed", 24)):
            found = await get(node, admin, f"/api/webhooks/{webhook['id']}/deliveries?state={state}")
            assert {each["attempts"] for each in found["list"]} == {attempts}
    assert {each["state"] for each in (await get(node, admin, "/api/invitations"))["list"]} == {"pending", "expired"}
    accounts = (await get(node, admin, "/api/service-accounts"))["list"]
    assert await get(node, admin, f"/api/service-accounts/{accounts[0]['id']}/keys")


async def _check_month(node: Node, admin: dict[str, str]) -> None:
    days = (await get(node, admin, "/api/stats"))["signIns"]
    counts: dict[bool, list[int]] = {True: [], False: []}
    for day in days[2:-1]:
        counts[date.fromisoformat(day["date"][:10]).weekday() in WEEKEND].append(day["succeeded"])
    weekend, working = (sum(each) / len(each) for each in (counts[True], counts[False]))
    assert working > 3 * weekend > 0
    assert sum(day["failed"] for day in days) > 100
    (guessed,) = (await get(node, admin, "/api/audit?action=auth.login_failed&pageSize=1"))["list"]
    body = {"username": guessed["targetName"], "password": "a guess from another network"}
    assert (await node.http.post("/api/auth/login", json=body)).status_code == 429


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
async def test_a_demo_that_is_ended_before_it_is_ready_leaves_nothing(
    number: signal.Signals, temporary: Path, anyio_backend: str
) -> None:
    """Mutant: without `_ended_by_signals`, with which SIGTERM and SIGHUP end the process and leave its folder."""
    node = Node({"TMPDIR": str(temporary)}, options=["--demo"])
    try:
        node.launch()
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not any(temporary.glob("*/data/doorward.db-wal")):
                assert node.running
                await asyncio.sleep(0.005)
        os.kill(node.pid, number)
        assert await node.ended() == 128 + number
        assert list(temporary.iterdir()) == []
    finally:
        await node.close()


@pytest.mark.parametrize(
    ("options", "setting"),
    [
        (["--database-url", "sqlite:////nowhere/doorward.db"], "database-url"),
        (["--host", "0.0.0.0"], "0.0.0.0"),
    ],
)
async def test_a_demo_takes_no_database_and_serves_no_other_machine(
    options: list[str], setting: str, temporary: Path, anyio_backend: str
) -> None:
    run = await doorward_process({"TMPDIR": str(temporary)}, "serve", "--demo", *options)
    assert run.code == 1
    assert run.err.startswith("doorward: --demo ")
    assert setting in run.err
    assert list(temporary.iterdir()) == []
