"""Candidates of an import, and the verdict on each."""

from collections.abc import Sequence
from operator import itemgetter
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from doorward.crypto.passwords.hasher import NO_PASSWORD
from doorward.crypto.totp import TotpSecret
from doorward.domain.users import Profile
from doorward.errors import Fault, TooMany
from doorward.features.transfer.queries import EMAIL_KEY, USERNAME_KEY, Columns
from doorward.store.users import new_row

# In batches of at least this size, speed matters more than ids in the order of the file.
_VERY_MANY: Final = 8_000

Outcome = Literal["created", "changed", "unchanged", "refused"]


class AuthenticatorApp(Struct, frozen=True):
    """A second factor that a user goes on using."""

    name: str
    secret: TotpSecret


class Candidate(Struct, frozen=True):
    """A user that a row of a file describes. The profile's password is the plain one, if the file has one."""

    profile: Profile
    password_hash: str | None
    # Built by the reading thread, because the writing thread is the bottleneck of an import.
    columns: Columns
    apps: tuple[AuthenticatorApp, ...] = ()
    left_out: str = ""  # Second factors that cannot be imported.
    user_id: int | None = None  # The id that a new user is to have; None for the next one.


class Verdict(Struct, frozen=True):
    outcome: Outcome
    reason: str = ""
    left_out: str = ""  # As in the candidate, of a user who was created or changed.
    fault: str = ""  # The reason in the catalogue of errors, of a row that a rule of the service refuses.


class Batch(Struct, frozen=True):
    """Candidates, or the verdict on rows that are refused already, with the import that they belong to."""

    rows: Sequence[Candidate | Verdict]
    fingerprint: str
    source: str


def candidate(profile: Profile, password_hash: str | None, now: int, *times: int | None) -> Candidate:
    """`times` are those of creation, last change and last sign-in; None if the file does not have them."""
    created_at, updated_at, last_login_at = times
    created = now if created_at is None else created_at
    updated = created if updated_at is None else updated_at
    # Of an existing user, a row without an address may say that the stored one is verified. A new user has none.
    new = profile if profile.email else replace(profile, email_verified=0)
    columns = new_row(new, password_hash or NO_PASSWORD, created, updated, last_login_at)
    return Candidate(profile, password_hash, columns)


def refused(fault: Fault | type[Fault]) -> Verdict:
    """By fields that are not valid, or by a rule of the service, with the permission that it asks for."""
    data = fault.data if isinstance(fault, Fault) else {}
    if fields := data.get("fields"):
        return Verdict("refused", "; ".join(f"{wrong['field']} {wrong['message']}" for wrong in fields))
    required = f" ({data['required']})" if "required" in data else ""
    return Verdict("refused", fault.message + required, fault=fault.reason)


def repeated(field: str) -> Verdict:
    return Verdict("refused", f"{field} also occurs in an earlier row of the file")


def in_good_order(rows: list[Columns]) -> list[Columns]:
    """In the order of the file, so that ids follow it; large batches in the order of the index of usernames.

    Inserts next to each other in the index make an import a fifth faster.
    """
    emails = [row[EMAIL_KEY] for row in rows if row[EMAIL_KEY]]
    if len(rows) < _VERY_MANY or len(set(emails)) < len(emails):
        return rows  # Of two rows with the same e-mail address, the first in the file is created.
    return sorted(rows, key=itemgetter(USERNAME_KEY))


class UnreadableFile(Fault):
    code, reason, message = 400, "unreadable_file", "The file can't be read as a list of users"


class ImportNotReady(Fault):
    code, reason, message = (
        409,
        "import_not_ready",
        "Only a file whose check is done can be imported",
    )


class ImportGone(Fault):
    code, reason, message = 409, "import_gone", "The file was imported, discarded or has expired; upload it again"


class TooManyImports(TooMany):
    code, reason, message = (
        409,
        "too_many_imports",
        "Too many files wait to be imported; import or discard one, or wait until it expires",
    )
