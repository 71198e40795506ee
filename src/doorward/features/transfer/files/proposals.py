"""Turns rows of a file into candidates, or refuses them with a reason."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import UNSET, Struct
from msgspec.structs import replace

from doorward.crypto.passwords import foreign
from doorward.domain.times import is_moment
from doorward.domain.user_fields import EXPORTED
from doorward.domain.users import Profile
from doorward.errors import ValidationFailed
from doorward.features.transfer.files import second_factors
from doorward.features.transfer.files.formats import Format
from doorward.features.transfer.files.losses import Losses
from doorward.features.transfer.files.own_format import LEFT_OUT, TIMES
from doorward.features.transfer.files.rows import BrokenRow, Rows
from doorward.features.transfer.files.values import Row, as_text
from doorward.features.transfer.model import Candidate, Verdict, candidate, refused

# Attributes of a profile that a file may set, and their names in its rows.
_OPTIONAL: Final = tuple(
    (field.name, field.wire) for field in EXPORTED if field.create and field.name not in ("username", "name")
)
_NEVER_NULL: Final = ("roles", "email_verified", "must_change_password")
# What a path of the API can hold, with room for the ids that follow.
_IDS: Final = range(1, 10**15)
# What code that expects a value of one kind raises for one of another. A row of a file may hold any.
_UNEXPECTED: Final = (LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)


class Proposal(Struct, frozen=True):
    """A row in the own format, for the report, and the candidate that it makes."""

    row: Row
    candidate: Candidate | Verdict


class Reading(Struct, frozen=True):
    format: Format
    options: Row
    # Maps roles of another system to roles of this service. Roles that are not in it are dropped.
    role_names: Mapping[str, str]
    # In milliseconds: the time of creation of users for whom the file has none.
    now: int
    losses: Losses
    # New users get the ids of the file.
    keep_ids: bool = False

    def users(self, rows: Rows) -> Rows:
        """The rows without accounts of programs, which are noted."""
        for row in rows:
            if isinstance(row, dict) and self.format.service(row):
                self.losses.note("service account", str(row.get("username")))
            else:
                yield row

    def propose(self, given: Row | BrokenRow) -> Proposal:
        if isinstance(given, BrokenRow):
            return Proposal({"line": given.text}, Verdict("refused", f"The row {given.reason}"))
        if not self.format.foreign and given.get(LEFT_OUT):
            return Proposal(given, Verdict("unchanged"))  # A row of a report, whose user was imported.
        self.losses.note_row(given)
        try:
            row = self.format.read(given, self.options, self.now)
            if self.format.foreign:
                row = self._translated(row)
        except (ValueError, *_UNEXPECTED) as error:
            # Other systems call a hash `password`; importing the report would take it for a plain password.
            shown = {"line": as_text(given)} if self.format.foreign else given
            return Proposal(shown, Verdict("refused", f"The row cannot be read: {error}"))
        try:
            proposed = _candidate(row, self.now)
            for problem in proposed.left_out.split("; ") if proposed.left_out else ():
                self.losses.note("second factor", problem)
            return Proposal(row, replace(proposed, user_id=_id(row.get("id"))) if self.keep_ids else proposed)
        except ValidationFailed as fault:
            return Proposal(row, refused(fault))
        except ValueError as error:
            return Proposal(row, Verdict("refused", str(error)))
        except _UNEXPECTED as error:
            return Proposal(row, Verdict("refused", f"The row cannot be read: {error}"))

    def _translated(self, row: Row) -> Row:
        """Drops fields that the file does not have, so that they leave existing users as they are."""
        present = {field: value for field, value in row.items() if value is not None}
        theirs = present.pop("roles", [])
        for name in theirs:
            if name in self.role_names:
                self.losses.note_mapped(name)
            elif not self.format.automatic(name):
                self.losses.note("role", name)
        if self.role_names and row.get("roles") is not None:
            present["roles"] = [self.role_names[name] for name in theirs if name in self.role_names]
        return present


def _candidate(row: Row, now: int) -> Candidate:
    get = row.get
    username, stored = get("username"), get("passwordHash")
    if not username:
        raise ValueError("username is missing")
    if stored is not None:
        _check_hash(stored)
    given = {"username": username, "name": get("name") or UNSET, "password": _plain(get("password"), stored)}
    for name, wire in _OPTIONAL:
        if wire in row:
            given[name] = row[wire]
    for name in _NEVER_NULL:
        if given.get(name) is None:
            given.pop(name, None)  # Null stands for a field that is absent, as in the files of other systems.
    profile = Profile.parse(**given)
    if get("status", 1) not in (0, 1) or isinstance(get("status"), bool):
        raise ValueError("status must be 0 or 1")
    for field in TIMES:
        value = get(field)
        if value is not None and (type(value) is not int or not is_moment(value)):
            raise ValueError(
                f"{field} must be a date and time such as 2026-01-31T12:00:00.000Z, or milliseconds since 1970 such as"
                " 1769860800000"
            )
    proposed = candidate(profile, stored, now, get("createdAt"), get("updatedAt"), get("lastLoginAt"))
    if "secondFactors" not in row:
        return proposed
    apps, left_out = second_factors.apps_of(row["secondFactors"])
    return replace(proposed, apps=apps, left_out=left_out)


def _id(given: Any) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or given not in _IDS:
        raise ValueError("id must be a whole number; without --keep-ids users get new ids")
    return given


def _plain(password: Any, stored: str | None) -> Any:
    if password is None:
        return UNSET
    if stored is not None:
        raise ValueError("password is given together with passwordHash; keep one of them")
    return password


def _check_hash(stored: str) -> None:
    try:
        foreign.check(stored)
    except ValueError as error:
        raise ValueError(f"passwordHash {error}") from None
