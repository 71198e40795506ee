"""Import: every system's export, dry runs, refused rows that are mended, and an end in the middle."""

import asyncio
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from doorward.features.transfer.files.formats import FORMATS
from tests.features.transfer import samples
from tests.features.transfer.samples import PASSWORD, SAMPLES
from tests.support.cli import ROOT, doorward, environment
from tests.support.databases import Databases
from tests.support.service import PASSWORD as NEW_PASSWORD
from tests.support.service import Client, Service


@pytest.mark.parametrize("system", SAMPLES)
async def test_users_of_another_system_are_recognised_and_sign_in_with_their_old_passwords(
    system: str, sqlite_databases: Databases, tmp_path: Path, run_service: Any
) -> None:
    async with sqlite_databases.new(tmp_path) as environ, run_service(environ) as service:
        file = samples.write(tmp_path, system)
        config = tmp_path / "hash-config.json"
        config.write_text(json.dumps(samples.FIREBASE_CONFIG))
        options = ("--firebase-hash-config", str(config)) if system == "firebase" else ()
        run = await doorward(environ, "import", str(file), "--role", "clerk=user", "--json", *options)
        assert run.code == 0, run.out + run.err
        assert run.json["format"] == system
        username = "ann" if system not in ("firebase", "supabase", "pocketbase") else "ann@example.com"
        password = "user1password" if system == "firebase" else PASSWORD
        ann = (await service.login(username, password)).tokens["user"]
        assert (ann["name"], ann["email"], ann["status"]) == ("Ann Lee", "ann@example.com", 1)
        assert ann["createdAt"] == "2023-11-14T22:13:20.000Z"
        assert ann["roles"] == (["user"] if system in ("keycloak", "auth0") else [])
        assert ann["emailVerified"] is (system not in ("django", "ruoyi"))  # They do not say it.
        if system == "ruoyi":
            gone = await service.anonymous.post("/api/auth/login", {"username": "gone", "password": PASSWORD})
            assert gone.reason == "account_disabled"


def rows(*users: dict[str, Any]) -> str:
    return "".join(json.dumps(user) + "\n" for user in users)


@pytest.mark.parametrize(
    ("system", "field"),
    [("keycloak", "emailVerified"), ("auth0", "email_verified"), ("firebase", "emailVerified"),
     ("pocketbase", "verified"), ("supabase", "email_confirmed_at")],
)  # fmt: skip
def test_an_address_is_verified_only_where_another_system_says_so(system: str, field: str) -> None:
    """Mutants: a file without the field that verifies; a false one that leaves an existing user verified."""
    proof: Any = "2023-11-14T22:13:20Z" if system == "supabase" else True
    assert _verified(system, {"email": "ann@example.com", field: proof}) is True
    assert _verified(system, {"email": "ann@example.com", field: None if system == "supabase" else False}) is False
    assert _verified(system, {"email": "ann@example.com"}) is None
    assert _verified(system, {"email": None, "username": "ann", field: proof}) is None


def _verified(system: str, row: dict[str, Any]) -> bool | None:
    found: bool | None = FORMATS[system].read(row, {}, 0)["emailVerified"]
    return found


async def test_own_files_say_which_addresses_are_verified(
    environ: dict[str, str], tmp_path: Path, service: Service, admin: Client
) -> None:
    file, answers = tmp_path / "users.csv", ("true", "TRUE", "1", "false", "0", "", "maybe")
    lines = [f"u{number},u{number}@example.com,{answer}" for number, answer in enumerate(answers)]
    file.write_text("\n".join(["username,email,emailVerified", *lines, "without,,true"]))
    dry = await doorward(environ, "import", str(file), "--dry-run", "--json")
    reasons = [row["reason"] for row in dry.json["list"] if row["reason"]]
    assert reasons == ["emailVerified must be true or false"]
    assert (await doorward(environ, "import", str(file), "--json")).json["created"] == 7
    assert await _all_verified(admin) == {"u0", "u1", "u2"}
    moved = [{"username": "u0", "email": "other@example.com"}, {"username": "u1", "email": "u1@example.com"}]
    (tmp_path / "moved.jsonl").write_text(
        rows(*moved, {"username": "u2", "emailVerified": False}, {"username": "u3", "emailVerified": True})
    )
    assert (await doorward(environ, "import", str(tmp_path / "moved.jsonl"), "--existing", "update")).code == 0
    assert await _all_verified(admin) == {"u1", "u3"}


async def _all_verified(admin: Client) -> set[str]:
    users = (await admin.get("/api/users")).data["list"]
    return {user["username"] for user in users if user["emailVerified"]}


async def test_a_dry_run_tells_what_a_run_does_and_does_nothing(
    environ: dict[str, str], tmp_path: Path, service: Service, admin: Client
) -> None:
    await service.create(admin, "there", email="there@example.com", name="There")
    await service.create(admin, "same", name="Same")
    file = tmp_path / "users.jsonl"
    file.write_text(
        rows(
            {"username": "new", "passwordHash": samples.BCRYPT, "roles": ["user"]},
            {"username": "THERE", "name": "Elsewhere"},
            {"username": "same", "name": "Same"},
            {"username": "admin", "roles": []},
            {"username": "taken", "email": "THERE@example.com"},
            {"username": "spaced out"},
            {"username": "new"},
            {"username": "weak", "password": "password"},
            {"username": "hash", "passwordHash": "5f4dcc3b5aa765d61d8327deb882cf99"},
            {"username": "role", "roles": ["captain"]},
            {"name": "nobody"},
        )
        + "{not json\n"
    )
    command = ("import", str(file), "--existing", "update", "--roles", "replace", "--json")
    dry = await doorward(environ, *command, "--dry-run")
    assert dry.code == 5, dry.err
    outcomes = [(row["outcome"], row["reason"]) for row in dry.json["list"]]
    assert [outcome for outcome, _ in outcomes] == ["created", "changed", "unchanged", *["refused"] * 9]
    reasons = [reason for _, reason in outcomes[3:]]
    assert "administrator must remain" in reasons[0]
    assert "e-mail address is already in use" in reasons[1]
    assert reasons[2] == "username must not contain spaces or control characters"
    assert "username" in reasons[3]
    assert "most common passwords" in reasons[4]
    assert "passwordHash is not a password hash" in reasons[5]
    assert "'captain', which is not a role" in reasons[6]
    assert reasons[7] == "username is missing"
    assert "not a JSON object" in reasons[8]
    assert (await admin.get("/api/users")).data["total"] == 3

    run = await doorward(environ, *command)
    assert run.code == 5
    counted = {name: run.json[name] for name in ("rows", "created", "changed", "unchanged", "refused")}
    assert counted == {"rows": 12, "created": 1, "changed": 1, "unchanged": 1, "refused": 9}
    assert (await admin.get("/api/users?keyword=elsewhere")).data["total"] == 1
    trail = await service.core.database.fetch("SELECT details FROM audit WHERE action = 'users.imported'")
    assert json.loads(trail[0][0])["created"] == 1


async def test_refused_rows_are_mended_in_their_report_and_fed_in_again(
    environ: dict[str, str], tmp_path: Path, service: Service
) -> None:
    file = tmp_path / "users.csv"
    file.write_text(f"username,name,roles,password\nann,Ann,user,{NEW_PASSWORD}\nbob b,Bob,user,{NEW_PASSWORD}\n")
    run = await doorward(environ, "import", str(file), "--json")
    assert (run.code, run.json["created"], run.json["refused"]) == (5, 1, 1)
    report = Path(run.json["report"])
    assert report.stat().st_mode & 0o077 == 0
    report.write_text(report.read_text().replace("bob b", "bob"))
    again = await doorward(environ, "import", str(report), "--json")
    assert (again.code, again.json["created"]) == (0, 1), again.out
    for username in ("ann", "bob"):
        assert (await service.login(username, NEW_PASSWORD)).tokens["user"]["roles"] == ["user"]


async def test_excel_is_read(environ: dict[str, str], tmp_path: Path, service: Service, admin: Client) -> None:
    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet.append(["username", "name", "phone", "status", "passwordHash"])
    sheet.append(["ann", "Ann Lee", 15550100, 1, samples.BCRYPT])
    sheet.append(["bob", "Bob", None, 0, None])
    book.save(tmp_path / "users.xlsx")
    run = await doorward(environ, "import", str(tmp_path / "users.xlsx"), "--json")
    assert (run.code, run.json["created"]) == (0, 2), run.out + run.err
    assert (await service.login("ann", PASSWORD)).tokens["user"]["phone"] == "15550100"
    assert (await admin.get("/api/users?status=0")).data["total"] == 1


async def test_an_import_that_is_killed_goes_on_with_nothing_twice_and_nothing_lost(
    environ: dict[str, str], tmp_path: Path, service: Service, admin: Client
) -> None:
    """Fails when the progress is written in another transaction than the users, or the report is only appended to."""
    count = 9000
    file = tmp_path / "many.jsonl"
    with file.open("w") as lines:
        for number in range(count):
            name = f"u{number}" if number % 100 else f"bad {number}"
            lines.write(json.dumps({"username": name, "passwordHash": samples.BCRYPT, "roles": ["user"]}) + "\n")
    command = [sys.executable, "-m", "doorward", "import", str(file), "--json"]
    done = 0
    while not done:
        process = await asyncio.create_subprocess_exec(
            *command, env=environment(environ), cwd=ROOT, stdout=asyncio.subprocess.PIPE
        )
        done = await _kill_after_a_batch(service, process)
    final = await doorward(environ, "import", str(file), "--json")
    assert final.code == 5
    assert final.json["rows"] == count
    assert (final.json["created"], final.json["refused"]) == (count - 90, 90)
    assert (await admin.get("/api/users?pageSize=1")).data["total"] == count - 90 + 1
    report = [json.loads(line) for line in Path(final.json["report"]).read_text().splitlines()]
    assert [row["username"] for row in report] == [f"bad {number}" for number in range(0, count, 100)]


async def _kill_after_a_batch(service: Service, process: asyncio.subprocess.Process) -> int:
    """Kills the import as soon as part of it is committed; returns how far it was."""
    while True:
        row = await service.core.database.fetchrow("SELECT position, finished FROM imports")
        if row is not None and row[0] > 0:
            assert not row[1], "it was over before it could be killed"
            os.kill(process.pid, signal.SIGKILL)
            await process.wait()
            return int(row[0])
        await asyncio.sleep(0.005)


async def test_of_two_rows_with_one_address_the_first_gets_in_however_many_there_are(
    sqlite_databases: Databases, tmp_path: Path, anyio_backend: str
) -> None:
    """Large batches are written in the order of usernames. Mutant: those with the same address in them too."""
    file = tmp_path / "many.jsonl"
    users = [{"username": f"u{number}"} for number in range(14_000)]
    users[7000] = {"username": "zoe", "email": "shared@example.com"}
    users[7001] = {"username": "abe", "email": "SHARED@example.com"}
    file.write_text(rows(*users))
    async with sqlite_databases.new(tmp_path) as environ:
        run = await doorward(environ, "import", str(file), "--json")
        assert (run.json["created"], run.json["refused"]) == (13_999, 1), run.err
        refused = json.loads(Path(run.json["report"]).read_text())
        assert (refused["username"], refused["refused"]) == ("abe", "email also occurs in an earlier row of the file")


async def test_a_file_that_is_nothing_is_refused(tmp_path: Path, environ: dict[str, str]) -> None:
    file = tmp_path / "cats.json"
    file.write_text('[{"name": "Tom"}]')
    run = await doorward(environ, "import", str(file))
    assert run.code == 1
    assert "--from" in run.err
