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
    if len(ended.opened) >= MAX_NAMED:
        return EVERYTHING
    opened = [f"{SESSION}{session_id}" for session_id in ended.opened]
    if len(ended) > MAX_NAMED:
        return " ".join((of_users((user_id,)), *opened))
    return " ".join((*(f"{SESSION}{session_id}" for session_id in ended.own), *opened))


def of_users(user_ids: Sequence[int]) -> str:
    """For users whose sessions go on with fewer rights than their tokens say."""
    return EVERYTHING if len(user_ids) > MAX_NAMED else " ".join(f"{USER}{user_id}" for user_id in user_ids)


def gives_less(before: User, after: User) -> bool:
    """Whether tokens of the user from before a change may say more than new ones: role names count as well, because
    applications decide by them, and so does what withholds all rights for now."""
    return (
        not set(before.role_names) <= set(after.role_names)
        or first_missing(after.permissions, before.permissions) is not None
        or after.required_strength > before.required_strength
        or after.must_change_password > before.must_change_password
    )
