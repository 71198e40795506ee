"""What several attacks have in common."""

import asyncio
from collections import Counter

from doorward.database.protocol import Transaction
from tests.support.service import PASSWORD, Answer, Client, Service

WRONG = "not a password in use"


async def sign_in(client: Client, username: str, password: str = PASSWORD) -> Answer:
    return await client.post("/api/auth/login", {"username": username, "password": password})


async def guess(client: Client, username: str, times: int = 1) -> list[int]:
    """Wrong passwords, one after the other; returns the codes."""
    return [(await sign_in(client, username, WRONG)).code for _ in range(times)]


async def guess_at_once(service: Service, username: str, addresses: list[str]) -> Counter[int]:
    """A wrong password from each address, concurrently; requests that get 503 are repeated."""
    counts: Counter[int] = Counter()
    waiting = [service.at(address) for address in addresses]
    while waiting:
        answers = await asyncio.gather(*(sign_in(client, username, WRONG) for client in waiting))
        counts.update(answer.code for answer in answers if answer.code != 503)
        waiting = [client for client, answer in zip(waiting, answers, strict=True) if answer.code == 503]
    return counts


def addresses(count: int) -> list[str]:
    return [f"198.18.{number // 250}.{number % 250 + 1}" for number in range(count)]


async def make_role(service: Service, name: str, permissions: str, role_id: int = 0) -> int:
    """Creates a role with these permissions in the database, or replaces those of an existing one."""

    async def work(tx: Transaction) -> int:
        await tx.execute("DELETE FROM roles WHERE name = $1 AND id <> $2", name, role_id)
        if role_id:
            await tx.execute("UPDATE roles SET permissions = $2 WHERE id = $1", role_id, permissions)
            return role_id
        row = await tx.fetchrow(
            "INSERT INTO roles (name, name_key, description, permissions, built_in, created_at, updated_at, version)"
            " VALUES ($1, $1, '', $2, 0, 0, 0, 1) RETURNING id",
            name,
            permissions,
        )
        assert row is not None
        return int(row[0])

    return await service.core.database.write(work)
