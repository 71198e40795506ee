"""The name of a role is a right, because applications decide by `roles` (docs/decisions/0021)."""

import pytest

from tests.attacks.support import make_role
from tests.support.service import PASSWORD, Client, Service

NEW_PASSWORD = "another good password"


async def signed_in(service: Service, admin: Client, name: str, permissions: str, *roles: str) -> Client:
    """A user with a role of their own that grants the permissions, and with further roles."""
    await make_role(service, f"role-{name}", permissions)
    await service.create(admin, name, roles=[f"role-{name}", *roles])
    return await service.login(name, PASSWORD)


@pytest.fixture
async def billing(service: Service) -> int:
    """The id of a role that grants nothing here, and opens an application."""
    return await make_role(service, "billing", "")


async def test_users_grant_no_role_that_they_do_not_hold(service: Service, admin: Client, billing: int) -> None:
    """Mutant: `require_may_grant` instead of `require_may_assign` in `_change_roles` or in `_insert`."""
    helpdesk = await signed_in(service, admin, "helpdesk", "users:create users:read users:update")
    other = await service.create(admin, "ann")
    body = {"username": "new", "password": PASSWORD, "roles": ["billing"]}
    attempts = [
        await helpdesk.put(f"/api/users/{helpdesk.id}", {"roles": ["role-helpdesk", "billing"]}),
        await helpdesk.put(f"/api/users/{other['id']}", {"roles": ["BILLING"]}),
        await helpdesk.post("/api/users", body),
    ]
    for refused in attempts:
        assert (refused.code, refused.reason) == (403, "role_not_held")
        assert (refused.data["role"], refused.data["required"]) == ("billing", "roles:grant")
    assert (await admin.get("/api/users?role=billing")).data["total"] == 0
    assert (await admin.get("/api/users?keyword=new")).data["total"] == 0


async def test_users_grant_the_roles_that_they_hold(service: Service, admin: Client, billing: int) -> None:
    accountant = await signed_in(service, admin, "accountant", "users:create users:update", "billing")
    other = await service.create(admin, "ann")
    assert (await accountant.put(f"/api/users/{other['id']}", {"roles": ["billing"]})).data["roles"] == ["billing"]
    created = await accountant.post("/api/users", {"username": "new", "password": PASSWORD, "roles": ["billing"]})
    assert created.data["roles"] == ["billing"]


@pytest.mark.parametrize("permission", ["roles:grant", "roles:*"])
async def test_the_permission_to_grant_replaces_holding_a_role_and_not_its_permissions(
    service: Service, admin: Client, billing: int, permission: str
) -> None:
    """Mutant: `require_may_assign` that returns for `roles:grant` before it compares permissions."""
    deputy = await signed_in(service, admin, "deputy", f"users:create users:update {permission}")
    await make_role(service, "auditor", "audit:read")
    own = f"/api/users/{deputy.id}"
    assert (await deputy.put(own, {"roles": ["role-deputy", "billing"]})).code == 200
    for role, missing in (("admin", "*"), ("auditor", "audit:read")):
        refused = await deputy.put(own, {"roles": ["role-deputy", role]})
        assert (refused.reason, refused.data["required"]) == ("beyond_own_rights", missing)
        body = {"username": "new", "password": PASSWORD, "roles": [role]}
        assert (await deputy.post("/api/users", body)).reason == "beyond_own_rights"


@pytest.mark.parametrize(
    "change", [{"password": NEW_PASSWORD}, {"username": "renamed"}, {"email": "helpdesk@example.com"}, {"email": None}]
)
async def test_a_holder_is_not_taken_over_by_a_user_without_the_role(
    service: Service, admin: Client, billing: int, change: dict[str, str | None]
) -> None:
    """Mutant: no `require_roles` in `Users.change`."""
    helpdesk = await signed_in(service, admin, "helpdesk", "users:read users:update")
    holder = await service.create(admin, "ann", roles=["billing"], email="ann@example.com")
    path = f"/api/users/{holder['id']}"
    refused = await helpdesk.put(path, change)
    assert (refused.reason, refused.data["role"]) == ("role_not_held", "billing")
    assert (await admin.get(path)).data == holder
    # The same values again, and fields that open nothing.
    echo = {"username": "ann", "email": "ann@example.com", "password": "", "roles": ["billing"], "name": "Ann Lee"}
    assert (await helpdesk.put(path, echo)).data["name"] == "Ann Lee"
    await admin.put(path, {"roles": []})
    assert (await helpdesk.put(path, change)).code == 200


async def test_holding_a_role_is_not_enough_to_rename_it(service: Service, admin: Client) -> None:
    """Mutant: `update` without `require(GRANT_ROLES)`: the new name is one that no holder had, the caller included."""
    deputy = await signed_in(service, admin, "deputy", "roles:read roles:update")
    role = (await deputy.get("/api/roles?sort=-id")).data["list"][0]
    path = f"/api/roles/{role['id']}"
    refused = await deputy.put(path, {"name": "billing"})
    assert (refused.reason, refused.data["required"]) == ("permission_denied", "roles:grant")
    assert (await deputy.put(path, {"name": role["name"], "description": "Helps"})).data["description"] == "Helps"
    assert (await deputy.get("/api/auth/user")).data["roles"] == ["role-deputy"]
    await make_role(service, "", "roles:read roles:update roles:grant", role["id"])
    assert (await deputy.put(path, {"name": "billing"})).code == 200


async def test_the_author_of_a_role_cannot_give_it_to_a_user(service: Service, admin: Client) -> None:
    """An application may know the name. Creating the role gives it to no user, and granting takes `roles:grant`."""
    deputy = await signed_in(service, admin, "deputy", "roles:create users:create users:update")
    assert (await deputy.post("/api/roles", {"name": "billing"})).code == 200
    for refused in (
        await deputy.put(f"/api/users/{deputy.id}", {"roles": ["role-deputy", "billing"]}),
        await deputy.post("/api/users", {"username": "new", "password": PASSWORD, "roles": ["billing"]}),
    ):
        assert refused.reason == "role_not_held"


async def test_a_role_with_the_name_of_a_deleted_one_has_no_holders(
    service: Service, admin: Client, billing: int
) -> None:
    ann = await service.create(admin, "ann", roles=["billing"])
    assert (await admin.delete(f"/api/roles/{billing}?force=true")).code == 200
    again = (await admin.post("/api/roles", {"name": "billing"})).data
    assert (again["id"] != billing, again["userCount"]) == (True, 0)
    assert (await admin.get(f"/api/users/{ann['id']}")).data["roles"] == []


async def test_users_do_not_set_their_own_password_without_the_current_one(service: Service, admin: Client) -> None:
    """Mutant: `Users.update` without `OwnPassword`: a stolen session of an administrator keeps the account."""
    refused = await admin.put(f"/api/users/{admin.id}", {"password": NEW_PASSWORD, "name": "Changed"})
    assert (refused.code, refused.reason) == (409, "own_password")
    assert "/api/auth/password" in refused.body["message"]
    assert (await admin.put(f"/api/users/{admin.id}", {"password": "", "name": "Changed"})).data["name"] == "Changed"
    await service.login()


async def test_an_administrator_without_a_password_does_not_count_as_the_last_one(
    service: Service, admin: Client
) -> None:
    """Mutant: `has_other_administrator` that looks at the status alone. Imported users may have no password."""
    second = await service.create(admin, "second", roles=["admin"])
    await service.core.database.write(
        lambda tx: tx.execute("UPDATE users SET password_hash = '!' WHERE id = $1", second["id"])
    )
    assert (await admin.put(f"/api/users/{admin.id}", {"roles": []})).reason == "last_administrator"
    assert (await admin.put(f"/api/users/{second['id']}", {"password": NEW_PASSWORD})).code == 200
    assert (await admin.put(f"/api/users/{admin.id}", {"roles": []})).code == 200
