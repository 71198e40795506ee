"""Filters of the list of users beside keyword, status and role."""

from typing import Any

from tests.support.api_keys import new_account
from tests.support.service import PASSWORD, Client, Service


async def names(admin: Client, **filters: Any) -> list[str]:
    answer = await admin.get("/api/users", params={"sort": "username", **filters})
    assert answer.code == 200, answer.body
    assert answer.data["total"] == len(answer.data["list"])
    return [user["username"] for user in answer.data["list"]]


async def test_users_are_found_by_their_attributes(service: Service, admin: Client) -> None:
    ann = await service.create(admin, "ann", phone="+1 555 0100", roles=["user"])
    await service.create(admin, "bob", email="bob@example.com", emailVerified=True, phone="+44 20 7946 0100%")
    await service.create(admin, "cy", mustChangePassword=True, status=0)
    await service.login("ann", PASSWORD)
    expected: list[tuple[dict[str, Any], list[str]]] = [
        ({"neverSignedIn": "true"}, ["bob", "cy"]),
        ({"neverSignedIn": "false"}, ["admin", "ann"]),
        ({"mustChangePassword": "true"}, ["cy"]),
        ({"mustChangePassword": "false", "neverSignedIn": "true"}, ["bob"]),
        ({"noRole": "true"}, ["bob", "cy"]),
        ({"noRole": "false"}, ["admin", "ann"]),
        ({"emailVerified": "true"}, ["bob"]),
        ({"emailVerified": "false", "status": "1"}, ["admin", "ann"]),
        ({"phone": "555"}, ["ann"]),
        ({"phone": "0100"}, ["ann", "bob"]),
        ({"phone": "0%"}, ["bob"]),
        ({"id": str(ann["id"])}, ["ann"]),
        ({"id": str(ann["id"]), "keyword": "bob"}, []),
        ({"id": "987654"}, []),
        ({"role": "user", "neverSignedIn": "false"}, ["ann"]),
        ({"role": "user", "noRole": "true"}, []),
        ({"keyword": "b", "noRole": "true"}, ["bob"]),
        ({"neverSignedIn": ""}, ["admin", "ann", "bob", "cy"]),
    ]
    for filters, found in expected:
        assert await names(admin, **filters) == found, filters


async def test_people_and_service_accounts_are_told_apart_with_and_without_indexes(
    service: Service, admin: Client
) -> None:
    await service.core.jobs.stop()
    await service.create(admin, "ann", roles=["user"])
    await new_account(admin, "billing", roles=["user"])
    for _ in range(2):
        assert await names(admin, service="true") == ["billing"]
        assert await names(admin, service="false") == ["admin", "ann"]
        assert await names(admin, service="false", role="user", keyword="n") == ["ann"]
        assert await names(admin, service="true", keyword="ann") == []
        await service.core.users.directory.fill()


async def test_users_are_found_by_the_time_of_their_creation(service: Service, admin: Client) -> None:
    service.clock.advance(days=2)
    admin = await service.login()
    created = (await service.create(admin, "ann"))["createdAt"]
    day = created[:10]
    assert await names(admin, createdFrom=day) == ["ann"]
    assert await names(admin, createdFrom=day, createdTo=day) == ["ann"]
    assert await names(admin, createdFrom=created) == ["ann"]
    assert await names(admin, createdTo=created) == ["admin"]
    assert await names(admin, createdTo="1999-12-31") == []


async def test_pages_of_a_filter_are_sorted_and_counted_exactly(service: Service, admin: Client) -> None:
    for name in ("cy", "ann", "bob"):
        await service.create(admin, name)
    for sort in ("-username", "-id", "createdAt", "-lastLoginAt", "name", "updatedAt", "status", "email"):
        pages = [
            (await admin.get(f"/api/users?neverSignedIn=true&pageSize=2&page={page}&sort={sort}")).data
            for page in (1, 2, 3)
        ]
        assert [page["total"] for page in pages] == [3, 3, 3]
        found = [user["username"] for page in pages for user in page["list"]]
        assert sorted(found) == ["ann", "bob", "cy"], sort
        if sort == "-username":
            assert found == ["cy", "bob", "ann"]


async def test_a_wrong_filter_is_named(admin: Client) -> None:
    for name, value in (("neverSignedIn", "perhaps"), ("id", "0"), ("createdFrom", "soon"), ("phone", "1" * 33)):
        answer = await admin.get("/api/users", params={name: value})
        assert (answer.code, list(answer.fields)) == (400, [name])


async def test_effective_permissions_name_the_roles_that_they_come_from(service: Service, admin: Client) -> None:
    await admin.post("/api/roles", {"name": "sales", "permissions": ["orders:read", "orders:export"]})
    await admin.post("/api/roles", {"name": "stock", "permissions": ["orders:read", "stock:*"]})
    ann = await service.create(admin, "ann", roles=["sales", "stock"])
    found = (await admin.get(f"/api/users/{ann['id']}/permissions")).data
    assert [(each["permission"], sorted(each["through"])) for each in found] == [
        ("orders:export", ["sales"]),
        ("orders:read", ["sales", "stock"]),
        ("stock:*", ["stock"]),
    ]
    assert (await admin.get(f"/api/users/{admin.id}/permissions")).data == [{"permission": "*", "through": ["admin"]}]
    assert (await admin.get("/api/users/987654/permissions")).reason == "user_not_found"
