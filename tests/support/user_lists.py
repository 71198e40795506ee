"""Users for tests of lists, and how to read a list."""

from typing import Any

from tests.support.service import Answer, Client, Service


async def people(service: Service, admin: Client) -> list[dict[str, Any]]:
    """Four users whose texts differ in script, case and characters that mean something to a query language."""
    return [
        await service.create(admin, "anna", name="Anna Ångström", email="anna@example.com", roles=["user"]),
        await service.create(admin, "bert", name="王小明", email="Bert@Example.com", status=0),
        await service.create(admin, "carla_100%", name='Carla "O\'Neil" AND', roles=["user"], status=0),
        await service.create(admin, "dmitri", name="Дмитрий", email="dmitri@пример.example"),
    ]


async def usernames(admin: Client, **query: Any) -> list[str]:
    answer = await admin.get("/api/users", params=query)
    assert answer.code == 200, answer.body
    return [user["username"] for user in answer.data["list"]]


async def crowd(service: Service, count: int) -> None:
    """Creates number00001 and so on, every fiftieth of them disabled, as if they had been there before the indexes.

    With 10,050 of them there are enough for the cap, for deep pages and for several blocks.
    """
    numbers = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})"
    name = "'number' || substr(CAST(100000 + i AS TEXT), 2)"

    async def insert(tx: Any) -> None:
        await tx.execute("UPDATE list_index SET upto = 999, ready = 0")
        await tx.execute("DROP INDEX IF EXISTS user_search_enabled_trigrams")
        await tx.execute(
            f"{numbers} INSERT INTO users (username, username_key, name, name_key, search, status, password_hash,"
            f" created_at, updated_at, version) SELECT {name}, {name}, {name}, {name},"
            f" {name} || '\x1f' || {name} || '\x1f', CASE i % 50 WHEN 0 THEN 0 ELSE 1 END, '', 100000 - i, i, 1 FROM n"
        )
        await tx.execute("INSERT INTO user_roles SELECT id, 2 FROM users WHERE id > 1 AND id % 2 = 0")

    await service.core.database.write(insert)
    await service.core.users.directory.fill()


def numbers(answer: Answer) -> list[int]:
    return [int(user["username"].removeprefix("number")) for user in answer.data["list"]]
