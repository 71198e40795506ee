"""doorward users: the same core, the same guard rails and the same audit as over HTTP."""

import getpass

from tests.support.cli import doorward
from tests.support.service import PASSWORD, Client, Service


async def test_a_user_made_on_the_command_line_signs_in_and_is_seen_over_http(
    environ: dict[str, str], service: Service, admin: Client
) -> None:
    options = ("--name", "Ann Lee", "--email", "ann@example.com", "--role", "user", "--json")
    made = await doorward(environ, "users", "create", "ann", *options, stdin=PASSWORD + "\n")
    assert made.code == 0, made.err
    assert (await admin.get(f"/api/users/{made.json['id']}")).data == made.json
    ann = await service.login("ann", PASSWORD)

    renamed = await doorward(environ, "users", "update", "ANN", "--email", "", "--name", "Ann", "--json")
    assert (renamed.json["name"], renamed.json["email"], renamed.json["roles"]) == ("Ann", None, ["user"])

    changed = await doorward(environ, "users", "set-password", "ann", stdin="another long password")
    assert changed.code == 0, changed.err
    assert (await ann.get("/api/auth/user")).reason == "session_ended"
    ann = await service.login("ann", "another long password")

    assert (await doorward(environ, "users", "disable", f"id:{made.json['id']}")).code == 0
    assert (await ann.get("/api/auth/user")).reason == "session_ended"
    assert (await doorward(environ, "users", "enable", "ann")).code == 0
    listed = await doorward(environ, "users", "list", "--keyword", "ANN", "--json")
    assert [user["username"] for user in listed.json["list"]] == ["ann"]
    assert listed.json["total"] == 1

    assert (await doorward(environ, "users", "delete", "ann")).code == 2, "without a terminal and without --yes"
    assert (await doorward(environ, "users", "delete", "ann", "--yes")).code == 0
    assert (await doorward(environ, "users", "show", "ann")).code == 4

    rows = await service.core.database.fetch(
        "SELECT action, actor FROM audit WHERE target = $1", f"user:{made.json['id']}"
    )
    actions = [row[0] for row in rows if row[1] == f"cli:{getpass.getuser()}"]
    assert actions.count("user.created") == actions.count("user.deleted") == 1
    assert actions.count("user.updated") == 4


async def test_guard_rails_hold_on_the_command_line(environ: dict[str, str]) -> None:
    for command in (["disable", "admin"], ["delete", "admin", "--yes"], ["update", "admin", "--no-roles"]):
        run = await doorward(environ, "users", *command, "--json")
        assert run.code == 3, run.out
        assert run.error["data"]["reason"] == "last_administrator"
    weak = await doorward(environ, "users", "create", "bob", "--json", stdin="password")
    assert weak.code == 3
    assert weak.error["data"]["fields"][0]["field"] == "password"
    assert (await doorward(environ, "users", "create", "ADMIN", stdin=PASSWORD)).code == 3


async def test_a_password_is_never_taken_from_the_arguments(environ: dict[str, str]) -> None:
    for command in (["create", "bob"], ["set-password", "admin"]):
        assert (await doorward(environ, "users", *command, "--password", PASSWORD)).code == 2
        assert (await doorward(environ, "users", *command, PASSWORD)).code == 2
        empty = await doorward(environ, "users", *command)
        assert empty.code == 2
        assert "Standard input" in empty.err


async def test_a_token_is_minted_only_with_confirmation_and_is_recorded(
    environ: dict[str, str], service: Service
) -> None:
    refused = await doorward(environ, "token", "mint", "admin")
    assert refused.code == 3
    assert refused.out == ""
    minted = await doorward(environ, "token", "mint", "admin", "--i-know", "--json")
    assert minted.code == 0, minted.err
    admin = Client(service, minted.json)
    assert (await admin.get("/api/auth/user")).data["username"] == "admin"
    seen = await doorward(environ, "token", "inspect", "--json", stdin=minted.json["token"])
    assert (seen.code, seen.json["verdict"], seen.json["sub"]) == (0, "accepted", "1")
    await admin.post("/api/auth/logout")
    ended = await doorward(environ, "token", "inspect", "--json", stdin=minted.json["token"])
    assert (ended.code, ended.json["verdict"]) == (5, "session_ended")
    row = await service.core.database.fetchrow("SELECT actor FROM audit WHERE action = 'auth.token_minted'")
    assert row is not None
    assert row[0] == f"cli:{getpass.getuser()}"
