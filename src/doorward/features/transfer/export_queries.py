"""All users, a page after the other."""

from typing import Final

from doorward.database.protocol import Reader
from doorward.domain.users import User
from doorward.store.users import JOIN_ROLES, SELECT, from_rows

_PAGE: Final = 500


async def page(reader: Reader, after: int) -> list[tuple[User, str]]:
    """The next users after an id, with their password hashes."""
    rows = await reader.fetch(
        f"SELECT {SELECT}, u.password_hash FROM (SELECT * FROM users WHERE id > $1 ORDER BY id LIMIT {_PAGE}) u"
        f" {JOIN_ROLES} ORDER BY u.id",
        after,
    )
    hashes = {row[0]: row[-1] for row in rows}
    return [(user, hashes[user.id]) for user in from_rows(rows)]
