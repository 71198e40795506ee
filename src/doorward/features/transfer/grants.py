"""Roles of the users in a file: their ids, whether the actor may grant them, and what they make of an existing user."""

from collections.abc import Sequence
from typing import Literal

from msgspec import UNSET
from msgspec.structs import replace

from doorward.database.protocol import Transaction
from doorward.domain.access import Actor
from doorward.domain.users import Profile, User, fold
from doorward.errors import Fault
from doorward.features.transfer.model import Candidate, Verdict, refused
from doorward.store import roles

# Whether an existing user keeps the roles that the file does not name.
Roles = Literal["merge", "replace"]


def applied(profile: Profile, user: User, how: Roles) -> Profile:
    """The profile with the roles that an existing user is to have."""
    if profile.roles is UNSET or how == "replace":
        return profile
    held = {fold(name) for name in user.role_names}
    new = [name for name in profile.roles if fold(name) not in held]
    return replace(profile, roles=(*user.role_names, *new) if new else UNSET)


async def find_roles(
    tx: Transaction, actor: Actor, prepared: Sequence[Candidate | Verdict]
) -> dict[tuple[str, ...], list[int] | Verdict]:
    """For each set of roles in the batch: their ids, or the verdict on rows with roles that cannot be granted."""
    wanted = {row.profile.roles or () for row in prepared if isinstance(row, Candidate)}
    known = {name: await _role(tx, actor, name) for name in {name for names in wanted for name in names}}
    return {names: _ids([known[name] for name in names]) for names in wanted}


def _ids(found: list[int | Verdict]) -> list[int] | Verdict:
    """The ids without duplicates, or the first verdict among them."""
    verdicts = [verdict for verdict in found if isinstance(verdict, Verdict)]
    return verdicts[0] if verdicts else list(dict.fromkeys(role for role in found if isinstance(role, int)))


async def _role(tx: Transaction, actor: Actor, name: str) -> int | Verdict:
    # PostgreSQL has no zero character.
    record = None if "\0" in name else await roles.find_by_name(tx, name)
    if record is None:
        return Verdict("refused", f"roles: has {name!r}, which is not a role")
    try:
        actor.require_may_assign(record.name, record.grants)
    except Fault as fault:
        return refused(fault)
    return record.id
