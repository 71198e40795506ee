"""API keys of people."""

import hashlib
import inspect
import re
import secrets
from datetime import UTC, datetime

import pytest

from doorward.domain.api_keys import KEYS_MAX, NETWORKS_MAX, PATTERN, PERMISSIONS_MAX, new_text
from doorward.domain.times import iso
from doorward.store import api_keys
from tests.support.api_keys import TOKENS, new_key, person
from tests.support.cli import doorward
from tests.support.mail import newest_mail
from tests.support.service import PASSWORD, Client, Service

DAY = 86_400_000


@pytest.fixture
async def ann(service: Service, admin: Client) -> Client:
    return await person(service, admin, "ann", "users:read", "orders:*", email="ann@example.com")


async def test_a_key_is_shown_once_and_only_its_hash_is_stored(service: Service, ann: Client) -> None:
    made = (await ann.post(TOKENS, {"name": "Export", "permissions": ["orders:read"]})).data
    text = made["token"]
    assert re.fullmatch(PATTERN, text)
    assert (made["name"], made["permissions"], made["expiresAt"], made["hint"]) == (
        "Export", ["orders:read"], None, text[-4:],
    )  # fmt: skip
    listed = (await ann.get(TOKENS)).data["list"]
    assert [key["id"] for key in listed] == [made["id"]]
    assert "token" not in listed[0]
    rows = [tuple(row) for row in await service.core.database.fetch("SELECT * FROM api_keys")]
    assert hashlib.sha256(text.encode()).digest() in rows[0]
    assert text not in str(rows)


async def test_a_key_tells_who_it_is(service: Service, ann: Client) -> None:
    key = await new_key(ann, permissions=["orders:read", "users:read", "audit:read"])
    shown = (await key.get("/api/auth/user")).data
    assert (shown["id"], shown["username"], shown["service"]) == (ann.id, "ann", False)
    assert shown["permissions"] == ["orders:read", "users:read"]
    assert shown["roles"] == []  # Applications decide by the names of roles: a narrow key has none.
    whole = (await (await new_key(ann)).get("/api/auth/user")).data
    assert (whole["permissions"], whole["roles"]) == (["orders:*", "users:read"], ["ann-role"])
    assert (await ann.get("/api/auth/user")).data["roles"] == ["ann-role"]


@pytest.mark.parametrize(
    ("owner", "key", "common"),
    [
        (["*"], ["orders:read"], ["orders:read"]),
        (["*"], None, ["*"]),
        (["*"], ["*"], ["*"]),
        (["*"], [], []),
        (["orders:*"], ["orders:read", "users:read"], ["orders:read"]),
        (["orders:read"], ["orders:*"], ["orders:read"]),
        (["orders:read", "users:read"], ["*"], ["orders:read", "users:read"]),
        (["orders:*", "users:read"], ["orders:*", "users:*"], ["orders:*", "users:read"]),
        (["system:user:list", "systems:x"], ["system:*"], ["system:user:list"]),
    ],
)
async def test_rights_are_what_key_and_owner_have_in_common(
    service: Service, admin: Client, owner: list[str], key: list[str] | None, common: list[str]
) -> None:
    ann = await person(service, admin, "ann", *owner)
    client = await new_key(ann, permissions=key)
    assert (await client.get("/api/auth/user")).data["permissions"] == common
    allowed = any(name in ("*", "users:*", "users:read") for name in common)
    assert (await client.get("/api/users")).code == (200 if allowed else 403)


async def test_changed_rights_of_the_owner_count_with_the_next_request(
    service: Service, admin: Client, ann: Client
) -> None:
    key = await new_key(ann, permissions=["users:read", "users:create"])
    assert (await key.get("/api/users")).code == 200
    assert (await key.post("/api/users", {"username": "x", "password": PASSWORD})).code == 403
    role = next(each for each in (await admin.get("/api/roles")).data["list"] if each["name"] == "ann-role")
    await admin.put(f"/api/roles/{role['id']}", {"permissions": ["users:create"]})
    assert (await key.get("/api/users")).data["required"] == "users:read"
    assert (await key.post("/api/users", {"username": "x", "password": PASSWORD})).code == 200
    await admin.put(f"/api/users/{ann.id}", {"roles": []})
    assert (await key.post("/api/users", {"username": "y", "password": PASSWORD})).data["required"] == "users:create"


async def test_a_key_ends_when_it_is_deleted_or_expires_or_its_owner_is_disabled(
    service: Service, admin: Client, ann: Client
) -> None:
    """Mutants: a lookup without `expires_at`; without `status`; an identity that is cached without its key's row."""
    deleted, lasting = await new_key(ann), await new_key(ann)
    expiring = await new_key(ann, expiresAt=iso(service.clock() + DAY))
    for key in (deleted, lasting, expiring):
        assert (await key.get("/api/auth/user")).code == 200
    assert (await ann.delete(f"{TOKENS}/{deleted.tokens['id']}")).code == 200
    assert (await ann.delete(f"{TOKENS}/{deleted.tokens['id']}")).reason == "api_key_not_found"
    await refused(deleted)
    assert (await expiring.get("/api/users")).code == 200
    service.clock.advance(DAY / 1000)
    await refused(expiring)
    await admin.refresh()
    await admin.put(f"/api/users/{ann.id}", {"status": 0})
    await refused(lasting)
    await admin.put(f"/api/users/{ann.id}", {"status": 1})
    assert (await lasting.get("/api/auth/user")).code == 200
    await admin.delete(f"/api/users/{ann.id}")
    await refused(lasting)


async def refused(client: Client) -> None:
    answer = await client.get("/api/auth/user")
    assert (answer.code, answer.reason) == (401, "invalid_token")
    assert answer.headers["www-authenticate"] == 'Bearer error="invalid_token"'


async def test_a_text_that_is_no_key_is_refused_without_a_read(
    service: Service, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: no checksum. An unknown key with a right checksum is refused alike."""
    text = (await new_key(ann)).token
    other = text[:10] + ("A" if text[10] != "A" else "B") + text[11:]
    await refused(Client(service, {"token": new_text(secrets.token_bytes)}))
    reads: list[str] = []
    fetch = service.core.database.fetch

    async def watched(sql: str, *values: object) -> object:
        reads.append(sql)
        return await fetch(sql, *values)

    monkeypatch.setattr(service.core.database, "fetch", watched)
    for wrong in (other, text[:-1], text + "0", text.lower(), "dwk_", "dwk_" + "!" * 40, text + "x" * 5000):
        await refused(Client(service, {"token": wrong}))
    assert not [sql for sql in reads if "api_keys" in sql]


async def test_a_key_works_from_its_networks_alone(service: Service, ann: Client) -> None:
    key = await new_key(ann, networks=["192.0.2.0/28", "2001:db8::/32", "::ffff:198.51.100.7/128"])
    assert key.tokens["networks"] == ["192.0.2.0/28", "2001:db8::/32", "198.51.100.7/32"]
    for address, code in (
        ("192.0.2.1", 200), ("192.0.2.16", 403), ("2001:db8::9", 200), ("2001:db9::9", 403), ("198.51.100.7", 200),
        ("::ffff:192.0.2.15", 200), ("unix", 403),
    ):  # fmt: skip
        client = service.at(address)
        client.tokens = key.tokens
        answer = await client.get("/api/auth/user")
        assert answer.code == code, address
        assert answer.reason == (None if code == 200 else "network_not_allowed")


async def test_wrong_fields_are_named(service: Service, ann: Client) -> None:
    wrong = {
        "name": " ", "expiresAt": "2001-01-01", "permissions": ["nonsense"], "networks": ["192.0.2.1/24"],
    }  # fmt: skip
    answer = await ann.post(TOKENS, wrong)
    assert (answer.code, set(answer.fields)) == (400, set(wrong))
    for field, value in (
        ("expiresAt", "soon"), ("networks", ["1.2.3.4"] * (NETWORKS_MAX + 1)), ("networks", ["example.com"]),
        ("permissions", [f"a:b{n}" for n in range(PERMISSIONS_MAX + 1)]), ("name", "x" * 101), ("name", None),
    ):  # fmt: skip
        answer = await ann.post(TOKENS, {"name": "x"} | {field: value})
        assert (answer.code, field in str(answer.fields)) == (400, True), (field, value)
    assert (await ann.get(TOKENS)).data["list"] == []


async def test_an_owner_has_a_limited_number_of_keys(service: Service, ann: Client) -> None:
    await service.core.database.write(
        lambda tx: tx.insert_rows(
            "api_keys",
            "id, user_id, name, key_hash, hint, strength, language, created_at",
            [(number, ann.id, "x", b"x", "x", 0, "en", 0) for number in range(1, KEYS_MAX + 1)],
        )
    )
    answer = await ann.post(TOKENS, {"name": "one more"})
    assert (answer.code, answer.reason, answer.data["limit"]) == (409, "too_many_api_keys", KEYS_MAX)


async def test_creating_a_key_asks_for_recent_authentication_and_tells_by_mail(
    service: Service, admin: Client, ann: Client
) -> None:
    """Mutant: no `require_recent`."""
    service.clock.advance(3600)
    await ann.refresh()
    answer = await ann.post(TOKENS, {"name": "Export"})
    assert (answer.code, answer.reason) == (401, "step_up_required")
    assert (await ann.post("/api/auth/step-up", {"method": "password", "password": PASSWORD})).code == 200
    assert (await ann.post(TOKENS, {"name": "Export"})).code == 200
    await admin.refresh()
    mail = await newest_mail(admin, "ann@example.com", "api_key_created")
    assert "Export" in mail.text


async def test_a_key_is_renamed(service: Service, ann: Client) -> None:
    key = await new_key(ann)
    path = f"{TOKENS}/{key.tokens['id']}"
    assert (await ann.put(path, {"name": "Other", "permissions": ["*"]})).data["name"] == "Other"
    assert (await ann.get(TOKENS)).data["list"][0]["permissions"] is None
    assert (await ann.put(path, {"name": ""})).fields.keys() == {"name"}
    assert (await ann.put(f"{TOKENS}/999", {"name": "x"})).reason == "api_key_not_found"
    assert (await key.get("/api/users")).code == 200


async def test_keys_of_others_are_out_of_reach(service: Service, admin: Client, ann: Client) -> None:
    key = await new_key(admin)
    path = f"{TOKENS}/{key.tokens['id']}"
    assert (await ann.put(path, {"name": "x"})).reason == "api_key_not_found"
    assert (await ann.delete(path)).reason == "api_key_not_found"
    assert (await ann.get(TOKENS)).data["list"] == []
    assert (await key.get("/api/auth/user")).code == 200


async def test_the_last_use_is_recorded_without_a_write_for_each_request(
    service: Service, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutants: a request that writes; a job that writes a use which is older than the stored one."""
    key = await new_key(ann)
    assert (await ann.get(TOKENS)).data["list"][0]["lastUsedAt"] is None
    await service.core.jobs.stop()  # Whose writes are not in question.
    writes: list[object] = []
    write = service.core.database.write

    async def watched(work: object) -> object:
        writes.append(work)
        return await write(work)  # type: ignore[arg-type]

    monkeypatch.setattr(service.core.database, "write", watched)
    for _ in range(20):
        service.clock.advance(1)
        last = service.clock()
        await key.get("/api/auth/user")
    assert writes == []
    await service.core.key_uses.write()
    assert len(writes) == 1
    shown = (await ann.get(TOKENS)).data["list"][0]
    assert (shown["lastUsedAt"] >= iso(last), shown["lastAddress"]) == (True, "192.0.2.1")
    service.core.key_uses.note(key.tokens["id"], 1, "198.51.100.1")  # Of a node whose clock is behind.
    await service.core.key_uses.write()
    assert (await ann.get(TOKENS)).data["list"][0]["lastAddress"] == "192.0.2.1"


async def test_the_last_use_is_recorded_when_the_service_stops(service: Service, ann: Client) -> None:
    """Mutant: a stop that does not write."""
    key = await new_key(ann)
    await key.get("/api/auth/user")
    await service.core.key_uses.write_before_closing()
    assert (await ann.get(TOKENS)).data["list"][0]["lastAddress"] == "192.0.2.1"
    assert "key_uses.write_before_closing" in inspect.getsource(type(service.core).close)


async def test_the_owner_is_told_before_a_key_expires(service: Service, admin: Client, ann: Client) -> None:
    """Mutant: no `warned_at`, neither in the search nor in `mark_warned`: a job that tells each time."""
    made = await ann.post(
        TOKENS,
        {"name": "Export", "expiresAt": iso(service.clock() + 90 * DAY)},
        headers={"Accept-Language": "zh"},
    )
    short = await new_key(ann, expiresAt=iso(service.clock() + DAY))
    warn = service.core.api_keys.warn_of_expiry
    await warn()
    service.clock.advance(0.8 * DAY / 1000)
    await warn()
    service.clock.advance(82.4 * DAY / 1000)
    again = await service.login()
    await warn()
    await warn()
    audit = (await again.get("/api/audit?action=api_key.expiring")).data["list"]
    assert [(entry["details"]["key"], entry["actor"]) for entry in audit] == [
        (made.data["id"], "system"), (short.tokens["id"], "system"),
    ]  # fmt: skip
    mail = await newest_mail(again, "ann@example.com", "api_key_expiring")
    assert "即将过期" in mail.subject
    assert datetime.fromtimestamp((service.clock() + 6.8 * DAY) / 1000, UTC).strftime("%Y-%m-%d") in mail.text
    service.clock.advance(40 * DAY / 1000)
    await warn()
    rows = await service.core.database.fetch("SELECT id FROM api_keys")
    assert [row[0] for row in rows] == []  # Expired for more than thirty days.


async def test_keys_of_disabled_owners_keep_no_other_owner_from_being_told(
    service: Service, admin: Client, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: a search that finds the same keys of disabled owners each time, as many as it reads at once."""
    monkeypatch.setattr(api_keys, "_AT_ONCE", 1)
    bob = await person(service, admin, "bob")
    for owner, days in ((bob, 30), (ann, 31)):
        await new_key(owner, expiresAt=iso(service.clock() + days * DAY))
    await admin.put(f"/api/users/{bob.id}", {"status": 0})
    service.clock.advance(days=25)
    await service.core.api_keys.warn_of_expiry()
    told = (await (await service.login()).get("/api/audit?action=api_key.expiring")).data["list"]
    assert [entry["targetName"] for entry in told] == ["ann"]


async def test_an_entry_of_the_audit_trail_names_the_key(service: Service, admin: Client) -> None:
    key = await new_key(admin, name="CI")
    assert (await key.post("/api/users", {"username": "bob", "password": PASSWORD})).code == 200
    entry = (await admin.get("/api/audit?action=user.created&pageSize=1")).data["list"][0]
    assert (entry["actor"], entry["actorName"]) == ("user:1", "admin")
    assert entry["details"]["apiKey"] == {"id": key.tokens["id"], "name": "CI"}
    created = (await admin.get("/api/audit?action=api_key.created")).data["list"][0]
    assert created["details"]["key"] == key.tokens["id"]
    assert key.token not in str((await admin.get("/api/audit")).data)


async def test_administrators_see_and_delete_the_keys_of_users(service: Service, admin: Client, ann: Client) -> None:
    """Mutant: no `require_rank_over`."""
    first, second = await new_key(ann), await new_key(ann)
    path = f"/api/users/{ann.id}/tokens"
    helper = await person(service, admin, "helper", "sessions:*")
    assert [key["id"] for key in (await helper.get(path)).data["list"]] == [first.tokens["id"], second.tokens["id"]]
    for answer in (await helper.delete(path), await helper.delete(f"{path}/{first.tokens['id']}")):
        assert answer.reason == "outranked"
    assert (await admin.delete(f"{path}/{first.tokens['id']}")).code == 200
    await refused(first)
    assert (await second.get("/api/auth/user")).code == 200
    assert (await admin.delete(path)).code == 200
    await refused(second)
    assert (await admin.get("/api/users/999/tokens")).reason == "user_not_found"
    assert (await admin.delete("/api/users/999/tokens")).reason == "user_not_found"


async def test_operators_manage_keys(service: Service, admin: Client, ann: Client, environ: dict[str, str]) -> None:
    made = await doorward(
        environ, "api-keys", "create", "ann", "--name", "CI", "--permission", "users:read", "--expires", "2999-01-01",
        "--network", "192.0.2.0/24", "--json",
    )  # fmt: skip
    assert made.code == 0, made.err
    key = Client(service, made.json)
    assert (await key.get("/api/users")).code == 200
    listed = await doorward(environ, "api-keys", "list", "ann", "--json")
    assert [(each["name"], "token" in each) for each in listed.json["list"]] == [("CI", False)]
    gone = await doorward(environ, "api-keys", "revoke", "ann", str(made.json["id"]), "--yes")
    assert gone.code == 0
    await refused(key)
    assert (await doorward(environ, "api-keys", "revoke", "ann", "999", "--yes")).code == 4
    wrong = await doorward(environ, "api-keys", "create", "ann", "--name", "x", "--network", "y", "--json")
    assert "networks" in wrong.err
