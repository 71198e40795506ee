"""Users whom an import proposes, and what becomes of them."""

from collections.abc import Sequence
from operator import itemgetter
from typing import Final, Literal

from msgspec import Struct

from doorward.crypto.passwords.hasher import NO_PASSWORD
from doorward.domain.users import Profile
from doorward.errors import Fault
from doorward.features.transfer.queries import EMAIL_KEY, USERNAME_KEY, Columns
from doorward.store.users import new_row

# Batches as large as this are those of imports where nobody looks at the order of ids.
_VERY_MANY: Final = 8_000

Outcome = Literal["created", "changed", "unchanged", "refused"]


class Candidate(Struct, frozen=True):
    """A user whom a file proposes. The profile's password is the plain one, where the file has that."""

    profile: Profile
    password_hash: str | None
    # Made by the thread that reads: it is the one that writes which an import waits for.
    columns: Columns


class Verdict(Struct, frozen=True):
    outcome: Outcome
    reason: str = ""


class Batch(Struct, frozen=True):
    """Candidates, or why a row is none; and what is to be noted with them."""

    rows: Sequence[Candidate | Verdict]
    fingerprint: str
    source: str


def candidate(profile: Profile, password_hash: str | None, now: int, *times: int | None) -> Candidate:
    """`times` are those of creation, of the last change and of the last sign-in, as far as they are known."""
    created_at, updated_at, last_login_at = times
    created = now if created_at is None else created_at
    updated = created if updated_at is None else updated_at
    columns = new_row(profile, password_hash or NO_PASSWORD, created, updated, last_login_at)
    return Candidate(profile, password_hash, columns)


def explained(fault: Fault) -> str:
    fields = fault.data.get("fields", [])
    return "; ".join(f"{wrong['field']} {wrong['message']}" for wrong in fields) or fault.message


def in_good_order(rows: list[Columns]) -> list[Columns]:
    """As the file has them, so that ids are in its order; but very many as the index of usernames has them.

    Each then finds its place in the index next to the one before, which takes a fifth of the time off an import.
    """
    emails = [row[EMAIL_KEY] for row in rows if row[EMAIL_KEY]]
    if len(rows) < _VERY_MANY or len(set(emails)) < len(emails):
        return rows  # Of two with the same address the first in the file is the one to get in.
    return sorted(rows, key=itemgetter(USERNAME_KEY))
