"""Service accounts: rows of `users`, with a description each."""

from typing import Final

from doorward.database.protocol import Reader, Row, Transaction
from doorward.domain.paging import Page, PageRequest
from doorward.features.service_accounts.model import Account
from doorward.store.users import JOIN_ROLES, SELECT, from_rows

_COLUMNS: Final = f"{SELECT}, a.description"


def _from_rows(rows: list[Row]) -> list[Account]:
    descriptions = {row[0]: row[-1] for row in rows}
    return [Account(user, descriptions[user.id]) for user in from_rows(rows)]


async def find(reader: Reader, account_id: int) -> Account | None:
    rows = await reader.fetch(
        f"SELECT {_COLUMNS} FROM service_accounts a JOIN users u ON u.id = a.user_id {JOIN_ROLES} WHERE a.user_id = $1",
        account_id,
    )
    return _from_rows(list(rows))[0] if rows else None


async def count(reader: Reader) -> int:
    row = await reader.fetchrow("SELECT count(*) FROM service_accounts")
    return int(row[0]) if row else 0


async def page(reader: Reader, request: PageRequest) -> Page[Account]:
    rows = await reader.fetch(
        f"SELECT {_COLUMNS} FROM (SELECT user_id, description FROM service_accounts ORDER BY user_id"
        f" LIMIT {request.size} OFFSET {request.offset}) a JOIN users u ON u.id = a.user_id {JOIN_ROLES} ORDER BY u.id"
    )
    return Page(_from_rows(list(rows)), await count(reader), False, request)


async def mark(tx: Transaction, user_id: int, description: str) -> None:
    """Makes a service account of a user who was just inserted."""
    await tx.execute("UPDATE users SET service = 1 WHERE id = $1", user_id)
    await tx.execute("INSERT INTO service_accounts (user_id, description) VALUES ($1, $2)", user_id, description)


async def describe(tx: Transaction, account_id: int, description: str) -> None:
    await tx.execute("UPDATE service_accounts SET description = $2 WHERE user_id = $1", account_id, description)
