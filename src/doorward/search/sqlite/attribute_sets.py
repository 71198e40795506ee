"""The sets of users with the attributes of a filter, from their bitmaps. docs/decisions/0052"""

from msgspec.structs import replace

from doorward.database.protocol import Reader
from doorward.domain.user_query import UserFilter
from doorward.search.query import UserQuery, Values, contains
from doorward.search.sqlite import bitmaps, sort_orders
from doorward.search.sqlite.full_text import row_condition
from doorward.search.sqlite.id_lists import fetch_ids
from doorward.search.sqlite.id_set import IdSet


async def users_with_attributes(reader: Reader, query: UserQuery) -> IdSet:
    """All users who match the filter without its keyword."""
    criteria = query.criteria
    found = await bitmaps.load(reader, bitmaps.ALL)
    for attribute, wanted in (
        (bitmaps.ENABLED, None if criteria.status is None else bool(criteria.status)),
        (bitmaps.NEVER_SIGNED_IN, criteria.never_signed_in),
        (bitmaps.MUST_CHANGE_PASSWORD, criteria.must_change_password),
        (bitmaps.EMAIL_VERIFIED, criteria.email_verified),
        (bitmaps.of_role(query.role_id or 0), None if query.role_id is None else True),
    ):
        if wanted is not None:
            holders = await bitmaps.load(reader, attribute)
            found = found & holders if wanted else found - holders
    if criteria.no_role is not None:
        holders = await _with_any_role(reader)
        found = found - holders if criteria.no_role else found & holders
    if criteria.created_from is not None or criteria.created_to is not None:
        found = found & await _created(reader, criteria)
    pending = await fetch_ids(reader, "SELECT id FROM user_attribute_changes", Values())
    if pending:
        values = Values()
        condition = row_condition(replace(query, keyword=""), "u", values)
        changed = f"SELECT u.id FROM user_attribute_changes n CROSS JOIN users u ON u.id = n.id WHERE {condition}"
        found = found - IdSet.of(pending) | IdSet.of(await fetch_ids(reader, changed, values))
    if criteria.service is not None:
        # A thousand at most, so that they need no bitmap.
        programs = IdSet.of(await fetch_ids(reader, "SELECT user_id AS id FROM service_accounts", Values()))
        found = found & programs if criteria.service else found - programs
    if criteria.phone:
        values = Values()
        like = f"u.phone LIKE {values(contains(criteria.phone))} ESCAPE '\\'"
        phones = f"SELECT u.id FROM users u INDEXED BY users_phone WHERE u.phone IS NOT NULL AND {like}"
        found = found & IdSet.of(await fetch_ids(reader, phones, values))
    return found


async def _with_any_role(reader: Reader) -> IdSet:
    holders = IdSet({})
    for row in await reader.fetch("SELECT id FROM roles WHERE deleted_at IS NULL"):
        holders = holders | await bitmaps.load(reader, bitmaps.of_role(row[0]))
    return holders


async def _created(reader: Reader, criteria: UserFilter) -> IdSet:
    """Users created in a time: whole periods by their bitmaps, and what is left of two periods by the order."""
    found = IdSet({})
    for number in await bitmaps.periods(reader):
        low, high = bitmaps.begin_of_period(number), bitmaps.begin_of_period(number + 1)
        begin = low if criteria.created_from is None else max(low, criteria.created_from)
        end = high if criteria.created_to is None else min(high, criteria.created_to)
        if (begin, end) == (low, high):
            found = found | await bitmaps.load(reader, bitmaps.of_period(number))
        elif begin < end:
            found = found | IdSet.of(await sort_orders.created(reader, begin, end))
    return found
