"""Totals and deep pages come from counts of blocks and of groups of blocks, which every change keeps."""

from typing import Any

from doorward.database.protocol import Transaction
from tests.support.service import Client, Service

COUNT, STEP = 3000, 100


async def test_totals_and_deep_pages_are_exact_over_many_groups_of_blocks(service: Service, admin: Client) -> None:
    """Mutants: groups of another size than those of the migration; an update or the fill is not counted in groups; the
    block is looked for in all groups."""

    async def insert(tx: Transaction) -> None:
        await tx.execute("UPDATE list_index SET upto = 999, ready = 0")
        rows = ", ".join(f"({number * STEP}, 'u{number}')" for number in range(1, COUNT + 1))
        await tx.execute(
            f"WITH n(id, name) AS (VALUES {rows}) INSERT INTO users (id, username, username_key, name, name_key,"
            " search, status, password_hash, created_at, updated_at, version)"
            " SELECT id, name, name, name, name, name, 1, '', 0, 0, 1 FROM n"
        )
        await tx.execute("INSERT INTO user_roles SELECT id, 2 FROM users WHERE id > 1 AND id % 200 = 0")

    async def ids(**query: Any) -> tuple[int, list[int]]:
        page = (await admin.get("/api/users", params={"pageSize": 3, **query})).data
        return page["total"], [int(user["id"]) for user in page["list"]]

    await service.core.database.write(insert)
    await service.core.users.directory.fill()
    # The administrator, whose id is 1, is the first.
    everyone = [1, *(number * STEP for number in range(1, COUNT + 1))]
    gone, disabled, promoted = everyone[1500], everyone[2000], everyone[2001]
    assert await ids(page=701) == (len(everyone), everyone[2100:2103])
    await admin.delete(f"/api/users/{gone}")
    await admin.put(f"/api/users/{disabled}", {"status": 0})
    await admin.put(f"/api/users/{promoted}", {"roles": ["user"]})

    if service.settings.sqlite_path is None:
        # Adds these changes up, as after some hundred others.
        nothing = "SELECT 0, 1, 1, 0 FROM generate_series(1, 512)"
        deltas = f"INSERT INTO user_count_deltas (role_id, status, block, n) {nothing}"
        await service.core.database.write(lambda tx: tx.execute(deltas))
        assert await service.core.database.fetchrow("SELECT 1 FROM user_counts WHERE status = 0") is not None

    everyone.remove(gone)
    enabled = [each for each in everyone if each != disabled]
    members = [each for each in everyone if each % 200 == 0 or each == promoted]
    for query, expected in (({}, everyone), ({"status": 1}, enabled), ({"role": "user"}, members)):
        for page in (1, 400, 451, len(expected) // 3):
            begin = 3 * page - 3
            assert await ids(page=page, **query) == (len(expected), expected[begin : begin + 3]), query
            backwards = expected[::-1][begin : begin + 3]
            assert await ids(page=page, sort="-id", **query) == (len(expected), backwards), query
    assert await ids(status=0) == (1, [disabled])
