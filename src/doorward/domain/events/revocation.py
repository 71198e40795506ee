"""What a change means for access tokens that were issued before it, as the revocation feed tells it (decision 40)."""

from collections.abc import Sequence
from typing import Final

from doorward.domain.access import first_missing
from doorward.domain.sign_in.sessions import EndedSessions
from doorward.domain.users import User

EVERYTHING: Final = "*"
SESSION: Final = "session:"
USER: Final = "user:"
# Names in one event. Beyond that the next coarser kind stands for all of them.
MAX_NAMED: Final = 1000


def of_sessions(ended: EndedSessions, user_id: int) -> str:
    """For sessions of a user that ended. Named one by one where possible: a session that the user opens at the same
    moment stays valid, whatever the resolution of clocks. Those that were opened as other users are named in any case,
    because the user's own id does not stand for them."""
    if len(ended) > MAX_NAMED:
        return of_users((user_id,), ended.opened)
    return " ".join(f"{SESSION}{session_id}" for session_id in (*ended.own, *ended.opened))


def of_users(user_ids: Sequence[int], ended: Sequence[int] = ()) -> str:
    """For users whose sessions go on with fewer rights than their tokens say, and sessions that end with them."""
    if len(user_ids) + len(ended) > MAX_NAMED:
        return EVERYTHING
    return " ".join([f"{USER}{user_id}" for user_id in user_ids] + [f"{SESSION}{session_id}" for session_id in ended])


def gives_less(before: User, after: User) -> bool:
    """Whether tokens of the user from before a change may say more than new ones: role names count as well, because
    applications decide by them, and so does what withholds all rights for now."""
    return (
        not set(before.role_names) <= set(after.role_names)
        or first_missing(after.permissions, before.permissions) is not None
        or after.required_strength > before.required_strength
        or after.must_change_password > before.must_change_password
    )
