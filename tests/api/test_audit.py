"""The audit trail over HTTP: listing, export and retention."""

import asyncio
import codecs
import csv
import io
import re
from typing import Any
from urllib.parse import quote

import pytest

from doorward import preparation
from doorward.core.audit.proof import verify
from doorward.database.protocol import Transaction
from doorward.domain.access import SYSTEM
from doorward.domain.audit import Target
from tests.support.databases import settings_for
from tests.support.service import PASSWORD, Client, Service, running


async def read(client: Client, query: str = "") -> list[dict[str, Any]]:
    answer = await client.get(f"/api/audit?pageSize=100&{query}")
    assert answer.code == 200, answer.body
    return list(answer.data["list"])


async def actions(client: Client, query: str) -> list[str]:
    return [entry["action"] for entry in await read(client, query)]


async def test_entries_say_who_did_what_to_whom_from_where_and_when(service: Service, admin: Client) -> None:
    body, headers = {"username": "ann", "password": PASSWORD}, {"X-Request-Id": "req-12345"}
    ann = (await admin.post("/api/users", body, headers=headers)).data
    await admin.put(f"/api/users/{ann['id']}", {"name": "Ann Lee"})
    updated, created = (await read(admin))[:2]
    assert created["action"] == "user.created"
    # An id that the service chose: clients can't give several requests the same.
    assert re.fullmatch(r"[0-9a-f]{18}/req-12345", created["requestId"])
    assert ann["createdAt"] <= created["time"] <= updated["time"]
    assert (updated["actor"], updated["actorName"]) == ("user:1", "admin")
    assert (updated["target"], updated["targetName"]) == (f"user:{ann['id']}", "ann")
    assert updated["details"] == {"changes": {"name": ["ann", "Ann Lee"]}}
    assert updated["address"] == "192.0.2.1"
    assert len(updated["hash"]) == 64


async def test_the_trail_needs_its_right(service: Service, admin: Client) -> None:
    await admin.post("/api/roles", {"name": "auditor", "permissions": ["audit:read"]})
    await service.create(admin, "ann")
    await service.create(admin, "auditor", roles=["auditor"])
    plain, auditor = await service.login("ann", PASSWORD), await service.login("auditor", PASSWORD)
    for query in ("", "?format=csv"):
        assert (await plain.get(f"/api/audit{query}")).data["required"] == "audit:read"
    assert len(await read(auditor)) > 5


async def test_filters_by_actor_target_and_action(service: Service, admin: Client) -> None:
    ann = await service.create(admin, "ann", roles=["admin"])
    chief = await service.login("ann", PASSWORD)
    await chief.post("/api/roles", {"name": "clerk"})
    await service.anonymous.post("/api/auth/login", {"username": "Ghost", "password": "wrong"})
    await service.anonymous.post("/api/auth/login", {"username": "ann", "password": "wrong"})
    assert await actions(admin, f"actor=user:{ann['id']}") == ["role.created", "auth.login"]
    assert await actions(admin, f"actor={ann['id']}") == ["role.created", "auth.login"]
    assert await actions(admin, "actor=ANN") == ["role.created", "auth.login"]
    assert await actions(admin, "actor=system") == ["user.created"] + ["key.created"] * 4
    assert await actions(admin, "target=ann") == ["auth.login_failed", "auth.login", "user.created"]
    assert await actions(admin, "target=ghost") == ["auth.login_failed"]
    assert await actions(admin, "action=auth.*&target=ann") == ["auth.login_failed", "auth.login"]
    assert await actions(admin, "action=role.created") == ["role.created"]
    assert await actions(admin, "actor=no-such-user") == []
    assert (await admin.get("/api/audit?action=user.exploded")).fields.keys() == {"action"}


async def test_filters_by_time(service: Service, admin: Client) -> None:
    service.clock.advance(2 * 86400)
    admin = await service.login()
    newest = (await read(admin))[0]
    assert await actions(admin, f"from={newest['time']}") == ["auth.login"]
    assert len(await actions(admin, f"to={newest['time']}")) == 6
    day = newest["time"][:10]
    assert await actions(admin, f"from={day}&to={day}") == ["auth.login"]
    assert await actions(admin, f"from={quote(newest['time'].replace('Z', '+00:00'))}") == ["auth.login"]
    for name, text in (("from", "yesterday"), ("to", "2026-13-01"), ("from", "2026-01-01T99:00")):
        assert (await admin.get(f"/api/audit?{name}={text}")).fields.keys() == {name}


async def test_pages_follow_each_other_without_a_gap_or_a_repeat(service: Service, admin: Client) -> None:
    """While others write, and, on PostgreSQL, in several lanes."""
    await asyncio.gather(
        *(service.anonymous.post("/api/auth/login", {"username": f"u{n}", "password": "no"}) for n in range(23))
    )
    everything = [entry["id"] for entry in await read(admin)]
    seen: list[str] = []
    cursor = ""
    while True:
        answer = await admin.get(f"/api/audit?pageSize=5&cursor={cursor}")
        seen += [entry["id"] for entry in answer.data["list"]]
        await service.anonymous.post("/api/auth/login", {"username": "late", "password": "no"})
        if answer.data["nextCursor"] is None:
            break
        cursor = answer.data["nextCursor"]
    assert seen == everything
    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize("cursor", ["x", "1-2", "1-2-3-4", "-1-2-3", "1e3-0-1", "9" * 40])
async def test_an_invalid_cursor_is_refused(service: Service, admin: Client, cursor: str) -> None:
    assert (await admin.get(f"/api/audit?cursor={cursor}")).fields.keys() == {"cursor"}


async def test_the_export_is_a_csv_file_of_all_that_matches(service: Service, admin: Client) -> None:
    await service.create(admin, "ann")
    headers = {"Authorization": f"Bearer {admin.token}"}

    async def many(tx: Transaction) -> None:
        for number in range(600):  # More than one batch.
            await service.core.users.trail.record(tx, SYSTEM, "auth.logout", Target("user:1", f"=HYPERLINK({number})"))

    await service.core.database.write(many)
    response = await service.http.get("/api/audit?format=csv", headers=headers)
    assert response.headers["content-type"] == "text/csv; charset=utf-8"
    assert "attachment" in response.headers["content-disposition"]
    # By this mark Excel knows that the file is UTF-8.
    assert response.content.startswith(codecs.BOM_UTF8 + b"id,")
    assert response.content.count(codecs.BOM_UTF8) == 1
    rows = list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))
    assert len(rows) == 600 + len(await actions(admin, "action=user.*")) + len(await actions(admin, "action=key.*")) + 1
    assert len({row["id"] for row in rows}) == len(rows)
    assert rows[0]["targetName"] == "'=HYPERLINK(599)"
    assert rows[0].keys() == (await read(admin))[0].keys()
    by_header = await service.http.get("/api/audit?action=user.*", headers=headers | {"Accept": "text/csv"})
    created = next(csv.DictReader(io.StringIO(by_header.content.decode("utf-8-sig"))))
    assert (created["action"], created["targetName"]) == ("user.created", "ann")
    head = await service.http.head("/api/audit?format=csv", headers=headers)
    assert (head.status_code, head.content) == (200, b"")


@pytest.mark.settings(audit_retention="30d")
async def test_expired_entries_are_removed_and_the_rest_still_verifies(service: Service, admin: Client) -> None:
    """Mutant: a head that forgets the hash of the last removed entry makes the first that remains look changed."""
    service.clock.advance(20 * 86400)
    later = await service.login()
    service.clock.advance(20 * 86400)
    await service.core.cleanup.old_audit_entries()
    proof = await verify(service.core.database, service.core.keys.audit)
    assert (proof.entries, proof.removed_by_retention, proof.damages) == (1, 6, [])
    later = await service.login()
    assert await actions(later, "") == ["auth.login", "auth.login"]
    assert (await verify(service.core.database, service.core.keys.audit)).damages == []


@pytest.mark.settings(audit_retention="30d")
async def test_removing_more_than_retention_did_is_noticed(service: Service, admin: Client) -> None:
    service.clock.advance(20 * 86400)
    await service.login()
    service.clock.advance(20 * 86400)
    await service.core.cleanup.old_audit_entries()
    await service.core.database.write(lambda tx: tx.execute("DELETE FROM audit WHERE lane = 0 AND seq = 7"))
    damages = (await verify(service.core.database, service.core.keys.audit)).damages
    assert [(damage.entry, damage.what) for damage in damages] == [("0-7", "was removed")]


@pytest.mark.settings(audit_retention="30d")
async def test_a_stray_entry_before_the_first_one_does_not_keep_retention_running(
    service: Service, admin: Client
) -> None:
    """Mutant: a loop that asks for the oldest entry of all while it removes from the head's first one on."""
    service.clock.advance(40 * 86400)
    await service.login()
    await service.core.cleanup.old_audit_entries()
    stray = (
        "INSERT INTO audit SELECT lane, 2, hash, 5, action, actor, actor_name, target, target_name, address,"
        " request_id, details FROM audit WHERE lane = 0 AND seq = 7"
    )
    await service.core.database.write(lambda tx: tx.execute(stray))
    async with asyncio.timeout(10):
        await service.core.cleanup.old_audit_entries()
    damages = (await verify(service.core.database, service.core.keys.audit)).damages
    assert [(damage.entry, damage.what) for damage in damages] == [("0-2", "was added")]


@pytest.mark.settings(audit_retention="30d")
@pytest.mark.parametrize(
    ("statement", "damage"),
    [
        ("UPDATE audit SET at = 5", ("0-1", "was changed")),
        ("UPDATE audit SET at = 5 WHERE seq = 3", ("0-3", "was changed")),
        ("DELETE FROM audit WHERE seq = 1", ("0-1", "was removed")),
        ("UPDATE audit_lanes SET first = 4", ("0", "is the lane whose head was changed or removed")),
    ],
)
async def test_retention_removes_no_entry_that_was_tampered_with(
    service: Service, admin: Client, statement: str, damage: tuple[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    """Mutant: `trim_lane` that trusts the time of an entry removes it, and seals the rest as if nothing was changed."""
    service.clock.advance(20 * 86400)
    await service.core.database.write(lambda tx: tx.execute(statement))
    async with asyncio.timeout(10):
        await service.core.cleanup.old_audit_entries()
        service.clock.advance(20 * 86400)
        await service.core.cleanup.old_audit_entries()
    damages = (await verify(service.core.database, service.core.keys.audit)).damages
    assert (damages[0].entry, damages[0].what) == damage
    assert "run doorward audit verify" in caplog.text


@pytest.mark.settings(audit_retention=0)
async def test_without_retention_the_trail_is_kept_for_ever(service: Service, admin: Client) -> None:
    service.clock.advance(3650 * 86400)
    await service.core.cleanup.old_audit_entries()
    proof = await verify(service.core.database, service.core.keys.audit)
    assert (proof.entries, proof.removed_by_retention) == (6, 0)


async def test_a_start_with_other_settings_is_recorded_without_secrets(environ: dict[str, str]) -> None:
    changed = {"access_ttl": "5m", "cors_origins": "https://a.example", "port": 9999}
    await preparation.prepare_database(settings_for(environ, **changed))
    await preparation.prepare_database(settings_for(environ, **changed))
    async with running(settings_for(environ)) as service:
        admin = await service.login()
        (entry,) = await read(admin, "action=settings.changed")
        changes = entry["details"]["changes"]
        assert changes["access_ttl"] == [900, 300]
        assert changes["cors_origins"] == [["loopback"], ["https://a.example"]]
        assert "port" not in changes
        assert not [name for name in changes if "secret" in name or "password" in name or "database" in name]
        assert (entry["actor"], entry["target"]) == ("system", "settings")


async def test_one_entry_is_read_by_its_id(service: Service, admin: Client) -> None:
    await service.create(admin, "ann")
    listed = (await admin.get("/api/audit", params={"action": "user.created"})).data["list"][0]
    assert (await admin.get(f"/api/audit/{listed['id']}")).data == listed
    for unknown in ("0-999999999", "99-1", "1", "a-b", "1-1-1", "9" * 17 + "-1"):
        response = await admin.get(f"/api/audit/{unknown}")
        assert (response.code, response.reason) == (404, "audit_entry_not_found"), unknown
    ann = await service.login("ann", PASSWORD)
    assert (await ann.get(f"/api/audit/{listed['id']}")).code == 403
