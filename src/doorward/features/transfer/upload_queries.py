"""Uploaded files of imports, in chunks, until their check has failed or their import has ended."""

from typing import Final

from msgspec import Struct

from doorward.database.protocol import Reader, Transaction
from doorward.domain.operations import CANCELLED, FAILED, Operation


class Upload(Struct, frozen=True):
    id: int
    size: int
    user_id: int | None
    operation_id: int | None  # That checks or imports it; none while it is being received.
    expires_at: int


_COLUMNS: Final = ", ".join(Upload.__struct_fields__)
_OPERATION: Final = ", ".join(f"o.{name}" for name in Operation.__struct_fields__)
_WITH_OPERATION: Final = "uploads u LEFT JOIN operations o ON o.id = u.operation_id"
# A file that is imported completely is deleted with the last row. Operations that are not kept any more have ended.
_ENDED: Final = f"(u.operation_id IS NOT NULL AND coalesce(o.state, '{FAILED}') IN ('{FAILED}', '{CANCELLED}'))"


async def insert(tx: Transaction, user_id: int | None, expires_at: int) -> int:
    row = await tx.fetchrow(
        "INSERT INTO uploads (user_id, expires_at) VALUES ($1, $2) RETURNING id", user_id, expires_at
    )
    assert row is not None  # noqa: S101
    return int(row[0])


async def count(reader: Reader, user_id: int | None = None) -> int:
    """Those of one user, or all."""
    of_user = "" if user_id is None else " WHERE user_id = $1"
    row = await reader.fetchrow(f"SELECT count(*) FROM uploads{of_user}", *([] if user_id is None else [user_id]))
    return int(row[0]) if row else 0


async def add_chunk(tx: Transaction, upload_id: int, number: int, content: bytes) -> None:
    await tx.execute(
        "INSERT INTO upload_chunks (upload_id, number, content) VALUES ($1, $2, $3)", upload_id, number, content
    )


async def complete(tx: Transaction, upload_id: int, size: int, expires_at: int) -> None:
    await tx.execute("UPDATE uploads SET size = $2, expires_at = $3 WHERE id = $1", upload_id, size, expires_at)


async def find_chunk(reader: Reader, upload_id: int, number: int) -> bytes | None:
    row = await reader.fetchrow(
        "SELECT content FROM upload_chunks WHERE upload_id = $1 AND number = $2", upload_id, number
    )
    return bytes(row[0]) if row else None


async def find(reader: Reader, upload_id: int) -> Upload | None:
    row = await reader.fetchrow(f"SELECT {_COLUMNS} FROM uploads WHERE id = $1", upload_id)
    return Upload(*row) if row else None


async def checks(reader: Reader, user_id: int, now: int) -> list[Operation]:
    """Of the files of a user that wait to be imported, the newest first."""
    rows = await reader.fetch(
        f"SELECT {_OPERATION} FROM {_WITH_OPERATION} WHERE u.user_id = $1 AND u.expires_at > $2"
        f" AND o.action = 'check' AND NOT {_ENDED} ORDER BY o.id DESC",
        user_id,
        now,
    )
    return [Operation(*row) for row in rows]


async def claim(tx: Transaction, upload_id: int, check_id: int, now: int) -> bool:
    """Of concurrent requests to import a file one succeeds. False when it is gone or was claimed."""
    row = await tx.fetchrow(
        "UPDATE uploads SET operation_id = 0 WHERE id = $1 AND operation_id = $2 AND expires_at > $3 RETURNING id",
        upload_id,
        check_id,
        now,
    )
    return row is not None


async def assign(tx: Transaction, upload_id: int, operation_id: int) -> None:
    await tx.execute("UPDATE uploads SET operation_id = $2 WHERE id = $1", upload_id, operation_id)


async def delete(tx: Transaction, upload_id: int) -> None:
    await tx.execute("DELETE FROM uploads WHERE id = $1", upload_id)


async def delete_ended(tx: Transaction, user_id: int) -> None:
    """Deletes the files of a user whose check or import has ended without finishing."""
    ended = f"SELECT u.id FROM {_WITH_OPERATION} WHERE u.user_id = $1 AND {_ENDED}"
    await tx.execute(f"DELETE FROM uploads WHERE id IN ({ended})", user_id)


async def purge(tx: Transaction, now: int) -> None:
    """Deletes a file that has expired, unless its import goes on, or whose operation has ended. One at a time: a file
    has hundreds of chunks."""
    await tx.execute(
        f"DELETE FROM uploads WHERE id IN (SELECT u.id FROM {_WITH_OPERATION}"
        f" WHERE (u.expires_at <= $1 AND coalesce(o.action, '') <> 'apply') OR {_ENDED} ORDER BY u.id LIMIT 1)",
        now,
    )
