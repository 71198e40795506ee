"""Changes to many users that go on after their request."""

import asyncio
from typing import Any

import pytest

from doorward.core.operations.kinds import LEASE, ClaimLost, OperationKind, RunningOperation
from doorward.database.protocol import Transaction
from doorward.domain.access import Actor, Origin
from doorward.domain.operations import ALL_OPEN_MAX, OPEN_MAX
from doorward.search import scan
from doorward.store import operations
from tests.support.api_keys import new_account
from tests.support.service import PASSWORD, Client, Service


@pytest.fixture
async def service(service: Service) -> Service:
    """Without jobs: the tests say when operations are carried out."""
    await service.core.jobs.stop()
    return service


async def claimed(service: Service, claim: str) -> RunningOperation:
    """The next operation, as a node has it that is working on it."""
    core = service.core
    operation = await core.operations._claim(claim, tuple(core.operations.kinds))
    assert operation is not None
    return RunningOperation(core.database, core.trail, core.clock, claim, operation)


async def create_users(admin: Client, *names: str, **fields: Any) -> list[int]:
    bodies = [{"username": name, "password": PASSWORD, **fields} for name in names]
    return [(await admin.post("/api/users", body)).data["id"] for body in bodies]


async def carried_out(service: Service, client: Client, body: dict[str, Any]) -> dict[str, Any]:
    """The operation after all of its work."""
    started = await client.post("/api/operations", body)
    assert started.code == 200, started.body
    await service.core.operations.work()
    data: dict[str, Any] = (await client.get(f"/api/operations/{started.data['id']}")).data
    return data


async def test_an_operation_changes_the_named_users_and_counts_them(service: Service, admin: Client) -> None:
    ids = await create_users(admin, "ann", "bob", "cy")
    operation = await carried_out(service, admin, {"action": "disable", "users": [ids[1], ids[0], ids[0]]})
    assert operation["state"] == "done", operation
    assert (operation["total"], operation["done"], operation["succeeded"], operation["failed"]) == (2, 2, 2, 0)
    assert (operation["kind"], operation["action"], operation["createdBy"]) == ("users", "disable", "admin")
    assert operation["createdAt"] <= operation["startedAt"] <= operation["finishedAt"]
    assert [(await admin.get(f"/api/users/{user}")).data["status"] for user in ids] == [0, 0, 1]
    assert (await admin.get("/api/operations")).data["list"] == [operation]


async def test_each_change_has_its_own_audit_entry_with_the_creator_and_the_request(
    service: Service, admin: Client
) -> None:
    ann, bob = await create_users(admin, "ann", "bob")
    started = await admin.post("/api/operations", {"action": "delete", "users": [ann, bob]})
    await service.core.operations.work()
    entries = (await admin.get("/api/audit?pageSize=5")).data["list"]
    assert [entry["action"] for entry in entries] == [
        *("operation.finished", "user.deleted", "user.deleted", "operation.created"),
        "user.created",
    ]
    assert {(entry["actor"], entry["requestId"]) for entry in entries[:4]} == {
        (f"user:{admin.id}", started.headers["x-request-id"])
    }
    assert entries[0]["details"] == {"done": 2, "failed": 0, "state": "done", "succeeded": 2, "total": 2}


async def test_roles_are_added_to_those_of_a_user_and_removed_from_them(service: Service, admin: Client) -> None:
    for name in ("sales", "support"):
        await admin.post("/api/roles", {"name": name, "permissions": []})
    ann, bob = [
        *await create_users(admin, "ann", roles=["user", "sales"]),
        *await create_users(admin, "bob", roles=["user"]),
    ]
    await carried_out(service, admin, {"action": "assign_roles", "roles": ["sales", "support"], "users": [ann, bob]})
    await carried_out(service, admin, {"action": "remove_roles", "roles": ["user"], "users": [ann]})
    held = [sorted((await admin.get(f"/api/users/{user}")).data["roles"]) for user in (ann, bob)]
    assert held == [["sales", "support"], ["sales", "support", "user"]]


async def test_sessions_end_and_passwords_are_asked_for_in_bulk(service: Service, admin: Client) -> None:
    ids = await create_users(admin, "ann", "bob")
    ann, bob = await service.login("ann", PASSWORD), await service.login("bob", PASSWORD)
    await carried_out(service, admin, {"action": "end_sessions", "users": ids})
    assert [(await each.get("/api/auth/user")).reason for each in (ann, bob)] == ["session_ended"] * 2
    await carried_out(service, admin, {"action": "require_password_change", "users": ids})
    assert (await admin.get(f"/api/users/{ids[1]}")).data["mustChangePassword"] is True


@pytest.mark.parametrize("action", ["end_sessions", "require_password_change", "remove_roles"])
async def test_an_operation_on_all_users_leaves_its_creator_able_to_finish_it(
    service: Service, admin: Client, action: str
) -> None:
    """Mutant: the creator, who has the lowest id, is signed out first, and all the others stay signed in."""
    await admin.post("/api/roles", {"name": "helper", "permissions": ["users:read", "users:update", "sessions:delete"]})
    await create_users(admin, "hel", roles=["helper"])
    helper = await service.login("hel", PASSWORD)
    ids = await create_users(admin, "hel-ann", "hel-bob", roles=["helper"])
    body = {"action": action, "users": [helper.id, *ids]} | ({"roles": ["helper"]} if action == "remove_roles" else {})
    operation = await carried_out(service, helper, body)
    assert (operation["state"], operation["succeeded"], operation["failed"]) == ("done", 2, 1)
    failures = (await helper.get(f"/api/operations/{operation['id']}/failures")).data["list"]
    assert [(each["username"], each["reason"]) for each in failures] == [("hel", "own_account")]


@pytest.mark.parametrize("cap", [10_000, 0])
@pytest.mark.parametrize(
    ("action", "meant"),
    [
        ("assign_roles", 3),
        ("enable", 3),
        ("remove_roles", 2),
        ("disable", 2),
        ("end_sessions", 2),
        ("require_password_change", 2),
        ("delete", 2),
    ],
)
async def test_all_who_match_are_people_and_whom_the_action_leaves_out_is_no_failure(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch, action: str, meant: int, cap: int
) -> None:
    """Mutants: a total that counts service accounts, or the creator; a walk that comes to them, and fails."""
    monkeypatch.setattr("doorward.search.scan.TOTAL_CAP", cap)
    monkeypatch.setattr("doorward.search.planner.TOTAL_CAP", cap)
    await admin.post("/api/roles", {"name": "extra", "permissions": []})
    await create_users(admin, "hel", roles=["admin"])
    creator = await service.login("hel", PASSWORD)
    await create_users(admin, "hel-ann", "hel-bob", roles=["user"])
    await new_account(admin, "hel-program")
    roles = {"roles": ["extra"]} if action.endswith("roles") else {}
    started = await creator.post("/api/operations", {"action": action, "match": {"keyword": "hel"}} | roles)
    assert started.data["total"] == (meant if cap else None)
    await service.core.operations.work()
    operation = (await creator.get(f"/api/operations/{started.data['id']}")).data
    assert operation["state"] == "done"
    assert [operation[each] for each in ("total", "done", "succeeded", "failed")] == [meant, meant, meant, 0]


async def test_the_creator_is_left_out_only_where_they_match(service: Service, admin: Client) -> None:
    ann, _ = await create_users(admin, "ann", "bob")
    for match, meant in (({"id": ann}, 1), ({"keyword": "bob"}, 1), ({"id": admin.id}, 0), ({}, 2)):
        operation = await carried_out(service, admin, {"action": "end_sessions", "match": match})
        assert (operation["total"], operation["succeeded"], operation["failed"]) == (meant, meant, 0), match


async def test_service_accounts_that_a_filter_asks_for_are_named_as_failures(service: Service, admin: Client) -> None:
    await new_account(admin, "billing")
    operation = await carried_out(service, admin, {"action": "disable", "match": {"service": True}})
    assert (operation["total"], operation["failed"]) == (1, 1)
    failures = (await admin.get(f"/api/operations/{operation['id']}/failures")).data["list"]
    assert [(each["username"], each["reason"]) for each in failures] == [("billing", "service_account")]


async def test_what_is_refused_for_a_user_is_named_and_the_others_are_done(service: Service, admin: Client) -> None:
    ann, bob = await create_users(admin, "ann", "bob")
    operation = await carried_out(service, admin, {"action": "delete", "users": [admin.id, ann, 987_654, bob]})
    assert (operation["state"], operation["succeeded"], operation["failed"]) == ("done", 2, 2)
    failures = (await admin.get(f"/api/operations/{operation['id']}/failures")).data
    assert failures["total"] == 2
    assert [(each["userId"], each["username"], each["reason"]) for each in failures["list"]] == [
        (admin.id, "admin", "last_administrator"),
        (987_654, "", "user_not_found"),
    ]
    assert failures["list"][0]["message"]
    assert (await admin.get("/api/users")).data["total"] == 1


async def test_all_that_match_are_changed_and_users_created_later_are_not(service: Service, admin: Client) -> None:
    """Mutant: a walk without the highest id at the start, which goes on to users who were created meanwhile."""
    ids = await create_users(admin, "match-a", "match-b", "other", "match-c")
    started = await admin.post("/api/operations", {"action": "disable", "match": {"keyword": "MATCH", "status": 1}})
    assert started.data["total"] == 3
    later = await create_users(admin, "match-late")
    await service.core.operations.work()
    operation = (await admin.get(f"/api/operations/{started.data['id']}")).data
    assert (operation["state"], operation["done"], operation["total"]) == ("done", 3, 3)
    assert [(await admin.get(f"/api/users/{user}")).data["status"] for user in (*ids, *later)] == [0, 0, 1, 0, 1]


async def test_a_match_walks_over_many_windows(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: a window without a match that ends the walk, or a window cut off behind its first users."""
    monkeypatch.setattr("doorward.core.operations.users._WINDOW", 3)
    monkeypatch.setattr("doorward.core.operations.users._AT_ONCE", 2)
    names = [f"{'match' if number in (1, 2, 3, 12) else 'other'}-{number}" for number in range(13)]
    await create_users(admin, *names)
    operation = await carried_out(service, admin, {"action": "delete", "match": {"keyword": "match"}})
    assert (operation["succeeded"], operation["total"]) == (4, 4)
    assert (await admin.get("/api/users?keyword=match")).data["total"] == 0


async def test_an_operation_takes_the_permission_of_its_action(service: Service, admin: Client) -> None:
    await admin.post("/api/roles", {"name": "editor", "permissions": ["users:update"]})
    (user,) = await create_users(admin, "ed", roles=["editor"])
    editor = await service.login("ed", PASSWORD)
    for action, required in (("delete", "users:delete"), ("end_sessions", "sessions:delete")):
        refused = await editor.post("/api/operations", {"action": action, "users": [user]})
        assert (refused.code, refused.data["required"]) == (403, required)
    refused = await editor.post("/api/operations", {"action": "disable", "match": {}})
    assert refused.data["required"] == "users:read"
    # A user who outranks the creator is left alone, as by a single request.
    operation = await carried_out(service, editor, {"action": "disable", "users": [admin.id]})
    assert (operation["failed"], operation["state"]) == (1, "done")
    failure = (await editor.get(f"/api/operations/{operation['id']}/failures")).data["list"][0]
    assert failure["reason"] == "outranked"


@pytest.mark.parametrize("loss", ["role", "session", "disabled"])
async def test_a_creator_who_loses_the_right_ends_the_operation(service: Service, admin: Client, loss: str) -> None:
    """Mutant: rights that are read once at the start, or a refusal that is counted as a failure of each user."""
    role = (await admin.post("/api/roles", {"name": "editor", "permissions": ["users:update"]})).data["id"]
    (editor_id,) = await create_users(admin, "ed", roles=["editor"])
    ids = await create_users(admin, "ann", "bob")
    editor = await service.login("ed", PASSWORD)
    started = await editor.post("/api/operations", {"action": "disable", "users": ids})
    if loss == "role":
        await admin.put(f"/api/roles/{role}", {"permissions": []})
    elif loss == "session":
        await editor.post("/api/auth/logout")
    else:
        await admin.put(f"/api/users/{editor_id}", {"status": 0})
    await service.core.operations.work()
    operation = (await admin.get(f"/api/operations/{started.data['id']}")).data
    reason = "permission_denied" if loss == "role" else "session_ended"
    assert (operation["state"], operation["reason"], operation["done"]) == ("failed", reason, 0)
    assert [(await admin.get(f"/api/users/{user}")).data["status"] for user in ids] == [1, 1]


async def test_a_cancelled_operation_does_nothing_more(service: Service, admin: Client) -> None:
    """Mutant: a step that does not look in its transaction whether the operation has ended."""
    ids = await create_users(admin, "ann", "bob")
    started = (await admin.post("/api/operations", {"action": "delete", "users": ids})).data["id"]
    running = await claimed(service, "a node")
    cancelled = await admin.post(f"/api/operations/{started}/cancel")
    assert (cancelled.data["state"], cancelled.data["done"]) == ("cancelled", 0)
    with pytest.raises(ClaimLost):
        await service.core.user_operations.run(running)
    assert (await admin.get("/api/users")).data["total"] == 3
    again = await admin.post(f"/api/operations/{started}/cancel")
    assert (again.code, again.reason) == (409, "operation_ended")


async def test_operations_of_others_are_seen_with_a_permission_only(service: Service, admin: Client) -> None:
    await admin.post("/api/roles", {"name": "editor", "permissions": ["users:*"]})
    await admin.post("/api/roles", {"name": "watcher", "permissions": ["system:read"]})
    await create_users(admin, "ed", roles=["editor"])
    await create_users(admin, "wat", roles=["watcher"])
    editor, watcher = await service.login("ed", PASSWORD), await service.login("wat", PASSWORD)
    started = (await admin.post("/api/operations", {"action": "enable", "users": [admin.id]})).data["id"]
    for path in ("", "/failures"):
        assert (await editor.get(f"/api/operations/{started}{path}")).reason == "operation_not_found"
        assert (await watcher.get(f"/api/operations/{started}{path}")).code == 200
    assert (await editor.get("/api/operations")).data["list"] == []
    assert (await watcher.get("/api/operations")).data["total"] == 1
    assert (await editor.post(f"/api/operations/{started}/cancel")).reason == "operation_not_found"
    assert (await watcher.post(f"/api/operations/{started}/cancel")).code == 403
    assert (await admin.post(f"/api/operations/{started}/cancel")).data["state"] == "cancelled"


async def test_the_open_operations_of_a_user_are_bounded(service: Service, admin: Client) -> None:
    """Mutant: counting outside the transaction that queues."""
    (user,) = await create_users(admin, "ann")
    answers = await asyncio.gather(
        *(admin.post("/api/operations", {"action": "enable", "users": [user]}) for _ in range(OPEN_MAX + 3))
    )
    assert sorted(answer.code for answer in answers) == [200] * OPEN_MAX + [409] * 3
    refused = next(answer for answer in answers if answer.code == 409)
    assert (refused.reason, refused.data["limit"]) == ("too_many_operations", OPEN_MAX)
    await service.core.operations.work()
    assert (await admin.post("/api/operations", {"action": "enable", "users": [user]})).code == 200


async def test_the_open_operations_of_all_users_are_bounded(service: Service, admin: Client) -> None:
    """Mutants: no limit for all users; on SQLite, counting outside the transaction that queues."""
    other, now = Actor(None, None, (), Origin("", "", ""), "other"), service.clock()

    async def fill(tx: Transaction) -> None:
        for _ in range(ALL_OPEN_MAX - 1):
            await operations.insert(tx, other, "users", "enable", "{}", 0, now)

    await service.core.database.write(fill)
    body = {"action": "enable", "users": [admin.id]}
    answers = await asyncio.gather(*(admin.post("/api/operations", body) for _ in range(2)))
    assert sorted(answer.code for answer in answers) == [200, 409]
    refused = next(answer for answer in answers if answer.code == 409)
    assert (refused.reason, refused.data["limit"]) == ("too_many_operations", ALL_OPEN_MAX)


async def test_a_repeated_request_with_the_same_key_starts_one_operation(service: Service, admin: Client) -> None:
    body, headers = {"action": "enable", "users": [admin.id]}, {"Idempotency-Key": "once"}
    answers = [await admin.post("/api/operations", body, headers=headers) for _ in range(2)]
    assert answers[0].data["id"] == answers[1].data["id"]
    assert (await admin.get("/api/operations")).data["total"] == 1


async def test_a_wrong_request_names_the_field(admin: Client) -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"action": "explode", "users": [1]}, "action"),
        ({"action": "enable"}, "users"),
        ({"action": "enable", "users": []}, "users"),
        ({"action": "enable", "users": [1], "match": {}}, "users"),
        ({"action": "enable", "users": [0]}, "users"),
        ({"action": "enable", "users": list(range(1, 1002))}, "users"),
        ({"action": "assign_roles", "users": [1]}, "roles"),
        ({"action": "enable", "roles": ["user"], "users": [1]}, "roles"),
        ({"action": "enable", "match": {"status": 7}}, "match"),
        ({"action": "enable", "match": {"createdFrom": "soon"}}, "createdFrom"),
    ]
    for body, field in wrong:
        answer = await admin.post("/api/operations", body)
        assert (answer.code, answer.reason) == (400, "validation_failed"), body
        assert field in answer.fields, (body, answer.fields)


async def test_an_api_key_works_with_its_own_permissions(service: Service, admin: Client) -> None:
    ann, bob = await create_users(admin, "ann", "bob")
    made = await admin.post("/api/auth/tokens", {"name": "bulk", "permissions": ["users:update"]})
    key = Client(service, {"token": made.data["token"]})
    assert (await key.post("/api/operations", {"action": "delete", "users": [ann]})).code == 403
    assert (await carried_out(service, key, {"action": "disable", "users": [ann]}))["succeeded"] == 1
    started = (await key.post("/api/operations", {"action": "disable", "users": [bob]})).data["id"]
    await admin.delete(f"/api/auth/tokens/{made.data['id']}")
    await service.core.operations.work()
    operation = (await admin.get(f"/api/operations/{started}")).data
    assert (operation["state"], operation["reason"]) == ("failed", "invalid_token")
    assert (await admin.get(f"/api/users/{bob}")).data["status"] == 1


async def test_a_node_that_lost_its_claim_does_nothing_more(service: Service, admin: Client) -> None:
    """Mutant: `hold` without the claim. Both nodes then work on one operation."""
    ids = await create_users(admin, "ann", "bob")
    await admin.post("/api/operations", {"action": "delete", "users": ids})
    slow = await claimed(service, "slow")
    assert not await operations.any_claimable(service.core.database, service.clock(), ["users"])
    service.clock.advance(LEASE / 1000 + 1)
    other = await claimed(service, "other")
    with pytest.raises(ClaimLost):
        await service.core.user_operations.run(slow)
    assert (await admin.get("/api/users")).data["total"] == 3
    await service.core.user_operations.run(other)
    listed = (await admin.get("/api/operations")).data["list"]
    assert [(each["state"], each["succeeded"]) for each in listed] == [("done", 2)]


async def test_a_node_that_lost_its_claim_fails_no_operation(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: `_fail` without `hold`. What goes wrong in one node ends the work of another."""
    ids = await create_users(admin, "ann", "bob")
    started = (await admin.post("/api/operations", {"action": "delete", "users": ids})).data
    others: list[RunningOperation] = []

    async def slow(running: RunningOperation) -> None:
        service.clock.advance(LEASE / 1000 + 1)
        others.append(await claimed(service, "other"))
        raise RuntimeError("broken")

    monkeypatch.setitem(service.core.operations.kinds, "users", OperationKind("users", slow))
    await service.core.operations.work()
    assert (await admin.get(f"/api/operations/{started['id']}")).data["state"] == "running"
    await service.core.user_operations.run(others[0])
    operation = (await admin.get(f"/api/operations/{started['id']}")).data
    assert (operation["state"], operation["succeeded"]) == ("done", 2)


async def test_a_count_that_takes_longer_than_the_claim_keeps_it(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: steps alone extend a claim. Two nodes take it from each other, and count anew without end."""
    monkeypatch.setattr("doorward.core.operations.users._WINDOW", 1)
    monkeypatch.setattr("doorward.search.scan.TOTAL_CAP", 2)
    monkeypatch.setattr("doorward.search.planner.TOTAL_CAP", 2)
    await create_users(admin, "ann1", "ann2", "ann3", "ann4", "ann5")
    started = await admin.post("/api/operations", {"action": "disable", "match": {"keyword": "ann"}})
    assert started.data["total"] is None
    window = scan.window

    async def slow(*args: Any) -> Any:
        service.clock.advance(LEASE / 2000)
        assert not await operations.any_claimable(service.core.database, service.clock(), ["users"])
        return await window(*args)

    running = await claimed(service, "slow")
    monkeypatch.setattr(scan, "window", slow)
    monkeypatch.setattr(service.core.database, "read_in_background", lambda work: work(service.core.database))
    await service.core.user_operations.run(running)
    assert (await admin.get(f"/api/operations/{started.data['id']}")).data["total"] == 5


async def test_operations_take_turns(service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: `claim` in the order of ids. A long operation would keep all others waiting."""
    monkeypatch.setattr("doorward.core.operations.service._PIECES", 1)
    monkeypatch.setattr("doorward.core.operations.users._AT_ONCE", 1)
    ids = await create_users(admin, "ann", "bob", "cy", "di")
    for chosen in (ids[:2], ids[2:]):
        await admin.post("/api/operations", {"action": "delete", "users": chosen})
    await service.core.operations.work()
    deleted = (await admin.get("/api/audit?action=user.deleted&pageSize=10")).data["list"]
    in_order = [int(entry["target"].removeprefix("user:")) for entry in reversed(deleted)]
    assert in_order == [ids[0], ids[2], ids[1], ids[3]]


async def test_ended_operations_are_deleted_in_time(service: Service, admin: Client) -> None:
    first = await carried_out(service, admin, {"action": "enable", "users": [admin.id, 987_654]})
    service.clock.advance(days=31)
    admin = await service.login()
    (await admin.post("/api/operations", {"action": "enable", "users": [admin.id]}))
    await service.core.operations.purge()
    listed = (await admin.get("/api/operations")).data["list"]
    assert first["id"] not in [each["id"] for each in listed]
    assert len(listed) == 1
