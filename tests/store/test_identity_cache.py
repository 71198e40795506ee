"""Users are cached between requests; a request always sees what the database has now."""

from itertools import pairwise
from typing import Any

import pytest

from tests.support.service import PASSWORD, Client, Service, running


async def _own_account(ann: Client, admin: Client) -> dict[str, Any]:
    """Returns the user's own account, after comparing it with a list, which reads all columns."""
    own = (await ann.get("/api/auth/user")).data
    (listed,) = (await admin.get("/api/users", params={"keyword": "@known.example"})).data["list"]
    assert {name: value for name, value in own.items() if name != "withheld"} == listed
    return dict(own)


async def test_every_change_of_a_user_is_seen_with_the_next_request(service: Service, admin: Client) -> None:
    """Mutants: a change in `store.users` that leaves the version as it is; `u.version` or `u.last_login_at` taken out
    of a user's state."""
    created = await service.create(admin, "ann", email="ann@known.example")
    ann = await service.login("ann", PASSWORD)
    path = f"/api/users/{created['id']}"
    seen = [await _own_account(ann, admin)]
    changes: tuple[dict[str, Any], ...] = (
        {"name": "Ann Lee"},
        {"email": "lee@known.example"},
        {"phone": "+1 555 0100"},
        {"avatar": "/ann.png"},
        {"username": "anna"},
        {"roles": ["admin"]},
        {"roles": ["admin", "user"]},
        {"roles": []},
        {"roles": ["user"]},
        {"mustChangePassword": True},
    )
    for change in changes:
        service.clock.advance(1)
        assert (await admin.put(path, change)).code == 200
        seen.append(await _own_account(ann, admin))
    service.clock.advance(1)
    new = "another perfectly fine one"
    assert (await ann.put("/api/auth/password", {"currentPassword": PASSWORD, "newPassword": new})).code == 200
    seen.append(await _own_account(ann, admin))
    service.clock.advance(1)
    assert (await ann.put("/api/auth/user", {"name": "Ann"})).code == 200
    seen.append(await _own_account(ann, admin))
    service.clock.advance(1)
    await service.login("anna", new)
    seen.append(await _own_account(ann, admin))
    assert all(before != after for before, after in pairwise(seen))


async def test_every_change_of_a_role_is_seen_with_the_next_request(service: Service, admin: Client) -> None:
    """Mutants: `r.permissions` or `r.name` taken out of a user's state."""
    role = (await admin.post("/api/roles", {"name": "clerk", "permissions": ["orders:read"]})).data
    await service.create(admin, "ann", email="ann@known.example", roles=["clerk"])
    ann = await service.login("ann", PASSWORD)
    assert (await _own_account(ann, admin))["permissions"] == ["orders:read"]
    assert (await admin.put(f"/api/roles/{role['id']}", {"permissions": ["orders:export"]})).code == 200
    assert (await _own_account(ann, admin))["permissions"] == ["orders:export"]
    assert (await admin.put(f"/api/roles/{role['id']}", {"name": "seller"})).code == 200
    assert (await _own_account(ann, admin))["roles"] == ["seller"]
    assert (await admin.delete(f"/api/roles/{role['id']}", params={"force": "true"})).code == 200
    assert (await _own_account(ann, admin))["permissions"] == []


@pytest.mark.settings(access_ttl="15m", refresh_idle_ttl="10m", refresh_max_ttl="10m")
async def test_a_session_expires_on_time_though_nothing_is_written(service: Service) -> None:
    """Mutant: a session that was found live is not looked up again."""
    admin = await service.login()
    assert (await admin.get("/api/auth/user")).code == 200
    service.clock.advance(599)
    assert (await admin.get("/api/auth/user")).code == 200
    service.clock.advance(2)
    assert (await admin.get("/api/auth/user")).reason == "session_ended"


async def test_what_another_node_writes_is_seen_with_the_next_request(service: Service, admin: Client) -> None:
    """Mutant: a cached user is returned without reading its state."""
    await service.create(admin, "ann", email="ann@known.example")
    ann = await service.login("ann", PASSWORD)
    await _own_account(ann, admin)
    async with running(service.settings, service.clock) as elsewhere:
        there = await elsewhere.login()
        path = f"/api/users/{ann.id}"
        for change, answer in (({"name": "Ann Lee"}, 200), ({"status": 0}, 401), ({"status": 1}, 401)):
            assert (await there.put(path, change)).code == 200
            assert (await ann.get("/api/auth/user")).code == answer


async def test_users_with_very_many_permissions_are_not_cached(service: Service, admin: Client) -> None:
    """Mutant: `_load` without `worth_caching`: 4,096 users with 5,000 permissions each would take gigabytes."""
    many = [f"application:{number:04}-{'x' * 60}" for number in range(200)]
    for name, permissions in (("few", many[:2]), ("many", many)):
        await admin.post("/api/roles", {"name": name, "permissions": permissions})
        await service.create(admin, name, roles=[name])
        client = await service.login(name, PASSWORD)
        assert (await client.get("/api/auth/user")).data["permissions"] == permissions
        cached = service.core.authentication.identities._users.get(client.id)
        assert (cached is not None) == (name == "few")
