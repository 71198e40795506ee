"""The page of the system."""

import asyncio
from typing import Any

import pytest

from doorward.core.jobs import Job
from doorward.database import schema
from tests.support.service import PASSWORD, Client, Service


async def verified(service: Service, admin: Client) -> dict[str, Any]:
    started = await admin.post("/api/system/audit-verification")
    assert started.code == 200, started.body
    await service.core.operations.work()
    operation: dict[str, Any] = (await admin.get(f"/api/operations/{started.data['id']}")).data
    return operation


async def test_it_shows_versions_jobs_keys_settings_mail_and_audit(service: Service, admin: Client) -> None:
    data = (await admin.get("/api/system")).data
    kind = "SQLite" if service.settings.sqlite_path else "PostgreSQL"
    assert (data["database"]["kind"], data["database"]["schema"]) == (kind, schema.HEAD)
    assert data["database"]["version"][0].isdigit()
    assert {"rotate keys", "send mails", "carry out operations"} & {job["name"] for job in data["jobs"]}
    assert [key["state"] for key in data["keys"] if key["purpose"] == "access"] == ["active"]
    assert data["mail"] == {"configured": False, "queued": 0, "held": 0, "oldestDue": None}
    assert data["audit"]["entries"] > 0
    assert data["audit"]["verification"] is None


async def test_secrets_are_hidden_and_sources_named(service: Service, admin: Client) -> None:
    """Mutant: a value that is shown although its field is secret."""
    answer = await admin.get("/api/system")
    settings = {each["name"]: each for each in answer.data["settings"]}
    secret = {name for name, field, _ in service.settings.values() if field.metadata["secret"]}
    assert secret == {name for name, each in settings.items() if each["secret"]}
    assert {str(settings[name]["value"]) for name in secret} <= {"(hidden)", ""}
    for name, field, value in service.settings.values():
        if field.metadata["secret"] and value:
            assert str(value) not in answer.response.text, name
    assert settings["access_ttl"]["source"] == "default"
    assert [settings[name]["duration"] for name in ("access_ttl", "webhook_timeout", "port", "cors_origins")] == [
        True,
        True,
        False,
        False,
    ]
    assert settings["secret"]["source"] == "DOORWARD_SECRET"


async def test_a_job_that_fails_is_shown_without_the_text_of_its_failure(service: Service, admin: Client) -> None:
    runner = service.core.jobs
    await runner.stop()

    async def fails() -> None:
        failed.set()
        raise RuntimeError("a path that no client should see")

    failed = asyncio.Event()
    runner.add(Job("explode", 0.02, fails))
    runner.start()
    await failed.wait()
    await asyncio.sleep(0)
    answer = await admin.get("/api/system")
    job = next(job for job in answer.data["jobs"] if job["name"] == "explode")
    assert (job["lastFailure"] is not None, job["error"], job["lastSuccess"]) == (True, "RuntimeError", None)
    assert "no client should see" not in answer.response.text


async def test_the_checklist_follows_what_was_done(service: Service, admin: Client) -> None:
    async def done() -> dict[str, bool]:
        return {each["item"]: each["done"] for each in (await admin.get("/api/system")).data["checklist"]}

    assert await done() == {
        "corsOrigins": False,
        "generatedPassword": True,
        "email": False,
        "secondAdministrator": False,
        "mail": False,
    }
    await service.create(admin, "second", roles=["admin"], email="second@example.com")
    second = await service.login("second", PASSWORD)
    shown = {each["item"]: each["done"] for each in (await second.get("/api/system")).data["checklist"]}
    assert (shown["email"], shown["secondAdministrator"]) == (True, True)
    assert (await done())["secondAdministrator"] is True


async def test_rotation_announces_a_key_and_asks_for_recent_authentication(service: Service, admin: Client) -> None:
    """Mutant: a rotation without `require_recent`."""
    made = (await admin.post("/api/system/keys/rotate")).data
    assert made["state"] == "announced"
    published = (await service.http.get("/.well-known/jwks.json")).json()["keys"]
    assert made["kid"] in [key["kid"] for key in published]
    entry = (await admin.get("/api/audit?action=key.created&pageSize=1")).data["list"][0]
    assert (entry["target"], entry["actor"]) == (f"key:{made['kid']}", f"user:{admin.id}")
    service.clock.advance(service.settings.step_up_ttl + 1)
    assert (await admin.refresh()).code == 200
    assert (await admin.post("/api/system/keys/rotate")).reason == "step_up_required"


async def test_an_intact_audit_trail_is_verified_with_progress(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("doorward.core.audit.proof._BATCH", 2)
    monkeypatch.setattr("doorward.features.system.verification._BATCHES", 1)
    for number in range(5):
        await service.create(admin, f"user-{number}")
    operation = await verified(service, admin)
    assert operation["state"] == "done", operation
    assert operation["result"]["intact"] is True
    assert operation["result"]["damages"] == []
    assert operation["total"] == operation["done"] == operation["result"]["entries"] >= 7
    assert (await admin.get("/api/system")).data["audit"]["verification"]["id"] == operation["id"]


async def test_a_changed_entry_is_found_also_by_a_node_that_goes_on_half_way(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: a verification that does not store the hash that it has reached."""
    monkeypatch.setattr("doorward.core.audit.proof._BATCH", 1)
    monkeypatch.setattr("doorward.features.system.verification._BATCHES", 1)
    monkeypatch.setattr("doorward.core.operations.service._PIECES", 1)
    for number in range(3):
        await service.create(admin, f"user-{number}")
    row = await service.core.database.fetchrow("SELECT lane, max(seq) FROM audit GROUP BY lane ORDER BY 2 DESC")
    assert row is not None
    lane, last = row
    sql = "UPDATE audit SET target_name = 'changed' WHERE lane = $1 AND seq = $2"
    await service.core.database.write(lambda tx: tx.execute(sql, lane, last))
    operation = await verified(service, admin)
    assert operation["state"] == "done"
    assert operation["result"]["intact"] is False
    assert operation["result"]["damages"] == [{"entry": f"{lane}-{last}", "what": "was changed"}]
