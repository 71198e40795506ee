"""What the database says of itself."""

from doorward.database.protocol import Reader


async def postgres_clock(reader: Reader) -> int:
    """Milliseconds since 1970, by the server's clock."""
    row = await reader.fetchrow("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
    return int(row[0]) if row else 0
