"""The audit trail: what is recorded, and that nothing in it can be changed unseen."""

import asyncio
from typing import Any

import pytest

from doorward.core.audit.proof import Damage, verify
from doorward.database.protocol import Transaction
from doorward.domain.access import SYSTEM
from doorward.domain.audit import Target
from doorward.domain.audit_query import AuditQuery
from doorward.errors import ValidationFailed
from tests.support.cli import doorward
from tests.support.service import ADMIN_PASSWORD, PASSWORD, Client, Service


async def tamper(service: Service, *statements: str) -> None:
    async def work(tx: Transaction) -> None:
        for statement in statements:
            await tx.execute(statement)

    await service.core.database.write(work)


async def trail(service: Service) -> list[dict[str, Any]]:
    import msgspec

    rows = await service.core.database.fetch(
        "SELECT action, actor, actor_name, target, target_name, address, request_id, details"
        " FROM audit ORDER BY at, lane, seq"
    )
    names = ("action", "actor", "actorName", "target", "targetName", "address", "requestId", "details")
    entries = [dict(zip(names, row, strict=True)) for row in rows]
    return [entry | {"details": msgspec.json.decode(entry["details"])} for entry in entries]


async def damages(service: Service) -> list[Damage]:
    return (await verify(service.core.database, service.core.keys.audit)).damages


async def test_the_first_start_records_the_keys_and_the_first_administrator(service: Service) -> None:
    entries = await trail(service)
    assert [entry["action"] for entry in entries] == ["key.created"] * 4 + ["user.created"]
    assert {entry["actor"] for entry in entries} == {"system"}
    assert (entries[-1]["target"], entries[-1]["targetName"]) == ("user:1", "admin")


async def test_signing_in_and_out_is_recorded_with_who_where_and_which_request(service: Service) -> None:
    credentials = {"username": "admin", "password": ADMIN_PASSWORD}
    headers = {"X-Request-Id": "request-0001"}
    answer = await service.anonymous.post("/api/auth/login", credentials, headers=headers)
    await Client(service, answer.data).post("/api/auth/logout", headers={"X-Request-Id": "request-0002"})
    login, logout = (await trail(service))[-2:]
    assert (login["action"], logout["action"]) == ("auth.login", "auth.logout")
    assert login["requestId"] == answer.headers["x-request-id"]
    assert (login["requestId"][18:], logout["requestId"][18:]) == ("/request-0001", "/request-0002")
    for entry in (login, logout):
        assert (entry["actor"], entry["actorName"], entry["target"]) == ("user:1", "admin", "user:1")
        assert entry["address"] == "192.0.2.1"
    assert login["details"]["session"] == logout["details"]["session"]


async def test_a_second_logout_of_the_same_session_records_nothing(service: Service, admin: Client) -> None:
    await admin.post("/api/auth/logout")
    before = len(await trail(service))
    assert (await admin.post("/api/auth/logout")).code == 200
    assert len(await trail(service)) == before


async def test_failed_sign_ins_are_recorded_for_known_unknown_and_disabled_users(
    service: Service, admin: Client
) -> None:
    ann = await service.create(admin, "ann", status=0)
    for username, password in (("admin", "wrong one"), ("Stranger", "wrong one"), ("ann", PASSWORD), ("x" * 500, "no")):
        await service.anonymous.post("/api/auth/login", {"username": username, "password": password})
    known, unknown, disabled, long = (await trail(service))[-4:]
    assert {entry["action"] for entry in (known, unknown, disabled, long)} == {"auth.login_failed"}
    assert {entry["actor"] for entry in (known, unknown, disabled, long)} == {""}
    assert (known["target"], known["details"]) == ("user:1", {"reason": "invalid_credentials"})
    assert "stranger" not in str(unknown).lower()
    assert (disabled["target"], disabled["details"]) == (f"user:{ann['id']}", {"reason": "account_disabled"})
    assert long["target"] != unknown["target"]
    assert len(long["target"]) < 200


@pytest.mark.settings(refresh_grace=0)
async def test_the_reuse_of_a_refresh_token_is_recorded_and_a_plain_refresh_is_not(
    service: Service, admin: Client
) -> None:
    stolen = admin.refresh_token
    before = len(await trail(service))
    await admin.refresh()
    assert len(await trail(service)) == before
    assert (
        await service.anonymous.post("/api/auth/refresh", {"refreshToken": stolen})
    ).reason == "refresh_token_reused"
    entry = (await trail(service))[-1]
    assert (entry["action"], entry["actor"], entry["target"]) == ("auth.refresh_reused", "", "user:1")


async def test_changes_of_users_are_recorded_with_what_changed_and_no_secret(service: Service, admin: Client) -> None:
    ann = await service.create(admin, "ann", email="ann@example.com")
    await admin.put(f"/api/users/{ann['id']}", {"status": 0, "roles": ["user"], "password": "secret canary 17"})
    await admin.put(f"/api/users/{ann['id']}", {"status": 0})
    await admin.delete(f"/api/users/{ann['id']}")
    created, updated, deleted = (await trail(service))[-3:]
    assert [created["action"], updated["action"], deleted["action"]] == ["user.created", "user.updated", "user.deleted"]
    assert {entry["target"] for entry in (created, updated, deleted)} == {f"user:{ann['id']}"}
    assert updated["details"] == {"changes": {"status": [1, 0], "roles": [[], ["user"]]}, "passwordChanged": True}
    everything = str(await service.core.database.fetch("SELECT details, target_name FROM audit"))
    assert "canary" not in everything
    assert PASSWORD not in everything
    assert "argon2" not in everything


async def test_a_change_that_fails_leaves_no_trace(service: Service, admin: Client) -> None:
    before = await trail(service)
    assert (await admin.delete(f"/api/users/{admin.id}")).code == 409
    answer = await admin.post("/api/users", {"username": "admin", "password": PASSWORD})
    assert answer.reason == "username_taken"
    assert await trail(service) == before


async def test_an_unchanged_trail_verifies(service: Service, admin: Client) -> None:
    """Written by many at once, so that on PostgreSQL several lanes are in use."""
    await asyncio.gather(
        *(service.anonymous.post("/api/auth/login", {"username": f"u{n}", "password": "no"}) for n in range(40))
    )
    proof = await verify(service.core.database, service.core.keys.audit)
    assert proof.damages == []
    assert proof.entries == len(await trail(service))


@pytest.mark.parametrize(
    ("statement", "entry", "what"),
    [
        ("UPDATE audit SET details = '{}' WHERE lane = 0 AND seq = 4", "0-4", "was changed"),
        ("UPDATE audit SET at = at - 1 WHERE lane = 0 AND seq = 2", "0-2", "was changed"),
        ("UPDATE audit SET actor = 'user:2' WHERE lane = 0 AND seq = 6", "0-6", "was changed"),
        ("DELETE FROM audit WHERE lane = 0 AND seq = 1", "0-1", "was removed"),
        ("DELETE FROM audit WHERE lane = 0 AND seq = 3", "0-3", "was removed"),
        ("DELETE FROM audit WHERE lane = 0 AND seq = 6", "0-6", "was removed"),
        ("DELETE FROM audit", "0-1", "was removed"),
        (
            "INSERT INTO audit SELECT lane, 7, hash, at, action, actor, actor_name, target, target_name, address,"
            " request_id, details FROM audit WHERE lane = 0 AND seq = 6",
            "0-7",
            "was added",
        ),
        ("UPDATE audit SET lane = 99 WHERE lane = 0 AND seq = 6", "0-6", "was removed"),
        ("UPDATE audit_lanes SET seq = 5 WHERE lane = 0", "0", "is the lane whose head was changed or removed"),
        ("DELETE FROM audit_lanes WHERE lane = 3", "3", "is the lane whose head was changed or removed"),
        ("UPDATE audit_lanes SET first = 3 WHERE lane = 0", "0", "is the lane whose head was changed or removed"),
    ],
)
async def test_the_first_entry_that_was_tampered_with_is_named(
    service: Service, admin: Client, statement: str, entry: str, what: str
) -> None:
    assert await damages(service) == []
    await tamper(service, statement)
    assert (await damages(service))[0] == Damage(entry, what)


async def test_entries_that_changed_places_are_named(service: Service, admin: Client) -> None:
    await tamper(
        service,
        "UPDATE audit SET seq = 99 WHERE lane = 0 AND seq = 2",
        "UPDATE audit SET seq = 2 WHERE lane = 0 AND seq = 4",
        "UPDATE audit SET seq = 4 WHERE lane = 0 AND seq = 99",
    )
    assert await damages(service) == [Damage("0-2", "was moved")]


async def test_cutting_off_the_tail_is_seen_even_when_the_head_is_set_back_with_it(
    service: Service, admin: Client
) -> None:
    """A head without a seal of its own would pass: hash and number of entry 4 are there to be copied."""
    await tamper(
        service,
        "DELETE FROM audit WHERE lane = 0 AND seq = 6",
        "UPDATE audit_lanes SET seq = 5, hash = (SELECT hash FROM audit WHERE lane = 0 AND seq = 5) WHERE lane = 0",
    )
    assert (await damages(service))[0].entry == "0"


async def test_a_lane_that_was_added_gets_no_entries_and_is_named(service: Service, admin: Client) -> None:
    """Mutants: entries go to the lane with the lowest number, whatever it is: adding one, and deleting it later with
    all that it got, hid everything in between; an added lane without entries is not looked for."""
    added = "INSERT INTO audit_lanes (lane, first, anchor, seq, hash, seal) SELECT -1, 1, anchor, 0, hash, seal"
    await tamper(service, f"{added} FROM audit_lanes WHERE lane = 0")
    await service.create(admin, "ann")
    assert await damages(service) == [Damage("-1", "was added")]
    await tamper(service, "DELETE FROM audit WHERE lane = -1", "DELETE FROM audit_lanes WHERE lane = -1")
    assert await damages(service) == []
    assert "user.created" in {entry["action"] for entry in (await trail(service))[-1:]}


async def test_the_command_verifies_the_trail_and_names_the_damage(environ: dict[str, str]) -> None:
    proved = await doorward(environ, "audit", "verify")
    assert (proved.code, proved.out) == (0, "All 5 entries are as they were written.\n")
    await _delete_last(environ)
    broken = await doorward(environ, "audit", "verify")
    assert (broken.code, broken.out) == (5, "0-5\twas removed\n")


async def _delete_last(environ: dict[str, str]) -> None:
    from doorward.app import connect
    from doorward.settings import load

    database = connect(load(environ))
    await database.open()
    await database.write(lambda tx: tx.execute("DELETE FROM audit WHERE seq = 5"))
    await database.close()


async def test_an_action_outside_the_catalogue_can_be_neither_recorded_nor_searched_for(service: Service) -> None:
    """Mutant: `AuditTrail.record` or `AuditLog` that does not look into the catalogue it was given."""
    core, invented = service.core, Target("user:1", "admin")
    with pytest.raises(ValueError, match="catalogue"):
        await core.database.write(lambda tx: core.trail.record(tx, SYSTEM, "user.invented", invented))
    for action in ("user.invented", "users*", "auth.login*"):
        with pytest.raises(ValidationFailed) as refused:
            await core.audit_log.page(SYSTEM, AuditQuery(action=action), None, 10)
        assert refused.value.data["fields"][0]["field"] == "action"
    found, _ = await core.audit_log.page(SYSTEM, AuditQuery(action="user.*"), None, 10)
    assert [entry.event.action for entry in found] == ["user.created"]
