"""The pictures, one for each user at most. A trigger deletes it when the user gets another avatar (migration 0020)."""

from typing import Final

from msgspec import Struct

from doorward.database.protocol import Reader, Transaction
from doorward.features.avatars.pictures import Picture


class Stored(Struct, frozen=True):
    media_type: str
    size: int


async def put(tx: Transaction, user_id: int, picture_id: str, picture: Picture, now: int) -> None:
    """Call it after the change of the user's avatar, which deletes the former picture."""
    await tx.execute(
        "INSERT INTO avatars (user_id, id, media_type, size, created_at, body) VALUES ($1, $2, $3, $4, $5, $6)"
        " ON CONFLICT (user_id) DO UPDATE SET id = $2, media_type = $3, size = $4, created_at = $5, body = $6",
        user_id,
        picture_id,
        picture.media_type,
        len(picture.body),
        now,
        picture.body,
    )


async def find(reader: Reader, picture_id: str) -> Stored | None:
    row = await reader.fetchrow("SELECT media_type, size FROM avatars WHERE id = $1", picture_id)
    return Stored(*row) if row else None


PIECE: Final = 32_768


async def piece(reader: Reader, picture_id: str, start: int) -> bytes:
    """A part of the picture, which begins at the byte `start`. Empty when the picture was deleted."""
    row = await reader.fetchrow(f"SELECT substr(body, {start + 1}, {PIECE}) FROM avatars WHERE id = $1", picture_id)
    return bytes(row[0]) if row else b""
