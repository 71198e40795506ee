"""What the page of the system reads from the database."""

from doorward.database.protocol import Reader
from doorward.domain.operations import Operation
from doorward.store import operations


async def database_version(reader: Reader, *, sqlite: bool) -> str:
    row = await reader.fetchrow("SELECT sqlite_version()" if sqlite else "SELECT current_setting('server_version')")
    return str(row[0]) if row else ""


async def last_audit_entry(reader: Reader) -> int | None:
    """The time of the newest entry."""
    row = await reader.fetchrow("SELECT at FROM audit ORDER BY at DESC, lane DESC, seq DESC LIMIT 1")
    return int(row[0]) if row else None


async def newest_operation(reader: Reader, kind: str) -> Operation | None:
    row = await reader.fetchrow(
        f"SELECT {operations.COLUMNS} FROM operations WHERE kind = $1 ORDER BY id DESC LIMIT 1", kind
    )
    return Operation(*row) if row else None
