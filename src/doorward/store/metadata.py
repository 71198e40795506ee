"""Named values that outlive a restart, in the table `facts`."""

from doorward.database.protocol import Reader, Transaction


async def find(reader: Reader, name: str) -> str | None:
    row = await reader.fetchrow("SELECT value FROM facts WHERE name = $1", name)
    return str(row[0]) if row else None


async def put(tx: Transaction, name: str, value: str) -> None:
    await tx.execute(
        "INSERT INTO facts (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        name,
        value,
    )


async def delete(tx: Transaction, name: str) -> None:
    await tx.execute("DELETE FROM facts WHERE name = $1", name)
