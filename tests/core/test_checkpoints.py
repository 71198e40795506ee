"""Checkpoints outside the database: what its owner cuts off or replaces is noticed."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import msgspec
import pytest

from doorward import app
from doorward.core.audit import checkpoint_file
from doorward.core.audit.proof import Damage, read_checkpoints, verify
from doorward.core.audit.trail import append, open_lanes
from doorward.crypto.hash_chain import HashChain
from doorward.database.protocol import Database, Transaction
from doorward.domain.access import SYSTEM
from doorward.domain.audit import Target, event
from doorward.settings import load
from tests.support.cli import doorward
from tests.support.databases import settings_for
from tests.support.process import serving
from tests.support.service import ADMIN_PASSWORD, Client, Clock, Service, running

_TABLES = ("audit", "audit_lanes")


async def checkpoint(service: Service, file: Path) -> None:
    made = await service.core.checkpoints.make()
    await service.core.checkpoints.write(made, str(file))


async def against(service: Service, file: Path) -> list[Damage]:
    chain = service.core.keys.audit
    return (await verify(service.core.database, chain, read_checkpoints([file], chain))).damages


async def run(database: Database, *statements: str) -> None:
    async def work(tx: Transaction) -> None:
        for statement in statements:
            await tx.execute(statement)

    await database.write(work)


async def save(database: Database) -> None:
    await run(database, *(f"CREATE TABLE saved_{table} AS SELECT * FROM {table}" for table in _TABLES))


async def put_back(database: Database) -> None:
    """What the owner of a database can do without any key: restore all of an earlier state."""
    for table in _TABLES:
        await run(database, f"DELETE FROM {table}", f"INSERT INTO {table} SELECT * FROM saved_{table}")


async def test_a_tail_that_was_cut_off_is_noticed(service: Service, admin: Client, tmp_path: Path) -> None:
    """Mutant: `verify` without `_cut` proves the earlier state, which was valid at its time."""
    file = tmp_path / "checkpoints"
    await checkpoint(service, file)
    await save(service.core.database)
    await service.create(admin, "mallory", roles=["admin"])
    await checkpoint(service, file)
    assert await against(service, file) == []
    await put_back(service.core.database)
    assert (await verify(service.core.database, service.core.keys.audit)).damages == []
    (damage,) = await against(service, file)
    assert damage.entry == "0-7"
    assert damage.what.startswith("was cut off: the checkpoint of 20")


async def test_entries_that_were_written_in_place_of_others_are_noticed(
    service: Service, admin: Client, tmp_path: Path
) -> None:
    file = tmp_path / "checkpoints"
    await save(service.core.database)
    await service.create(admin, "mallory", roles=["admin"])
    await checkpoint(service, file)
    await put_back(service.core.database)
    for _ in range(3):
        await service.login()
    assert (await verify(service.core.database, service.core.keys.audit)).damages == []
    (damage,) = await against(service, file)
    assert (damage.entry, damage.what[:35]) == ("0-7", "was replaced after the checkpoint o")


async def test_a_chain_that_was_rebuilt_with_the_right_key_is_noticed(
    service: Service, admin: Client, tmp_path: Path
) -> None:
    """By an attacker who holds the master secret too."""
    file, chain = tmp_path / "checkpoints", service.core.keys.audit
    await checkpoint(service, file)

    async def rebuild(tx: Transaction) -> None:
        for table in _TABLES:
            await tx.execute(f"DELETE FROM {table}")
        await open_lanes(tx, chain)
        for number in range(9):
            await append(tx, chain, event(SYSTEM, "user.updated", Target(f"user:{number}", ""), "{}", number))

    await service.core.database.write(rebuild)
    assert (await verify(service.core.database, chain)).damages == []
    assert [damage.entry for damage in await against(service, file)] == ["0-6"]


async def test_a_trail_that_was_begun_anew_with_another_key_is_noticed(
    service: Service, admin: Client, tmp_path: Path
) -> None:
    file = tmp_path / "checkpoints"
    await checkpoint(service, file)
    old = service.core.keys.audit.kid
    await run(service.core.database, "DELETE FROM audit", "DELETE FROM audit_lanes")
    await run(service.core.database, "DELETE FROM keys WHERE purpose = 'audit'")
    await service.core.keys.ensure()
    assert (await verify(service.core.database, service.core.keys.audit)).damages == []
    (damage,) = await against(service, file)
    assert damage == Damage(f"{file}:1", f"was signed with the key {old}, which the database lacks")


async def test_a_checkpoint_can_be_neither_forged_nor_changed(service: Service, admin: Client, tmp_path: Path) -> None:
    """Mutant: a signature that leaves out the time, the key or a lane."""
    made = await service.core.checkpoints.make()
    (mark,) = made.lanes
    earlier = msgspec.structs.replace(mark, seq=mark.seq - 1)
    forged = [
        msgspec.structs.replace(made, audit_checkpoint="2020-01-01T00:00:00.000Z"),
        msgspec.structs.replace(made, lanes=[]),
        msgspec.structs.replace(made, lanes=[earlier]),
        made.signed(HashChain(b"a key that the attacker made up", made.key)),
    ]
    file = tmp_path / "checkpoints"
    file.write_bytes(b"".join(it.line() for it in forged) + b"no JSON\n" + made.line()[:40])
    changed, nothing = "is a checkpoint that was changed", "is not a checkpoint"
    expected = [Damage(f"{file}:{number}", changed) for number in (1, 2, 3, 4)]
    assert await against(service, file) == [*expected, *(Damage(f"{file}:{number}", nothing) for number in (5, 6))]


@pytest.mark.settings(audit_retention="30d")
async def test_retention_makes_no_checkpoint_fail(service: Service, admin: Client, tmp_path: Path) -> None:
    """Mutant: marks before the first entry that count as missing."""
    file = tmp_path / "checkpoints"
    await checkpoint(service, file)  # Its entry will be gone.
    await service.login()
    await checkpoint(service, file)  # Its entry will be the last one that was removed.
    service.clock.advance(40 * 86400)
    await service.login()
    await checkpoint(service, file)
    await service.core.cleanup.old_audit_entries()
    assert await against(service, file) == []
    await run(service.core.database, "DELETE FROM audit WHERE seq = 8")
    assert [damage.entry for damage in await against(service, file)] == ["0-8"]


async def test_checkpoints_stay_valid_when_the_master_secret_and_the_signing_key_change(
    environ: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "checkpoints"
    new = {"DOORWARD_SECRET": "another secret that only the tests know, 98765"}
    assert (await doorward(environ, "audit", "checkpoint", str(file))).code == 0
    assert (await doorward(environ, "keys", "rotate", "--now")).code == 0
    assert (
        await doorward(environ | new | {"DOORWARD_PREVIOUS_SECRET": environ["DOORWARD_SECRET"]}, "keys", "rekey")
    ).code == 0
    found = await doorward(environ | new, "audit", "verify", "--against", str(file), "--json")
    assert (found.code, found.json["checkpoints"]) == (0, 1)


async def test_a_head_that_was_set_back_stays_damaged_when_entries_follow(service: Service, admin: Client) -> None:
    """Mutant: `append` that seals a head without having checked it hides a cut tail with the next entry."""
    await run(
        service.core.database,
        "DELETE FROM audit WHERE lane = 0 AND seq = 6",
        "UPDATE audit_lanes SET seq = 5, hash = (SELECT hash FROM audit WHERE lane = 0 AND seq = 5) WHERE lane = 0",
    )
    await service.login()
    damages = (await verify(service.core.database, service.core.keys.audit)).damages
    assert damages == [Damage("0", "is the lane whose head was changed or removed")]


async def test_the_job_writes_when_one_is_due_and_reports_a_cut_tail(
    environ: dict[str, str], clock: Clock, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "checkpoints"
    settings = settings_for(environ, audit_checkpoint_file=str(file), audit_checkpoint_interval="10m")
    async with running(settings, clock) as one, running(settings, clock) as other:
        for seconds in (0, 300, 299, 10, 600):  # Due at once, and after 609 and 1,209 seconds.
            clock.advance(seconds)
            await one.core.checkpoints.write_due()
            await other.core.checkpoints.write_due()
            await one.login()
        assert len(list(checkpoint_file.read(file))) == 3
        assert await against(one, file) == []
        await save(one.core.database)
        await one.login()
        clock.advance(600)
        await one.core.checkpoints.write_due()
        await put_back(one.core.database)
        clock.advance(600)
        with caplog.at_level(logging.ERROR, "doorward"):
            await other.core.checkpoints.write_due()
        assert "the audit trail was cut" in caplog.text
        assert len(await against(one, file)) == 1
        caplog.clear()
        await run(one.core.database, "UPDATE audit_lanes SET seq = seq - 1 WHERE lane = 0")
        clock.advance(600)
        await other.core.checkpoints.write_due()
        assert "lane 0 of the audit trail was tampered with" in caplog.text


async def test_the_job_reports_a_cut_tail_whose_numbers_were_used_again(
    environ: dict[str, str], clock: Clock, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Mutant: a comparison of the numbers alone, which grow past those of the checkpoint within the interval."""
    settings = settings_for(environ, audit_checkpoint_file=str(tmp_path / "file"), audit_checkpoint_interval="10m")
    async with running(settings, clock) as service:
        await save(service.core.database)
        await service.login()
        await service.core.checkpoints.write_due()
        for _ in range(2):  # At the second one, the last checkpoint is of the state after the cut.
            await put_back(service.core.database) if not caplog.text else None
            await service.login()
            await service.login()
            clock.advance(600)
            with caplog.at_level(logging.ERROR, "doorward"):
                await service.core.checkpoints.write_due()
            assert caplog.text.count("the audit trail was cut: it lacks entry 0-6 of the checkpoint") == 1


async def test_retention_is_no_cut_to_the_job(
    environ: dict[str, str], clock: Clock, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings = settings_for(environ, audit_checkpoint_file=str(tmp_path / "file"), audit_retention="1d")
    async with running(settings, clock) as service:
        await service.core.checkpoints.write_due()
        for logins in (0, 3):  # The entry of the checkpoint is the last that was removed; then an earlier one.
            for _ in range(logins):
                await service.login()
            clock.advance(2 * 86_400)
            await service.core.cleanup.old_audit_entries()
            with caplog.at_level(logging.ERROR, "doorward"):
                await service.core.checkpoints.write_due()
        assert caplog.text == ""


async def test_a_file_of_many_other_lines_takes_little_memory(service: Service, tmp_path: Path) -> None:
    """Mutant: a finding for each line, 200 bytes for two bytes of the file."""
    file = tmp_path / "log"
    file.write_bytes(b"x\n" * 100_000)
    await checkpoint(service, file)
    found = await against(service, file)
    assert len(found) == 101
    assert found[-1] == Damage("99,900 more lines", "are no checkpoints of this trail")


def test_lines_stay_whole_when_a_write_was_torn_and_when_many_write(tmp_path: Path) -> None:
    file = tmp_path / "checkpoints"
    made = checkpoint_file.Checkpoint("2026-01-31T12:00:00.000Z", "key", [], "signature")
    checkpoint_file.append(file, made)
    assert file.stat().st_mode & 0o777 == 0o600
    with file.open("ab") as torn:
        torn.write(made.line()[:30])
    checkpoint_file.append(file, made)
    assert [found for _, found in checkpoint_file.read(file)] == [made, None, made]
    assert checkpoint_file.read_last(file) == made


async def test_the_command_writes_and_verifies_checkpoints(environ: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "checkpoints"
    environ = environ | {"DOORWARD_AUDIT_CHECKPOINT_FILE": str(file)}
    written = await doorward(environ, "audit", "checkpoint", "--json")
    assert (written.code, written.json["lastEntries"]) == (0, ["0-5"])
    printed = await doorward(environ, "audit", "checkpoint", "-")
    assert (printed.code, printed.out[:19]) == (0, '{"auditCheckpoint":')
    proved = await doorward(environ, "audit", "verify", "--against", str(file))
    assert proved.out == "All 5 entries are as they were written. They agree with 1 checkpoint.\n"
    empty = tmp_path / "empty"
    empty.touch()
    assert (await doorward(environ, "audit", "verify", "--against", str(empty))).code == 5
    assert (await doorward(environ, "audit", "verify", "--against", str(tmp_path / "none"))).code == 1
    database = app.connect(load(environ))
    await database.open()
    await run(database, "UPDATE audit_lanes SET seq = 4 WHERE lane = 0")
    await database.close()
    refused = await doorward(environ, "audit", "checkpoint")
    assert (refused.code, "tampered" in refused.err) == (5, True)


async def test_two_workers_write_checkpoints_while_entries_are_written(environ: dict[str, str], tmp_path: Path) -> None:
    """Mutant: heads that are read one by one, or after the file, name entries that the others do not have yet."""
    file = tmp_path / "checkpoints"
    more = {"DOORWARD_AUDIT_CHECKPOINT_FILE": str(file), "DOORWARD_AUDIT_CHECKPOINT_INTERVAL": "1s"}
    environ = environ | more | {"DOORWARD_WORKERS": "2"}

    async def sign_in(http: Any) -> None:
        await http.post("/api/auth/login", json={"username": "admin", "password": ADMIN_PASSWORD})

    async with asyncio.timeout(60), serving(environ) as node:
        while not file.exists() or len(file.read_bytes().splitlines()) < 3:
            await asyncio.gather(*(sign_in(node.http) for _ in range(4)))
        found = await doorward(environ, "audit", "verify", "--against", str(file), "--json")
    assert found.code == 0, found.out
    assert found.json["checkpoints"] >= 3
