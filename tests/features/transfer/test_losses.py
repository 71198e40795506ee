"""What an import leaves behind is reported, and what can be kept is kept."""

import json
from pathlib import Path
from typing import Any

from doorward.features.transfer.files.losses import Losses
from tests.support.cli import doorward
from tests.support.databases import Databases
from tests.support.service import PASSWORD, Client, Service

KEYCLOAK = {
    "users": [
        {
            "username": "ann", "enabled": True, "realmRoles": ["clerk", "offline_access", "default-roles-shop"],
            "groups": ["/sales"], "clientRoles": {"shop": ["viewer"]}, "attributes": {"department": ["sales"]},
            "requiredActions": ["UPDATE_PASSWORD", "CONFIGURE_TOTP"], "federatedIdentities": [{"userId": "1"}],
            "credentials": [{"type": "webauthn", "credentialData": "{}", "secretData": "{}"}],
        },
        {"username": "bob", "enabled": True, "realmRoles": ["clerk"], "groups": ["/sales"]},
        {"username": "service-account-shop", "enabled": True, "serviceAccountClientId": "shop"},
    ]
}  # fmt: skip
RUOYI = """
INSERT INTO sys_role VALUES(1, '超级管理员', 'admin', 1, 1, 1, 1, '0', '0', 'admin', sysdate(), '', null, '');
INSERT INTO sys_role VALUES(2, '普通角色', 'common', 2, 2, 1, 1, '0', '0', 'admin', sysdate(), '', null, '');
INSERT INTO sys_role VALUES(3, '停用', 'off', 3, 2, 1, 1, '1', '0', 'admin', sysdate(), '', null, '');
INSERT INTO sys_user VALUES(71, 103, 'ann', 'Ann', '00', '', '', '1', '', '', '0', '0', '', null, null, '', null, '',
  null, '');
INSERT INTO sys_user_role VALUES(71, 2), (71, 3), (70, 1);
"""


def _found(run: Any) -> set[tuple[str, str, int]]:
    return {(entry["what"], entry["name"], entry["rows"]) for entry in run.json["notImported"]}


async def test_everything_that_is_left_behind_is_counted_by_name_with_what_to_do(
    sqlite_databases: Databases, tmp_path: Path, anyio_backend: str
) -> None:
    """Mutants: groups and roles of clients that vanish; a mapping that matches nothing and says nothing."""
    (tmp_path / "realm.json").write_text(json.dumps(KEYCLOAK))
    command = ("import", str(tmp_path / "realm.json"), "--role", "/sales=user", "--role", "Clerk=admin")
    async with sqlite_databases.new(tmp_path) as environ:
        dry = await doorward(environ, *command, "--dry-run", "--json")
        run = await doorward(environ, *command, "--json")
        assert run.code == 5, "a second factor was left out"
        assert _found(run) == _found(dry) == {
            ("role", "clerk", 2),
            ("role", "shop/viewer", 1),
            ("second factor", "a second factor of the type 'webauthn'", 1),
            ("required action", "CONFIGURE_TOTP", 1),
            ("attribute", "department", 1),
            ("field", "federatedIdentities", 1),
            ("service account", "service-account-shop", 1),
        }  # fmt: skip
        assert run.json["unusedMappings"] == ["Clerk"]
        assert run.json["notImported"][0]["action"].startswith("map it with --role clerk=ROLE")
        ann = (await doorward(environ, "users", "show", "ann", "--json")).json
        assert (ann["roles"], ann["mustChangePassword"]) == (["user"], True)
        words = await doorward(environ, *command, "--existing", "skip")
        assert "not imported: role clerk (2 rows); map it with" in words.out
        assert "not imported: service account service-account-shop (1 row); programs get one here" in words.out
        assert "--role Clerk=… matches no row" in words.out
        assert "not imported: attribute department" in (await doorward(environ, *command, "--dry-run")).err


async def test_permissions_of_django_are_reported_by_their_code_names(
    sqlite_databases: Databases, tmp_path: Path, anyio_backend: str
) -> None:
    """Mutant: the primary key of the permission, which says nothing without its database."""
    dump = [
        {"model": "auth.permission", "pk": 31, "fields": {"name": "Can add order", "codename": "add_order"}},
        {"model": "auth.user", "pk": 7, "fields": {"username": "ann", "user_permissions": [31, 99]}},
        {"model": "auth.user", "pk": 8, "fields": {"username": "bob", "user_permissions": [["add_order", "a", "b"]]}},
    ]
    (tmp_path / "django.json").write_text(json.dumps(dump))
    async with sqlite_databases.new(tmp_path) as environ:
        run = await doorward(environ, "import", str(tmp_path / "django.json"), "--json")
        assert (run.json["created"], _found(run)) == (2, {("permission", "add_order", 2), ("permission", "99", 1)})


def test_a_report_of_what_is_left_behind_is_bounded() -> None:
    losses = Losses("jsonl", ())
    losses.note_row({"username": "ann", "mustChangePassword": True, "id": 7, "extra": 0})
    assert losses.document() == []
    losses.note_row({f"{'x' * 500}{number}": 1 for number in range(500)} | {f"f{number}": 1 for number in range(500)})
    found = losses.document()
    assert len(found) == 201
    assert sum(entry["rows"] for entry in found) == 1000
    assert max(len(entry["name"]) for entry in found) <= 101
    assert len(losses.lines()) == 21


async def test_roles_of_ruoyi_come_from_the_other_tables_of_the_dump(
    sqlite_databases: Databases, tmp_path: Path, anyio_backend: str
) -> None:
    (tmp_path / "ry.sql").write_text(RUOYI)
    async with sqlite_databases.new(tmp_path) as environ:
        options = ("--role", "common=user", "--role", "off=admin", "--keep-ids", "--json")
        run = await doorward(environ, "import", str(tmp_path / "ry.sql"), *options)
        assert (run.code, run.json["created"]) == (0, 1), run.out + run.err
        assert run.json["unusedMappings"] == ["off"]
        assert (await doorward(environ, "users", "show", "id:71", "--json")).json["roles"] == ["user"]


async def test_an_update_adds_roles_and_removes_them_only_on_request(
    sqlite_databases: Databases, tmp_path: Path, anyio_backend: str
) -> None:
    """Mutant: roles of the file in the place of those that were given here."""
    (tmp_path / "more.jsonl").write_text(json.dumps({"username": "ann", "roles": ["USER", "clerk"]}) + "\n")
    (tmp_path / "none.jsonl").write_text(json.dumps({"username": "ann", "roles": []}) + "\n")
    update = ("--existing", "update", "--json")
    async with sqlite_databases.new(tmp_path) as environ:
        for role in ("clerk", "boss"):
            await doorward(environ, "roles", "create", role)
        await doorward(environ, "users", "create", "ann", "--role", "user", "--role", "boss", stdin=PASSWORD)

        async def roles(file: str, *options: str) -> tuple[int, list[str]]:
            run = await doorward(environ, "import", str(tmp_path / file), *update, *options)
            return run.json["changed"], (await doorward(environ, "users", "show", "ann", "--json")).json["roles"]

        assert await roles("more.jsonl") == (1, ["boss", "clerk", "user"])
        assert await roles("none.jsonl") == (0, ["boss", "clerk", "user"])
        assert await roles("more.jsonl", "--roles", "replace") == (1, ["clerk", "user"])
        assert await roles("none.jsonl", "--roles", "replace") == (1, [])


async def test_ids_are_kept_where_they_are_free_and_new_users_come_after_them(
    environ: dict[str, str], tmp_path: Path, service: Service, admin: Client
) -> None:
    """Mutants: a sequence of PostgreSQL that stays behind, so that a later user gets an id of the file; on SQLite,
    users with smaller ids than the last, who count as refused."""
    await service.create(admin, "two")
    people = [(900, "ann"), (7, "bob"), (1, "first"), (900, "twice"), (12, "two"), (0, "zero"), (None, "none")]
    file = tmp_path / "users.jsonl"
    file.write_text("".join(json.dumps({"id": i, "username": n, "roles": ["user"]}) + "\n" for i, n in people))
    dry = await doorward(environ, "import", str(file), "--keep-ids", "--dry-run", "--json")
    outcomes = [row["outcome"] for row in dry.json["list"]]
    assert outcomes == ["created", "created", *["refused"] * 5]
    assert dry.json["list"][2]["reason"] == "id 1 is already in use"
    run = await doorward(environ, "import", str(file), "--keep-ids", "--json")
    assert (run.json["created"], run.json["refused"]) == (2, 5)
    for user_id, username in ((900, "ann"), (7, "bob")):
        found = (await admin.get(f"/api/users/{user_id}")).data
        assert (found["username"], found["roles"]) == (username, ["user"])
    assert (await service.create(admin, "later"))["id"] == 901
    assert (await admin.get("/api/users?keyword=bob")).data["total"] == 1
    update = await doorward(environ, "import", str(file), "--keep-ids", "--existing", "update", "--dry-run", "--json")
    assert "12 in the file" in update.json["list"][4]["reason"]


async def test_an_export_keeps_ids_on_the_way_to_another_installation(
    sqlite_databases: Databases, tmp_path: Path, anyio_backend: str
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    async with sqlite_databases.new(first) as one, sqlite_databases.new(second) as two:
        for name in ("gone", "ann"):
            await doorward(one, "users", "create", name, "--must-change-password", stdin=PASSWORD)
        await doorward(one, "users", "delete", "gone", "--yes")
        for form in ("users.csv", "users.xlsx"):
            assert (await doorward(one, "export", str(tmp_path / form))).code == 0
        options = ("--keep-ids", "--existing", "skip", "--json")
        run = await doorward(two, "import", str(tmp_path / "users.csv"), *options)
        assert (run.code, run.json["created"]) == (0, 1), run.out
        again = await doorward(two, "import", str(tmp_path / "users.xlsx"), *options)
        assert (again.code, again.json["unchanged"]) == (0, 2), again.out
        moved = (await doorward(two, "users", "show", "ann", "--json")).json
        assert (moved["id"], moved["mustChangePassword"]) == (3, True)
