"""Usernames and e-mail addresses as names that users sign in by, and that must lead to one of them only."""

from doorward.database.protocol import Reader, Transaction
from doorward.domain.users import fold


async def username_taken(reader: Reader, username: str, by_other_than: int = 0) -> bool:
    sql = "SELECT 1 FROM users WHERE username_key = $1 AND id <> $2"
    return await reader.fetchrow(sql, fold(username), by_other_than) is not None


async def email_taken(reader: Reader, email: str, by_other_than: int = 0) -> bool:
    sql = "SELECT 1 FROM users WHERE email_key = $1 AND id <> $2"
    return await reader.fetchrow(sql, fold(email), by_other_than) is not None


async def username_in_use(tx: Transaction, username: str, by_other_than: int = 0) -> bool:
    """Whether another user has the username, or has it as e-mail address. People sign in and ask for a new password by
    either, and a username wins: its holder would get in the place of the owner of the address."""
    return await username_taken(tx, username, by_other_than) or await is_address(tx, username, by_other_than)


async def email_in_use(tx: Transaction, email: str, by_other_than: int = 0) -> bool:
    """Whether another user has the e-mail address, or has it as username."""
    return await email_taken(tx, email, by_other_than) or await is_username(tx, email, by_other_than)


async def is_address(tx: Transaction, username: str, by_other_than: int = 0) -> bool:
    """Whether a username is the e-mail address of another user."""
    if "@" not in fold(username):
        return False
    # The unique indexes see one column each, so concurrent requests for one name take turns.
    await tx.lock(f"identifier {fold(username)}")
    return await email_taken(tx, username, by_other_than)


async def is_username(tx: Transaction, email: str, by_other_than: int = 0) -> bool:
    """Whether an e-mail address is the username of another user."""
    await tx.lock(f"identifier {fold(email)}")
    return await username_taken(tx, email, by_other_than)
