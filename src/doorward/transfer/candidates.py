"""From rows of a file to users who may be created: valid, or refused with a reason."""

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, Struct

from doorward.core.importing import Candidate, Verdict, explained
from doorward.crypto import foreign_hashes
from doorward.domain.users import Profile
from doorward.errors import ValidationFailed
from doorward.transfer.fields import Row
from doorward.transfer.formats import Format
from doorward.transfer.rows import BrokenRow


class Proposal(Struct, frozen=True):
    """A row as it was understood, for a report, and what it proposes."""

    row: Row
    candidate: Candidate | Verdict


class Reading(Struct, frozen=True):
    format: Format
    options: Row
    # What another system's roles mean here. Those that mean nothing are left behind.
    role_names: Mapping[str, str]

    def propose(self, given: Row | BrokenRow) -> Proposal:
        if isinstance(given, BrokenRow):
            return Proposal({"line": given.text}, Verdict("refused", f"The row {given.reason}"))
        try:
            row = self.format.read(given, self.options)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            return Proposal(given, Verdict("refused", f"The row can't be read: {error}"))
        if self.format.foreign:
            row["roles"] = [self.role_names[name] for name in row.get("roles", []) if name in self.role_names]
        try:
            return Proposal(row, _candidate(row))
        except ValidationFailed as fault:
            return Proposal(row, Verdict("refused", explained(fault)))
        except ValueError as error:
            return Proposal(row, Verdict("refused", str(error)))


def _candidate(row: Row) -> Candidate:
    get = row.get
    if not get("username"):
        raise ValueError("username is missing")
    stored = get("passwordHash")
    if stored is not None:
        _check_hash(stored)
    profile = Profile.parse(
        username=get("username"),
        name=get("name") or UNSET,
        email=get("email", UNSET),
        phone=get("phone", UNSET),
        avatar=get("avatar", UNSET),
        status=get("status", UNSET),
        roles=get("roles", UNSET),
        password=_plain(get("password"), stored),
    )
    return Candidate(profile, stored, get("createdAt"), get("updatedAt"), get("lastLoginAt"))


def _plain(password: Any, stored: str | None) -> Any:
    if password is None:
        return UNSET
    if stored is not None:
        raise ValueError("password and passwordHash are both given; keep one")
    return password


def _check_hash(stored: str) -> None:
    try:
        foreign_hashes.check(stored)
    except ValueError as error:
        raise ValueError(f"passwordHash {error}") from None
