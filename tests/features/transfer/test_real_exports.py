"""Files as other systems write them, with passwords that they hashed.

`exports/django.json` is a `dumpdata` of Django 5.2 with each of its hashers, `pocketbase.*` the table of a PocketBase
0.40 as `sqlite3 -json` and `-csv` print it, and the hashes in `werkzeug.jsonl` are Werkzeug's own. The others are,
field by field, what `kc.sh export`, `ak dumpdata`, `supabase db dump`, PostgreSQL's CSV, Navicat,
`firebase auth:export` and Auth0 write; Keycloak's argon2, Firebase's scrypt and RuoYi's bcrypt are hashes that those
systems made.
"""

from pathlib import Path
from typing import Any

import pytest

from tests.support.cli import doorward
from tests.support.databases import Databases
from tests.support.service import Service

EXPORTS = Path(__file__).parent / "exports"
DJANGO = ("pbkdf2_sha256", "pbkdf2_sha1", "argon2", "bcrypt_sha256", "bcrypt", "scrypt")

Case = tuple[tuple[str, ...], dict[str, str]]
CASES: dict[str, Case] = {
    "keycloak-realm.json": (("--role", "clerk=user"), dict.fromkeys(("kc-argon", "kc-sha512", "kc-sha256"), "secret")),
    "auth0-import.json": ((), dict.fromkeys(("pbk@auth0.example", "bc@auth0.example"), "auth0 secret")),
    "firebase.json": (
        ("--firebase-hash-config", str(EXPORTS / "firebase-hash-config.json")),
        {"fire@fb.example": "user1password"},
    ),
    "django.json": (("--role", "clerks=user"), {f"dj_{name}": f"correct horse {name}" for name in DJANGO}),
    "authentik.json": (
        ("--role", "clerks=user"),
        {"ak_pbkdf2": "correct horse pbkdf2_sha256", "ak_argon2": "correct horse argon2"},
    ),
    "supabase.sql": ((), dict.fromkeys(("sue@sb.example", "was@sb.example"), "auth0 secret")),
    "supabase.csv": ((), dict.fromkeys(("sue@sb.example", "was@sb.example"), "auth0 secret")),
    "pocketbase.json": ((), {"ann@example.com": "pocket secret 1", "bob@example.com": "pocket secret 2"}),
    "pocketbase.csv": ((), {"ann@example.com": "pocket secret 1"}),
    "ruoyi.sql": ((), {"ry-admin": "admin123"}),
    "ruoyi.csv": ((), dict.fromkeys(("ry-csv", "ry-csv2"), "admin123")),
    "werkzeug.jsonl": (
        (),
        dict.fromkeys(("wz-scrypt0", "wz-pbkdf21", "wz-pbkdf22", "wz-scrypt3"), "flask secret"),
    ),
}


async def stored_hash(service: Service, username: str) -> str:
    row = await service.core.database.fetchrow("SELECT password_hash FROM users WHERE username = $1", username)
    assert row is not None
    return str(row[0])


@pytest.mark.parametrize("name", CASES)
async def test_a_real_export_is_imported_and_its_hashes_become_argon2id(
    name: str, sqlite_databases: Databases, tmp_path: Path, run_service: Any
) -> None:
    """Mutants: columns of sys_user by heart; backslashes as escapes in PostgreSQL's texts; `,l=64` not allowed."""
    options, passwords = CASES[name]
    async with sqlite_databases.new(tmp_path) as environ, run_service(environ) as service:
        report = ("--report", str(tmp_path / "refused"))
        run = await doorward(environ, "import", str(EXPORTS / name), "--json", *options, *report)
        assert (run.code, run.json["refused"]) == (0, 0), run.out + run.err
        for username, password in passwords.items():
            foreign = await stored_hash(service, username)
            wrong = await service.anonymous.post(
                "/api/auth/login", {"username": username, "password": "something else"}
            )
            assert wrong.reason == "invalid_credentials"
            user = (await service.login(username, password)).tokens["user"]
            assert user["roles"] == (["user"] if options[:1] == ("--role",) else [])
            replaced = await stored_hash(service, username)
            assert replaced.startswith("$argon2id$")
            assert replaced != foreign


async def test_what_only_the_whole_file_tells_is_understood(
    sqlite_databases: Databases, tmp_path: Path, run_service: Any
) -> None:
    """Mutants: clients of a realm among people; a ban for ever; texts cut at an escaped quote."""
    async with sqlite_databases.new(tmp_path) as environ, run_service(environ):
        for name in ("keycloak-realm.json", "supabase.sql", "ruoyi.sql"):
            report = ("--report", str(tmp_path / f"{name}.refused"))
            assert (await doorward(environ, "import", str(EXPORTS / name), *report)).code == 0
        listed = await doorward(environ, "users", "list", "--page-size", "100", "--json")
        users = {user["username"]: user for user in listed.json["list"]}
    assert "service-account-shop" not in users
    assert [users[f"{who}@sb.example"]["status"] for who in ("sue", "ban", "was")] == [1, 0, 1]
    assert users["sue@sb.example"]["name"] == 'Sue "Q" O\'Hara'
    assert (users["ry"]["name"], users["ry"]["status"]) == ("若'依", 0)


async def test_hashes_that_come_in_a_second_file_change_nothing_else(
    sqlite_databases: Databases, tmp_path: Path, run_service: Any
) -> None:
    """Auth0 gives profiles and hashes apart. Mutant: what a file does not say counts as empty."""
    async with sqlite_databases.new(tmp_path) as environ, run_service(environ) as service:
        report = ("--report", str(tmp_path / "refused"))
        assert (await doorward(environ, "import", str(EXPORTS / "auth0-profiles.ndjson"), *report)).code == 0
        before = (await doorward(environ, "users", "show", "ada@auth0.example", "--json")).json
        hashes = str(EXPORTS / "auth0-hashes.ndjson")
        run = await doorward(environ, "import", hashes, "--existing", "update", "--json", *report)
        assert (run.code, run.json["changed"]) == (0, 2), run.out + run.err
        after = (await doorward(environ, "users", "show", "ada@auth0.example", "--json")).json
        changing = ("updatedAt", "version")
        assert {k: v for k, v in after.items() if k not in changing} == {
            k: v for k, v in before.items() if k not in changing
        }
        assert after["status"] == 0
        assert (await service.login("bob@auth0.example", "auth0 secret")).tokens["user"]["name"] == "Bob B"


async def test_a_field_that_can_not_be_read_is_named_and_mended_in_the_report(
    sqlite_databases: Databases, tmp_path: Path, run_service: Any
) -> None:
    """Mutant: the report holds the other system's columns, where its `password` would count as one of ours."""
    file = tmp_path / "sys_user.csv"
    text = (EXPORTS / "ruoyi.csv").read_text("utf-8")
    file.write_text(text.replace('"2022-11-22 15:05:43","","NULL"', '"22/11/2022 15:05","","NULL"'), "utf-8")
    async with sqlite_databases.new(tmp_path) as environ, run_service(environ) as service:
        run = await doorward(environ, "import", str(file), "--json")
        assert (run.code, run.json["created"], run.json["refused"]) == (5, 1, 1), run.out + run.err
        report = Path(run.json["report"])
        assert "createdAt must be a date and time" in report.read_text("utf-8")
        report.write_text(report.read_text("utf-8").replace("22/11/2022 15:05", "2022-11-22 15:05:00"), "utf-8")
        again = await doorward(environ, "import", str(report), "--json")
        assert (again.code, again.json["created"]) == (0, 1), again.out + again.err
        assert (await service.login("ry-csv", "admin123")).tokens["user"]["createdAt"] == "2022-11-22T15:05:00.000Z"
