"""How many roles and permissions there can be, and what the catalogue of permissions costs then."""

import asyncio
import time

import pytest

from doorward.database.protocol import Transaction
from doorward.domain.access import SYSTEM, first_missing
from doorward.domain.roles import GRANTS_MAX, ROLES_MAX
from doorward.store.roles import totals
from tests.support.service import PASSWORD, Client, Service


async def make_roles(service: Service, roles: dict[str, list[str]]) -> None:
    """Creates roles in the database."""
    rows = [(name, name, "", name, " ".join(permissions), 0, 0, 0, 1) for name, permissions in roles.items()]
    columns = "name, name_key, description, search, permissions, built_in, created_at, updated_at, version"

    async def work(tx: Transaction) -> None:
        await tx.insert_rows("roles", columns, rows)

    await service.core.database.write(work)


async def roles_in_all(service: Service) -> int:
    row = await service.core.database.fetchrow("SELECT count(*) FROM roles")
    return int(row[0]) if row else 0


async def test_concurrent_requests_create_no_more_roles_than_the_limit(service: Service, admin: Client) -> None:
    """Mutant: `_check_limits` before the rights lock; on PostgreSQL several requests then find the last free place."""
    await make_roles(service, {f"role{number:04}": [] for number in range(ROLES_MAX - 5)})
    answers = await asyncio.gather(*(admin.post("/api/roles", {"name": f"new{number}"}) for number in range(8)))
    assert sorted(answer.code for answer in answers) == [200] * 3 + [409] * 5
    refused = next(answer for answer in answers if answer.code == 409)
    assert refused.data == {"reason": "too_many_roles", "limit": ROLES_MAX}
    assert await roles_in_all(service) == ROLES_MAX
    created = next(answer for answer in answers if answer.code == 200)
    assert (await admin.delete(f"/api/roles/{created.data['id']}")).code == 200
    assert (await admin.post("/api/roles", {"name": "place free again"})).code == 200


async def test_concurrent_requests_grant_no_more_permissions_than_the_limit(service: Service, admin: Client) -> None:
    """Mutant: `update` without `_check_limits`."""
    names = [f"application:{number}" for number in range(500)]
    # With the one of `admin`, 400 are left.
    full, rest = divmod(GRANTS_MAX - 1 - 400, 500)
    await make_roles(service, {f"role{number:02}": names for number in range(full)} | {"rest": names[:rest], "low": []})
    low = next(role for role in (await admin.get("/api/roles?keyword=low")).data["list"])
    path = f"/api/roles/{low['id']}"
    answers = await asyncio.gather(
        *(admin.post("/api/roles", {"name": f"new{number}", "permissions": names[:100]}) for number in range(3)),
        *(admin.put(path, {"permissions": names[:count]}) for count in (400, 401, 450)),
    )
    assert {answer.reason for answer in answers} == {None, "too_many_grants"}
    assert (await totals(service.core.database)).grants <= GRANTS_MAX
    refused = await admin.put(path, {"permissions": names[:450]})
    assert (refused.code, refused.reason, refused.data["limit"]) == (409, "too_many_grants", GRANTS_MAX)


async def test_long_permissions_count_by_their_length_too(service: Service, admin: Client) -> None:
    """Mutant: no `GRANTS_TEXT_MAX`: a page of a hundred users with every role would have 50 MB."""
    names = [f"{'application' * 8}:{number:03}" for number in range(400)]
    codes = []
    for number in range(9):
        answer = await admin.post("/api/roles", {"name": f"long{number}", "permissions": names})
        codes.append((answer.code, answer.reason))
    assert codes[-1] == (409, "too_many_grants")
    first = next(role for role in (await admin.get("/api/roles?keyword=long0")).data["list"])
    assert (await admin.put(f"/api/roles/{first['id']}", {"permissions": names[:-1]})).code == 200


async def test_roles_above_the_limit_from_an_earlier_version_can_still_change(service: Service, admin: Client) -> None:
    await make_roles(service, {f"role{number:04}": ["orders:read"] for number in range(ROLES_MAX + 10)})
    role = (await admin.get("/api/roles?keyword=role0001")).data["list"][0]
    changed = await admin.put(f"/api/roles/{role['id']}", {"permissions": ["orders:export"], "name": "renamed"})
    assert (changed.code, changed.data["permissions"]) == (200, ["orders:export"])
    assert (await admin.post("/api/roles", {"name": "one more"})).reason == "too_many_roles"


async def test_the_catalogue_counts_all_roles_and_names_the_first_of_very_many(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: no limit on the names: 4,000 permissions, each granted by 900 wildcards, have 4 million of them."""
    monkeypatch.setattr("doorward.domain.roles._NAMED_ROLES", 100)
    wild = {f"a-wild{number:02}": ["shop:*"] for number in range(40)}
    direct = {f"b-direct{number}": [f"shop:{number}-{action}" for action in range(5)] for number in range(5)}
    await make_roles(service, wild | direct | {"c-both": ["shop:*", "shop:3-3"], "d-all": ["*"]})
    answer = await admin.get("/api/permissions")
    uses = {use["name"]: use for use in answer.data["list"]}
    assert (len(uses), answer.data["total"]) == (25 + 2 + len(service.core.roles.known_permissions), len(uses))
    one = uses["shop:3-3"]
    # All wildcards, `b-direct3`, `c-both` once, `d-all` and `admin`.
    assert one["roleCount"] == 40 + 1 + 1 + 1 + 1
    assert one["roles"] == sorted(wild)[:10]
    assert (uses["*"]["roles"], uses["*"]["roleCount"]) == (["admin", "d-all"], 2)
    assert (uses["shop:*"]["roleCount"], uses["users:read"]["roleCount"]) == (40 + 1 + 1 + 1, 2)


async def test_the_catalogue_of_all_possible_roles_takes_a_moment(service: Service, admin: Client) -> None:
    """Mutant: `covers` for each pair of a permission and a role, which takes minutes of the event loop.

    The processor's time is compared, so that a busy machine does not matter."""
    roles = {f"role{number:03}": [f"app{number}:{action}" for action in range(5)] for number in range(ROLES_MAX - 2)}
    await make_roles(service, roles)
    began = time.process_time()
    uses = await service.core.roles.permissions(SYSTEM)
    assert len(uses) > 4_900
    assert time.process_time() - began < 2


async def test_changes_of_roles_compare_thousands_of_permissions_in_a_moment(service: Service, admin: Client) -> None:
    """Mutant: `first_missing` that searches a tuple for each permission: 4,500 times 4,500 comparisons."""
    held = [f"shop:{number}" for number in range(4500)]
    await make_roles(service, {f"part{part:02}": held[part * 500 : part * 500 + 500] for part in range(9)})
    began = time.process_time()
    assert first_missing([*held, "zoo:*"], [f"zoo:{number}" for number in range(4500)]) is None
    assert time.process_time() - began < 0.3
    await service.create(admin, "ann", roles=[f"part{part:02}" for part in range(9)])
    ann = await service.login("ann", PASSWORD)
    assert len((await ann.get("/api/auth/user")).data["permissions"]) == 4500
    assert (await ann.get("/api/users")).reason == "permission_denied"
