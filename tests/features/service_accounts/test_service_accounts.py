"""Service accounts: programs with roles of their own."""

from typing import Any

import pytest

from doorward.domain.times import iso
from doorward.features.service_accounts import service as use_cases
from tests.support.api_keys import SERVICES, new_account, new_key, person, role
from tests.support.cli import doorward
from tests.support.mail import mails_to
from tests.support.service import ADMIN_PASSWORD, PASSWORD, Client, Service

DAY = 86_400_000


async def test_service_accounts_are_created_read_changed_and_deleted(service: Service, admin: Client) -> None:
    await role(admin, "seller", "orders:read")
    made = await admin.post(SERVICES, {"name": "billing", "description": "Invoices", "roles": ["seller"]})
    assert made.code == 200
    account = made.data
    assert {name: account[name] for name in ("name", "description", "roles", "permissions", "status")} == {
        "name": "billing", "description": "Invoices", "roles": ["seller"], "permissions": ["orders:read"], "status": 1,
    }  # fmt: skip
    path = f"{SERVICES}/{account['id']}"
    read = await admin.get(path)
    assert read.data == account
    page = (await admin.get(f"{SERVICES}?pageSize=1")).data
    assert (page["list"], page["total"], page["pageSize"]) == ([account], 1, 1)
    tag = {"If-Match": read.headers["etag"]}
    changed = await admin.put(path, {"description": None, "name": "invoices", "roles": []}, headers=tag)
    assert {name: changed.data[name] for name in ("name", "description", "roles")} == {
        "name": "invoices", "description": "", "roles": [],
    }  # fmt: skip
    assert (await admin.put(path, {"description": "x"}, headers=tag)).code == 412
    assert (await admin.delete(path)).code == 200
    for answer in (await admin.get(path), await admin.delete(path), await admin.put(path, {}), await admin.get(
        f"{path}/keys"
    )):  # fmt: skip
        assert answer.reason == "service_account_not_found"
    entries = (await admin.get(f"/api/audit?target=user:{account['id']}")).data["list"]
    assert [entry["action"] for entry in entries] == [
        "service_account.deleted", "service_account.updated", "service_account.created",
    ]  # fmt: skip
    assert (await admin.get(f"{SERVICES}/1")).reason == "service_account_not_found"  # A person.


async def test_names_are_unique_among_people_and_programs(service: Service, admin: Client) -> None:
    path = await new_account(admin)
    await service.create(admin, "ann", email="x@example.com")
    for name, reason in (("ANN", "username_taken"), ("billing", "username_taken"), ("x@example.com", "username_taken")):
        assert (await admin.post(SERVICES, {"name": name})).reason == reason
    assert (await admin.put(path, {"name": "ann"})).reason == "username_taken"
    assert (await admin.post("/api/users", {"username": "Billing", "password": PASSWORD})).reason == "username_taken"
    wrong = await admin.post(SERVICES, {"name": "a b", "description": "x" * 501, "roles": ["nothing"] * 101})
    assert set(wrong.fields) == {"name", "description", "roles"}
    assert (await admin.post(SERVICES, {"name": "x", "roles": ["nothing"]})).fields.keys() == {"roles"}


async def test_a_repeated_request_creates_one_account(service: Service, admin: Client) -> None:
    headers = {"Idempotency-Key": "k1"}
    answers = [await admin.post(SERVICES, {"name": "billing"}, headers=headers) for _ in range(2)]
    assert answers[0].data == answers[1].data
    assert (await admin.post(SERVICES, {"name": "other"}, headers=headers)).code == 422
    # A key is never kept for a repetition: its text would be in the database.
    path = f"{SERVICES}/{answers[0].data['id']}/keys"
    texts = {(await admin.post(path, {"name": "x"}, headers=headers)).data["token"] for _ in range(2)}
    assert len(texts) == 2


async def test_the_number_of_accounts_is_limited(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(use_cases, "ACCOUNTS_MAX", 1)
    await new_account(admin)
    answer = await admin.post(SERVICES, {"name": "other"})
    assert (answer.code, answer.reason, answer.data["limit"]) == (409, "too_many_service_accounts", 1)


async def test_a_key_of_a_service_account_acts_as_the_account(service: Service, admin: Client) -> None:
    path = await new_account(admin, "billing", "users:read", "orders:*")
    key = await new_key(admin, f"{path}/keys", permissions=["users:read"])
    shown = (await key.get("/api/auth/user")).data
    assert (shown["username"], shown["service"], shown["permissions"]) == ("billing", True, ["users:read"])
    assert (await key.get("/api/users")).code == 200
    listed = (await admin.get(f"{path}/keys")).data["list"]
    assert [(each["id"], "token" in each) for each in listed] == [(key.tokens["id"], False)]
    renamed = await admin.put(f"{path}/keys/{key.tokens['id']}", {"name": "Other"})
    assert renamed.data["name"] == "Other"
    await admin.put(path, {"status": 0})
    assert (await key.get("/api/auth/user")).reason == "invalid_token"
    await admin.put(path, {"status": 1, "roles": []})
    assert (await key.get("/api/users")).code == 403
    assert (await admin.delete(f"{path}/keys/{key.tokens['id']}")).code == 200
    assert (await key.get("/api/auth/user")).reason == "invalid_token"
    assert (await admin.delete(f"{path}/keys/{key.tokens['id']}")).reason == "api_key_not_found"


async def test_callers_neither_grant_nor_touch_more_than_they_hold(service: Service, admin: Client) -> None:
    """Mutants: no `assignable_roles`; no `require_rank_over`; no `require_roles` before a key is created."""
    helper = await person(service, admin, "helper", "services:*", "orders:read")
    await role(admin, "seller", "orders:read")
    for roles, reason in ((["admin"], "beyond_own_rights"), (["seller"], "role_not_held")):
        assert (await helper.post(SERVICES, {"name": "x", "roles": roles})).reason == reason
    strong, held = await new_account(admin, "strong", "audit:read"), await new_account(admin, roles=["seller"])
    made = (await admin.post(f"{strong}/keys", {"name": "x"})).data["id"]
    for answer in (
        await helper.put(strong, {"description": "x"}),
        await helper.delete(strong),
        await helper.post(f"{strong}/keys", {"name": "x"}),
        await helper.put(f"{strong}/keys/{made}", {"name": "y"}),
        await helper.delete(f"{strong}/keys/{made}"),
    ):
        assert answer.reason == "outranked"
    # A key acts with the name of the role, by which applications decide.
    assert (await helper.post(f"{held}/keys", {"name": "x"})).reason == "role_not_held"
    assert (await helper.put(held, {"name": "renamed"})).reason == "role_not_held"
    assert (await helper.put(held, {"roles": ["admin"]})).reason == "beyond_own_rights"
    own = await helper.post(SERVICES, {"name": "mine", "roles": ["helper-role"]})
    assert (await helper.post(f"{SERVICES}/{own.data['id']}/keys", {"name": "x"})).code == 200


async def test_a_key_of_an_account_asks_for_recent_authentication(service: Service, admin: Client) -> None:
    path = await new_account(admin)
    service.clock.advance(3600)
    await admin.refresh()
    assert (await admin.post(f"{path}/keys", {"name": "x"})).reason == "step_up_required"
    await admin.post("/api/auth/step-up", {"method": "password", "password": ADMIN_PASSWORD})
    assert (await admin.post(f"{path}/keys", {"name": "x"})).code == 200


async def test_a_key_makes_keys_only_if_it_names_the_permission_and_within_its_own_bounds(
    service: Service, admin: Client
) -> None:
    """Mutants: keys that inherit it; keys that outlive their maker, or work from elsewhere."""
    path = await new_account(admin, "robot", "services:*", "orders:read")
    keys = f"{path}/keys"
    for permissions in (None, ["*"], ["orders:read"]):
        client = await new_key(admin, keys, permissions=permissions)
        assert (await client.post(keys, {"name": "x"})).reason == "key_not_allowed"
        assert (await client.delete(f"{keys}/{client.tokens['id']}")).reason == "key_not_allowed"
    end = iso(service.clock() + 10 * DAY)
    maker = await new_key(
        admin, keys, permissions=["services:update", "orders:read"], expiresAt=end, networks=["192.0.2.0/24"]
    )
    assert (await maker.post(keys, {"name": "x"})).reason == "outranked"  # It lacks the others of the account.
    helper = await new_account(admin, "helper", "orders:read", roles=["robot-role"])
    assert (await maker.post(f"{helper}/keys", {"name": "x"})).reason == "outranked"
    plain = await new_account(admin, "plain")
    made = await maker.post(f"{plain}/keys", {"name": "x"})
    assert (made.data["expiresAt"], made.data["networks"]) == (end, ["192.0.2.0/24"])
    longer = await maker.post(f"{plain}/keys", {"name": "x", "expiresAt": iso(service.clock() + 11 * DAY)})
    assert longer.fields.keys() == {"expiresAt"}
    wider = await maker.post(f"{plain}/keys", {"name": "x", "networks": ["192.0.0.0/16"]})
    assert wider.fields.keys() == {"networks"}
    within = await maker.post(f"{plain}/keys", {"name": "x", "networks": ["192.0.2.128/25"]})
    assert within.data["networks"] == ["192.0.2.128/25"]


async def test_an_account_disables_and_deletes_no_account_that_it_is(service: Service, admin: Client) -> None:
    path = await new_account(admin, "robot", "services:*")
    key = await new_key(admin, f"{path}/keys")
    assert (await key.put(path, {"status": 0})).reason == "own_account"
    assert (await key.delete(path)).reason == "own_account"


async def test_roles_that_ask_for_a_strong_sign_in_ask_it_of_the_creator_of_a_key(
    service: Service, admin: Client, environ: dict[str, str]
) -> None:
    """Mutant: a key of a service account that is always strong enough."""
    await role(admin, "chief", "users:read", requiredStrength="twoFactors")
    path = await new_account(admin, roles=["chief"])
    key = await new_key(admin, f"{path}/keys")
    assert (await key.get("/api/users")).reason == "weak_key"
    made = await doorward(environ, "api-keys", "create", "billing", "--name", "CI", "--json")
    assert (await Client(service, made.json).get("/api/users")).code == 200  # Operators hold the master secret.


@pytest.mark.settings(email_code=True)
async def test_no_way_in_opens_a_session_of_a_service_account(
    service: Service, admin: Client, environ: dict[str, str]
) -> None:
    """Mutants: `SessionOpener` and `Users._lock` without their checks of `service`."""
    path = await new_account(admin, "billing", "users:read")
    user = f"/api/users/{path.rpartition('/')[2]}"
    assert (await admin.get(user)).data["service"] is True
    assert [each["service"] for each in (await admin.get("/api/users")).data["list"]] == [False, True]
    for password in ("!", "", PASSWORD):
        answer = await service.anonymous.post("/api/auth/login", {"username": "billing", "password": password})
        assert answer.reason in ("invalid_credentials", "validation_failed")
    changes: list[dict[str, Any]] = [
        {"password": PASSWORD}, {"email": "a@example.com"}, {"roles": ["admin"]}, {"status": 0}, {"name": "x"}, {},
    ]  # fmt: skip
    for change in changes:
        assert (await admin.put(user, change)).reason == "service_account"
    assert (await admin.delete(user)).reason == "service_account"
    assert (await admin.get(f"{user}/tokens")).reason == "service_account"
    assert (await admin.delete(f"{user}/tokens")).reason == "service_account"
    # Requests that must not tell who exists are answered alike, and send nothing.
    await service.core.database.write(
        lambda tx: tx.execute("UPDATE users SET email = $1, email_key = $1 WHERE service = 1", "billing@example.com")
    )
    for where, body in (
        ("/api/auth/password/forgot", {"identifier": "billing"}), ("/api/auth/email-code", {"identifier": "billing"}),
    ):  # fmt: skip
        assert (await service.anonymous.post(where, body)).code == 200
    await service.carry_out_deferred()
    assert await mails_to(admin, "billing@example.com") == []
    for arguments in (
        ("token", "mint", "billing", "--i-know"), ("users", "disable", "billing"),
        ("users", "delete", "billing", "--yes"),
    ):  # fmt: skip
        refused = await doorward(environ, *arguments, "--json")
        assert (refused.code != 0, "service_account" in refused.err) == (True, True), refused.err
    refused = await doorward(environ, "users", "set-password", "billing", "--json", stdin=PASSWORD)
    assert "service_account" in refused.err
    assert (await service.core.database.fetchrow("SELECT count(*) FROM sessions WHERE user_id <> 1"))[0] == 0  # type: ignore[index]


async def test_a_service_account_is_never_the_last_administrator(service: Service, admin: Client) -> None:
    """Mutant: `has_other_administrator` that counts programs."""
    path = await new_account(admin, roles=["admin"])
    key = await new_key(admin, f"{path}/keys")
    await service.core.database.write(
        lambda tx: tx.execute("UPDATE users SET password_hash = $1 WHERE service = 1", "$argon2id$x")
    )
    for answer in (
        await key.delete("/api/users/1"),
        await key.put("/api/users/1", {"status": 0}),
        await key.put("/api/users/1", {"roles": []}),
    ):
        assert answer.reason == "last_administrator"
    assert (await admin.delete(path)).code == 200


async def test_operators_manage_service_accounts(service: Service, admin: Client, environ: dict[str, str]) -> None:
    await role(admin, "seller", "orders:read")
    made = await doorward(
        environ, "service-accounts", "create", "billing", "--description", "Invoices", "--role", "seller", "--json"
    )
    assert (made.code, made.json["roles"]) == (0, ["seller"])
    listed = await doorward(environ, "service-accounts", "list", "--json")
    assert [each["name"] for each in listed.json["list"]] == ["billing"]
    changed = await doorward(environ, "service-accounts", "update", "billing", "--no-roles", "--name", "b2", "--json")
    assert (changed.json["name"], changed.json["roles"], changed.json["description"]) == ("b2", [], "Invoices")
    for command, status in (("disable", 0), ("enable", 1), ("show", 1)):
        assert (await doorward(environ, "service-accounts", command, "b2", "--json")).json["status"] == status
    assert (await doorward(environ, "service-accounts", "delete", "admin", "--yes")).code != 0
    assert (await doorward(environ, "service-accounts", "delete", "b2", "--yes")).code == 0
    assert (await admin.get(SERVICES)).data["total"] == 0


async def test_exports_leave_service_accounts_out_and_imports_leave_them_alone(
    service: Service, admin: Client, environ: dict[str, str], tmp_path: Any
) -> None:
    """Mutant: an export with them, which an import would make people of."""
    path = await new_account(admin, "billing", "orders:read")
    exported = await doorward(environ, "export", str(tmp_path / "export.csv"))
    assert exported.code == 0, exported.err
    text = (tmp_path / "export.csv").read_text()
    assert ("admin" in text, "billing" in text) == (True, False)
    file = tmp_path / "users.csv"
    file.write_text(f"username,name,password\nbilling,Thief,{PASSWORD}\n")
    for options in ((), ("--existing", "update")):
        done = await doorward(environ, "import", str(file), *options, "--json")
        assert done.json["refused"] == 1, done.out + done.err
    assert (await service.anonymous.post("/api/auth/login", {"username": "billing", "password": PASSWORD})).code == 401
    shown = (await admin.get(path)).data
    assert (shown["name"], shown["permissions"]) == ("billing", ["orders:read"])
