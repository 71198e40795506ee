"""Named values that outlive a restart, in the table `facts`."""

from typing import Final

from doorward.database.protocol import Reader, Transaction

# When the generated password of the first administrator expires, their id and its hash.
FIRST_PASSWORD: Final = "generated_password"  # noqa: S105  (a name)


async def find(reader: Reader, name: str) -> str | None:
    row = await reader.fetchrow("SELECT value FROM facts WHERE name = $1", name)
    return str(row[0]) if row else None


async def put(tx: Transaction, name: str, value: str) -> None:
    sql = "INSERT INTO facts (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
    await tx.execute(sql, name, value)


async def delete(tx: Transaction, name: str) -> None:
    await tx.execute("DELETE FROM facts WHERE name = $1", name)


async def replace_within(tx: Transaction, name: str, old: str, new: str) -> None:
    """Replaces a part of a value, if the value is there and has it."""
    await tx.execute("UPDATE facts SET value = replace(value, $2, $3) WHERE name = $1", name, old, new)
