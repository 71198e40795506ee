"""Changes to many users that go on after their request."""

from typing import Any

from tests.support.service import PASSWORD, Client, Service


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
