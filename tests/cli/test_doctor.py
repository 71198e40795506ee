"""doorward doctor: findings with their fix, and an exit code for scripts."""

from functools import partial
from pathlib import Path
from typing import Any

from doorward import app
from doorward.cli.commands.doctor_checks import hash_cost, huge_pages
from doorward.core.audit.checkpoint_file import Checkpoint, append
from doorward.database import schema
from doorward.database.protocol import Transaction
from tests.support.cli import Run, doorward
from tests.support.databases import Databases, settings_for


def by_subject(run: Run) -> dict[str, Any]:
    return {row["subject"]: row for row in run.json["list"]}


async def test_a_healthy_service_has_no_problem(environ: dict[str, str], tmp_path: Path) -> None:
    for file in tmp_path.iterdir():
        file.chmod(0o600)
    run = await doorward(environ, "doctor", "--json")
    found = by_subject(run)
    assert run.code == 0, found
    assert found["database"]["level"] == found["keys"]["level"] == found["settings"]["level"] == "good"
    assert "sign-ins a second" in found["hashing"]["finding"]
    if "postgresql" in environ.get("DOORWARD_DATABASE_URL", ""):
        assert found["clock"]["level"] == "good"


async def test_a_program_that_is_behind_the_schema_is_told_to_upgrade_and_one_that_is_too_old_that_it_is(
    environ: dict[str, str],
) -> None:
    async def put(tx: Transaction, works_from: str) -> None:
        await tx.execute("UPDATE alembic_version SET version_num = '9999'")
        await tx.execute("UPDATE facts SET value = $1 WHERE name = 'schema_works_from'", works_from)

    database = app.connect(settings_for(environ))
    await database.open()
    await database.write(partial(put, works_from=schema.HEAD))
    behind = by_subject(await doorward(environ, "doctor", "--json"))["database"]
    assert (behind["level"], behind["action"]) == ("advice", "upgrade this node")
    assert behind["finding"] == f"schema 9999, newer than this program ({schema.HEAD})"
    await database.write(partial(put, works_from="9998"))
    await database.close()
    too_old = by_subject(await doorward(environ, "doctor", "--json"))["database"]
    assert too_old["level"] == "problem"
    assert f"9999, newer than this program ({schema.HEAD}), and works with programs from 9998 on" in too_old["finding"]


async def test_files_that_others_can_read_are_a_problem(sqlite_databases: Databases, tmp_path: Path) -> None:
    async with sqlite_databases.new(tmp_path) as environ:
        folder = Path(environ["DOORWARD_DATA_DIR"])
        (folder / "doorward.db").chmod(0o600)
        folder.chmod(0o755)
        run = await doorward(environ, "doctor", "--json")
        assert run.code == 5
        assert by_subject(run)["files"]["action"] == f"chmod 700 {folder}"


async def test_proxies_and_origins_that_look_wrong_are_named(tmp_path: Path) -> None:
    environ = {
        "DOORWARD_HOST": "0.0.0.0",
        "DOORWARD_TRUSTED_PROXIES": "0.0.0.0/0",
        "DOORWARD_CORS_ORIGINS": "http://shop.example",
    }
    run = await doorward(environ, "doctor", "--json", cwd=tmp_path)
    found = by_subject(run)
    assert run.code == 5
    assert found["proxies"]["level"] == found["cors"]["level"] == "problem"
    assert all(row["action"] for row in run.json["list"] if row["level"] != "good")


async def test_a_public_address_without_tls_is_named(tmp_path: Path) -> None:
    public = {"DOORWARD_HOST": "0.0.0.0"}
    for environ, level in (
        ({}, "good"),
        (public, "advice"),
        (public | {"DOORWARD_TLS_CERT": "cert.pem", "DOORWARD_TLS_KEY": "key.pem"}, "good"),
        (public | {"DOORWARD_TRUSTED_PROXIES": "10.0.0.1"}, "good"),
    ):
        found = by_subject(await doorward(environ, "doctor", "--json", cwd=tmp_path))["encryption"]
        assert found["level"] == level, environ
        assert ("cookie" in found["finding"]) == (level == "advice")


async def test_advice_counts_only_when_asked_to(tmp_path: Path) -> None:
    environ = {"DOORWARD_HOST": "0.0.0.0"}
    assert (await doorward(environ, "doctor", cwd=tmp_path)).code == 0
    assert (await doorward(environ, "doctor", "--strict", cwd=tmp_path)).code == 5


async def test_a_bad_setting_or_an_absent_database_is_a_finding_not_a_crash(tmp_path: Path) -> None:
    bad = await doorward({"DOORWARD_PORT": "x"}, "doctor", "--json", cwd=tmp_path)
    assert bad.code == 5
    assert by_subject(bad)["settings"]["level"] == "problem"
    environ = {
        "DOORWARD_DATABASE_URL": "postgresql://doorward@127.0.0.1:1/none",
        "DOORWARD_SECRET": "Yx3-8Kq_Zt7wLp2vRb5nMd0sHf4jGc1aQe6uIo9xX5kP",
    }
    away = await doorward(environ, "doctor", "--json", cwd=tmp_path)
    assert away.code == 5
    assert by_subject(away)["database"]["level"] == "problem"


async def test_a_file_that_may_not_be_looked_at_is_a_finding_and_the_other_checks_go_on(tmp_path: Path) -> None:
    """As in the folder of another account. Mutant: the first such file ends doctor, which then checks nothing else."""
    run = await doorward({"DOORWARD_DATA_DIR": "x" * 300}, "doctor", "--json", cwd=tmp_path)
    assert run.code == 5, run.err
    problems = {row["subject"]: row["finding"] for row in run.json["list"] if row["level"] == "problem"}
    assert set(problems) == {"secret", "files", "first password", "disk", "database"}
    assert problems["secret"].startswith("File name too long: ")
    assert "hashing" in {row["subject"] for row in run.json["list"]}


async def test_checkpoints_of_the_audit_trail_are_advised_and_watched(environ: dict[str, str], tmp_path: Path) -> None:
    for made in tmp_path.iterdir():
        made.chmod(0o600)

    async def level(file: str, interval: str = "1h") -> tuple[str, str]:
        more = {"DOORWARD_AUDIT_CHECKPOINT_FILE": file, "DOORWARD_AUDIT_CHECKPOINT_INTERVAL": interval}
        found = by_subject(
            await doorward(environ | {name: value for name, value in more.items() if value}, "doctor", "--json")
        )
        return found["audit"]["level"], found["audit"]["finding"]

    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    file = str(elsewhere / "checkpoints")
    assert (await level(""))[0] == "advice"
    assert (await level("stdout"))[0] == "good"
    assert (await level(file))[0] == "good"
    assert (await level(str(tmp_path / "none" / "checkpoints")))[0] == "problem"
    assert (await level(str(elsewhere)))[0] == "problem"  # A folder.
    if "DOORWARD_DATABASE_URL" in environ and environ["DOORWARD_DATABASE_URL"].startswith("sqlite"):
        assert (await level(str(tmp_path / "checkpoints")))[0] == "advice"
    old = Checkpoint("2026-01-31T12:00:00.000Z", "key", [], "signature")
    append(Path(file), old)
    assert (await level(file))[0] == "problem"
    assert old.audit_checkpoint in (await level(file))[1]


async def test_codes_for_new_devices_without_a_mail_server_are_a_problem(tmp_path: Path) -> None:
    run = await doorward({"DOORWARD_NEW_DEVICE": "verify"}, "doctor", "--json", cwd=tmp_path)
    assert run.code == 5
    assert by_subject(run)["mail"]["level"] == "problem"
    assert "DOORWARD_SMTP_URL" in by_subject(run)["mail"]["action"]


async def test_an_address_at_which_passkeys_cannot_work_is_named(tmp_path: Path) -> None:
    for public_url, level in (
        ("", "good"),
        ("https://login.example.com", "good"),
        ("https://192.0.2.1", "advice"),
        ("http://login.example.com", "advice"),
    ):
        environ = {"DOORWARD_PUBLIC_URL": public_url} if public_url else {}
        found = by_subject(await doorward(environ, "doctor", "--json", cwd=tmp_path))["passkeys"]
        assert found["level"] == level, public_url
        assert ("DOORWARD_PUBLIC_URL" in found["action"]) == (level == "advice")


async def test_a_role_that_registration_must_not_give_is_a_problem(environ: dict[str, str]) -> None:
    for changes, level in (
        ({}, None),
        ({"DOORWARD_REGISTRATION": "open"}, "good"),
        ({"DOORWARD_REGISTRATION": "open", "DOORWARD_REGISTRATION_ROLE": "gone"}, "problem"),
    ):
        found = by_subject(await doorward(environ | changes, "doctor", "--json")).get("registration")
        assert (found and found["level"]) == level, found
        assert not found or (level == "problem") == ("DOORWARD_REGISTRATION_ROLE" in found["finding"])


async def test_a_public_url_with_a_path_is_named(tmp_path: Path) -> None:
    for path, expected in (("", False), ("/id", True)):
        environ = {"DOORWARD_PUBLIC_URL": f"https://login.example.com{path}"}
        assert ("links" in by_subject(await doorward(environ, "doctor", "--json", cwd=tmp_path))) == expected


def test_a_slow_machine_is_advised_of_what_can_be_done_there() -> None:
    """Mutant: the advice to lower the cost to what it is."""
    least = hash_cost(app.load_settings(environ={}), 1.2, 2)
    assert (least.level, least.action.partition(":")[0]) == ("advice", "the cost is the lowest")
    more = hash_cost(app.load_settings(environ={"DOORWARD_PASSWORD_MEMORY": "65536"}), 1.2, 2)
    assert more.action == "lower it: DOORWARD_PASSWORD_MEMORY=19456"


def test_small_pages_are_named_where_every_hash_maps_its_memory_anew(tmp_path: Path) -> None:
    """Mutants: advice whatever the kernel's setting or the processor is."""
    setting = tmp_path / "enabled"
    setting.write_text("always [madvise] never\n")
    (advice,) = huge_pages("x86_64", setting)
    assert (advice.level, advice.action.partition(";")[0]) == ("advice", f"echo always | sudo tee {setting}")
    assert not list(huge_pages("aarch64", setting))
    setting.write_text("[always] madvise never\n")
    assert not list(huge_pages("x86_64", setting))
    assert not list(huge_pages("x86_64", tmp_path / "absent"))
