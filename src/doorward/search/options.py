"""Tuning values of search. Production uses the defaults; tests pass others to force an access path or a batch size."""

from typing import Final

from msgspec import Struct


class Thresholds(Struct, frozen=True):
    """When one access path is preferred to another. Every path returns the same page, so these affect cost alone."""

    # An ordered scan may read this many times the expected number of rows, and at least the minimum, before it gives
    # up: the matches may all be at the other end of the order.
    scan_patience: int = 2
    scan_minimum: int = 500
    # Up to this many users with the filter's status and role are checked row by row, instead of reading the posting
    # lists of the keyword.
    checked_rows: int = 2000
    # SQLite: up to this many matches are read once as a list of ids, then counted, sorted and paged from that list.
    listed_matches: int = 500
    # SQLite: how many rows are read beyond the page, because texts with equal sort keys may belong before its end.
    tied_rows: int = 40
    # SQLite: how many candidates of a longer keyword are verified by their rows at first, beside two for each user of
    # the page and before it.
    verified_rows: int = 500
    # SQLite: with attributes, up to this many users are checked and sorted by their rows. Beyond, entries of an order
    # are read, at first this many.
    sorted_rows: int = 2000
    first_entries: int = 4096
    # SQLite: up to this share of disabled users, their separate terms are searched.
    disabled_share: float = 0.1
    # PostgreSQL: if more than one user in this many matches, a table scan up to the cap is faster than GIN, which
    # collects all matches before it returns the first.
    common_one_in: int = 8
    # PostgreSQL: if this many times as many users have the keyword as have the filter's role, the rows of the latter
    # are checked, instead of reading the posting lists of the keyword.
    matches_per_row: int = 64
    # A role that more than one user in this many has is checked on what the keyword finds, because the index has long
    # posting lists for it. On SQLite a status likewise.
    usual_facet_one_in: int = 4


class Batches(Struct, frozen=True):
    """How much is done while other writers wait."""

    # Rows of a sort order, and pages of a full-text index, that one transaction deletes from a legacy index.
    legacy_entries: int = 20_000
    legacy_pages: int = 1_000
    # Seconds of work between two pauses.
    seconds: float = 0.2


class SearchOptions(Struct, frozen=True):
    # False: every page is a table scan, the reference implementation.
    use_indexes: bool = True
    thresholds: Thresholds = Thresholds()
    batches: Batches = Batches()


DEFAULTS: Final = SearchOptions()
