"""doorward roles, sessions and audit: what the API does, by the same rules."""

import getpass
import json
from pathlib import Path

from doorward.database.protocol import Transaction
from doorward.domain.users import Profile
from doorward.store import users
from tests.support.cli import doorward
from tests.support.service import PASSWORD, Client, Service

ME = f"cli:{getpass.getuser()}"


async def test_roles_are_made_changed_and_deleted_by_the_rules(
    environ: dict[str, str], service: Service, admin: Client
) -> None:
    made = await doorward(
        environ, "roles", "create", "clerk", "--description", "Sees orders", "--permission", "orders:read", "--json"
    )
    assert made.code == 0, made.err
    assert (await admin.get(f"/api/roles/{made.json['id']}")).data == made.json
    changed = await doorward(environ, "roles", "update", "CLERK", "--permission", "orders:*", "--json")
    assert changed.json["permissions"] == ["orders:*"]
    assert (await doorward(environ, "roles", "update", "clerk", "--permission", "not a permission")).code == 3
    await service.create(admin, "ann", roles=["clerk"])
    in_use = await doorward(environ, "roles", "delete", "clerk", "--yes", "--json")
    assert (in_use.code, in_use.error["data"]["reason"]) == (3, "role_in_use")
    assert (await doorward(environ, "roles", "delete", "admin", "--yes")).code == 3
    assert (await doorward(environ, "roles", "delete", "clerk", "--yes", "--force")).code == 0
    assert (await doorward(environ, "roles", "show", "clerk")).code == 4
    listed = await doorward(environ, "roles", "list", "--json")
    assert [role["name"] for role in listed.json["list"]] == ["admin", "user"]
    known = await doorward(environ, "roles", "permissions")
    assert "users:read\t" in known.out


async def test_sessions_are_listed_and_ended(environ: dict[str, str], service: Service, admin: Client) -> None:
    await service.create(admin, "ann")
    ann = await service.login("ann", PASSWORD)
    listed = await doorward(environ, "sessions", "list", "ann", "--json")
    assert listed.json["total"] == 1
    assert listed.json["list"][0]["address"] == "192.0.2.1"
    assert (await doorward(environ, "sessions", "end", "ann")).code == 0
    assert (await ann.get("/api/auth/user")).reason == "session_ended"
    assert (await doorward(environ, "sessions", "list", "unknown")).code == 4


async def test_one_session_is_ended_and_the_others_stay_valid(
    environ: dict[str, str], service: Service, admin: Client
) -> None:
    """Mutant: `end_of_user` that ends all although one was named."""
    await service.create(admin, "ann")
    first = await service.login("ann", PASSWORD)
    (session,) = (await doorward(environ, "sessions", "list", "ann", "--json")).json["list"]
    second = await service.login("ann", PASSWORD)
    ended = await doorward(environ, "sessions", "end", "ann", "--session", str(session["id"]), "--json")
    assert (ended.code, ended.json["session"]) == (0, session["id"])
    assert (await first.get("/api/auth/user")).reason == "session_ended"
    assert (await second.get("/api/auth/user")).code == 200
    again = await doorward(environ, "sessions", "end", "ann", "--session", str(session["id"]), "--json")
    assert (again.code, again.error["data"]["reason"]) == (4, "session_not_found")
    # Nor is the session of another user ended under a wrong name.
    (others,) = (await doorward(environ, "sessions", "list", "admin", "--json")).json["list"]
    wrong = await doorward(environ, "sessions", "end", "ann", "--session", str(others["id"]))
    assert wrong.code == 4
    listed = await doorward(environ, "audit", "list", "--action", "user.sessions_ended", "--json")
    assert [(entry["actorName"], entry["details"]) for entry in listed.json["list"]] == [
        (ME, {"session": session["id"]})
    ]


async def test_the_trail_is_listed_filtered_and_exported(environ: dict[str, str], tmp_path: Path) -> None:
    assert (await doorward(environ, "users", "create", "ann", stdin=PASSWORD)).code == 0
    listed = await doorward(environ, "audit", "list", "--actor", ME, "--json")
    assert [(entry["action"], entry["targetName"]) for entry in listed.json["list"]] == [("user.created", "ann")]
    everything = await doorward(environ, "audit", "list", "--action", "user.*")
    assert "user.created" in everything.out
    assert (await doorward(environ, "audit", "list", "--action", "user.eaten")).code == 3
    file = tmp_path / "trail.jsonl"
    exported = await doorward(environ, "audit", "export", str(file), "--target", "ann", "--json")
    assert exported.json["entries"] == 1, exported.err
    (entry,) = [json.loads(line) for line in file.read_text().splitlines()]
    assert (entry["actor"], entry["action"]) == (ME, "user.created")
    assert (await doorward(environ, "audit", "export", str(file))).code == 3, "it is not overwritten"


async def test_a_user_has_at_most_a_hundred_roles(environ: dict[str, str], service: Service, admin: Client) -> None:
    """Mutant: a limit in the wire type alone, which the command line and imports do not pass."""
    many = [option for number in range(101) for option in ("--role", f"role{number}")]
    refused = await doorward(environ, "users", "create", "ann", *many, "--json", stdin=PASSWORD)
    assert refused.code == 3
    assert refused.error["data"]["fields"][0]["field"] == "roles"
    body = {"username": "ann", "password": PASSWORD, "roles": [f"role{number}" for number in range(101)]}
    assert (await admin.post("/api/users", body)).fields.keys() == {"roles"}


async def test_a_role_is_taken_from_all_its_users_when_the_command_ends(
    environ: dict[str, str], service: Service, admin: Client
) -> None:
    """Mutant: `delete` without `finish_deletions`: what the first step leaves would wait for a service to run."""
    role = (await admin.post("/api/roles", {"name": "crew"})).data

    async def work(tx: Transaction) -> None:
        for number in range(120):
            user_id = await users.insert(tx, Profile.parse(username=f"holder{number:03}"), "!", 0)
            await users.set_roles(tx, user_id or 0, [role["id"]])

    await service.core.database.write(work)
    assert (await doorward(environ, "roles", "delete", "crew", "--yes", "--force")).code == 0
    assert await service.core.database.fetchrow("SELECT 1 FROM roles WHERE id = $1", role["id"]) is None
    assert await service.core.database.fetchrow("SELECT 1 FROM user_roles WHERE role_id = $1", role["id"]) is None
