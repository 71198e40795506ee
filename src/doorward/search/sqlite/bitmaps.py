"""Bitmaps of the attributes that lists are filtered by: a bit for each user, 8,192 users in a row of `user_bitmaps`.

Any combination of flags, status and roles is an intersection of integers: a million users are 123 rows of a kilobyte
for each attribute. As in `pending_changes`, a write only records the user in `user_attribute_changes`, by a trigger;
lists check these users by their rows until a batch of them is applied. docs/decisions/0052
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, Final

import msgspec

from doorward.database.protocol import Reader, Transaction
from doorward.search.filling import ALL_IDS
from doorward.search.sqlite.id_set import BITS, IdSet
from doorward.store.users import last_id

ALL: Final = "a"
ENABLED: Final = "s"
NEVER_SIGNED_IN: Final = "n"
MUST_CHANGE_PASSWORD: Final = "m"  # noqa: S105  (no password)
EMAIL_VERIFIED: Final = "v"
_FLAGS: Final = (ALL, ENABLED, NEVER_SIGNED_IN, MUST_CHANGE_PASSWORD, EMAIL_VERIFIED)
# Users created within 2**31 milliseconds, about 25 days, share a bitmap.
_PERIOD_BITS: Final = 31
# Users in one transaction, while other writers wait.
_FILLED: Final = 2000
_BATCH: Final = 500
_PENDING: Final = "user_attribute_changes"

Key = tuple[str, int]


def of_role(role_id: int) -> str:
    return f"r{role_id}"


def of_period(number: int) -> str:
    return f"c{number:06}"


def period(created_at: int) -> int:
    return created_at >> _PERIOD_BITS


def begin_of_period(number: int) -> int:
    return number << _PERIOD_BITS


async def is_ready(reader: Reader) -> bool:
    row = await reader.fetchrow("SELECT ready FROM attribute_index")
    return row is not None and row[0] == 1


async def periods(reader: Reader) -> list[int]:
    """The periods in which users were created."""
    # One lookup for each: all their rows are some for every 8,192 users.
    after = "SELECT min(attribute) FROM user_bitmaps WHERE attribute"
    rows = await reader.fetch(
        f"WITH RECURSIVE p(name) AS ({after} >= 'c' UNION ALL SELECT ({after} > p.name) FROM p WHERE p.name < 'd')"
        " SELECT name FROM p WHERE name < 'd'"
    )
    return [int(row[0][1:]) for row in rows]


async def load(reader: Reader, attribute: str) -> IdSet:
    rows = await reader.fetch("SELECT block, bits FROM user_bitmaps WHERE attribute = $1", attribute)
    return IdSet({row[0]: int.from_bytes(row[1], "little") for row in rows})


async def postpone(tx: Transaction) -> None:
    """Leaves users that are created from now on to `fill_step`."""
    await tx.execute("UPDATE attribute_index SET ready = 0, upto = min(upto, $1)", await last_id(tx))


async def any_work(reader: Reader) -> bool:
    return not await is_ready(reader) or await reader.fetchrow(f"SELECT 1 FROM {_PENDING} LIMIT 1") is not None


async def work(tx: Transaction) -> bool:
    """Fills in some users, or applies one batch of changes. Returns whether more may be left."""
    return await (_apply_batch(tx) if await is_ready(tx) else _fill_step(tx))


async def _fill_step(tx: Transaction) -> bool:
    row = await tx.fetchrow("SELECT upto FROM attribute_index")
    upto = int(row[0]) if row else 0
    rows = await tx.fetch(f"SELECT id FROM users WHERE id > $1 ORDER BY id LIMIT {_FILLED}", upto)
    if rows:
        await _write(tx, {}, await _bits_of(tx, [row[0] for row in rows]))
    await tx.execute("UPDATE attribute_index SET upto = $1, ready = $2", rows[-1][0] if rows else ALL_IDS, not rows)
    return True


async def _apply_batch(tx: Transaction) -> bool:
    rows = await tx.fetch(f"SELECT id, created_at FROM {_PENDING} ORDER BY id LIMIT {_BATCH}")
    if not rows:
        return False
    roles = [of_role(row[0]) for row in await tx.fetch("SELECT id FROM roles")]
    touched: dict[Key, int] = defaultdict(int)
    for user_id, created_at in rows:
        for attribute in (*_FLAGS, *roles, of_period(period(created_at))):
            touched[attribute, user_id // BITS] |= 1 << user_id % BITS
    await _write(tx, touched, await _bits_of(tx, [row[0] for row in rows]))
    await tx.execute(f"DELETE FROM {_PENDING} WHERE id <= $1", rows[-1][0])
    return len(rows) == _BATCH


async def _bits_of(tx: Transaction, ids: list[int]) -> dict[Key, int]:
    """The bits of these users, as their rows are now."""
    listed = msgspec.json.encode(ids).decode()
    columns = "u.id, u.status, u.last_login_at IS NULL, u.must_change_password, u.email_verified, u.created_at"
    of_users = f"SELECT {columns} FROM json_each($1) AS j CROSS JOIN users u ON u.id = j.value"
    of_roles = "SELECT r.user_id, r.role_id FROM json_each($1) AS j CROSS JOIN user_roles r ON r.user_id = j.value"
    users, roles = await tx.fetch(of_users, listed), await tx.fetch(of_roles, listed)
    found: dict[Key, int] = defaultdict(int)
    for user_id, attribute in _attributes(users, roles):
        found[attribute, user_id // BITS] |= 1 << user_id % BITS
    return found


def _attributes(users: Iterable[Any], roles: Iterable[Any]) -> Iterable[tuple[int, str]]:
    for user_id, *flags, created_at in users:
        yield user_id, of_period(period(created_at))
        for attribute, holds in zip(_FLAGS, (True, *flags), strict=True):
            if holds:
                yield user_id, attribute
    for user_id, role_id in roles:
        yield user_id, of_role(role_id)


async def _write(tx: Transaction, cleared: dict[Key, int], added: dict[Key, int]) -> None:
    for attribute, block in cleared.keys() | added.keys():
        key = attribute, block
        sql = "SELECT bits FROM user_bitmaps WHERE attribute = $1 AND block = $2"
        row = await tx.fetchrow(sql, attribute, block)
        before = int.from_bytes(row[0], "little") if row else 0
        bits = before & ~cleared.get(key, 0) | added.get(key, 0)
        if bits != before:
            packed = bits.to_bytes(-(-bits.bit_length() // 8), "little")
            await tx.execute("INSERT OR REPLACE INTO user_bitmaps VALUES ($1, $2, $3)", attribute, block, packed)
