"""Texts of mails that administrators changed."""

from collections.abc import Sequence

from doorward.database.protocol import Reader, Row, Transaction


async def list_all(reader: Reader) -> Sequence[Row]:
    """Kind, language, subject and body of each."""
    return await reader.fetch("SELECT kind, language, subject, body FROM mail_texts ORDER BY kind, language")


async def find(reader: Reader, kind: str, language: str) -> tuple[str, str] | None:
    sql = "SELECT subject, body FROM mail_texts WHERE kind = $1 AND language = $2"
    row = await reader.fetchrow(sql, kind, language)
    return (str(row[0]), str(row[1])) if row else None


async def put(tx: Transaction, kind: str, language: str, subject: str, body: str, now: int) -> None:
    sql = (
        "INSERT INTO mail_texts (kind, language, subject, body, updated_at) VALUES ($1, $2, $3, $4, $5)"
        " ON CONFLICT (kind, language) DO UPDATE SET subject = $3, body = $4, updated_at = $5"
    )
    await tx.execute(sql, kind, language, subject, body, now)


async def delete(tx: Transaction, kind: str, language: str) -> None:
    await tx.execute("DELETE FROM mail_texts WHERE kind = $1 AND language = $2", kind, language)
