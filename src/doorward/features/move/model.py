"""What a move found and did."""

import dataclasses
from collections.abc import Callable, Sequence

from msgspec import Struct

from doorward.core.audit.proof import Proof
from doorward.crypto import secret_file
from doorward.database.move.copying import Compared
from doorward.database.move.layout import CannotMove
from doorward.settings import Settings

# Called with what is being done, how much of it is done, and how much there is in all.
Report = Callable[[str, int, int], None]


class Estimate(Struct, frozen=True):
    """A table that would be copied; `size` in bytes, by the first rows."""

    table: str
    rows: int
    size: int


class Rehearsal(Struct, frozen=True):
    tables: Sequence[Estimate]
    server: str
    # Whether a run would continue an unfinished move.
    continues: bool
    # Why the source could not be held now; empty if it could.
    in_use: str


class Outcome(Struct, frozen=True):
    tables: Sequence[Compared]
    audit: Proof
    # Whether the source was changed after an interrupted run, so that the copy began again.
    restarted: bool


def target_settings(settings: Settings, url: str) -> Settings:
    """The settings with the other database. The keys in it are sealed under the same secret, wherever that is kept."""
    secret = settings.secret
    if not secret:
        if secret_file.previous(settings.data_dir):
            raise CannotMove("A change of the master secret is not finished: run doorward keys rekey, then this again")
        secret = secret_file.read(settings.data_dir)
    target = dataclasses.replace(settings, database_url=url, secret=secret)
    if (target.sqlite_path is None) == (settings.sqlite_path is None):
        advice = "use doorward backup and restore" if settings.sqlite_path else "use pg_dump and pg_restore"
        raise CannotMove(f"Source and target are both {'SQLite' if settings.sqlite_path else 'PostgreSQL'}: {advice}")
    return target
