"""Which tables are copied, and how their columns correspond. Read from both live schemas: a new table needs no edit."""

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

Kind = Literal["sqlite", "postgres"]
ValueType = Literal["integer", "boolean", "float", "text", "bytes"]

# Tables that are not copied, with the reason. A name that ends in * stands for all tables that begin so.
DERIVED: Final = {
    "alembic_version": "the migrations of the target write it",
    "unfinished_move": "the progress of the move itself",
    "sqlite_sequence": "the counters of ids, which are set at the end",
    "list_index": "search is filled anew, and this is how far it is",
    "order_index": "lists on SQLite: how far the sort orders are built",
    "attribute_index": "filters on SQLite: how far their bitmaps are filled",
    "user_bitmaps": "filters on SQLite: the bitmaps",
    "user_attribute_changes": "filters on SQLite: changes that the bitmaps do not have yet",
    "outdated_*": "search on SQLite: what an earlier version of it left to be removed",
    "user_grams*": "search on SQLite: n-grams",
    "user_news": "search on SQLite: changes that are not indexed yet",
    "user_order": "lists on SQLite: sort orders",
    "user_place_*": "lists on SQLite: sort keys",
    "user_totals": "lists on SQLite: counts",
    "user_group_totals": "lists on SQLite: sums of counts",
    "user_counts": "lists on PostgreSQL: counts",
    "user_count_groups": "lists on PostgreSQL: sums of counts",
    "user_count_deltas": "lists on PostgreSQL: changes of counts",
    "user_search*": "search on PostgreSQL: n-grams, roles and status",
}

# Where the two schemas differ: the expressions that make the target's columns of the source's, by the kind of the
# source. Events have one number on SQLite. On PostgreSQL they get `seq` after their commit: a few may have none yet.
_EXPRESSIONS: Final[dict[tuple[Kind, str], dict[str, str]]] = {
    ("sqlite", "events"): {"id": "seq"},
    ("postgres", "events"): {
        "seq": "coalesce(seq, (SELECT coalesce(max(seq), 0) FROM events)"
        " + row_number() OVER (PARTITION BY seq IS NULL ORDER BY id))"
    },
}


class CannotMove(Exception):
    """The message says why, and what to do."""


class Column(Struct, frozen=True):
    name: str
    type: ValueType | None  # None for a type that is not known here.
    declared: str


class Table(Struct, frozen=True):
    """A table as one database has it. `counter`: the column whose values the database counts up, and never reuses."""

    name: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    counter: str | None = None


class Relation(Struct, frozen=True):
    """What is read in the order of a key: the rows of a table as the target has them."""

    table: str
    columns: tuple[str, ...]
    types: tuple[ValueType, ...]
    key: tuple[str, ...]
    # Column by expression, where it is not the column itself.
    expressions: Mapping[str, str]

    def sql(self, collation: str = "") -> str:
        """`collation` follows each text of the key: the order must be that of the bytes on both sides."""
        made = ", ".join(f"{self.expressions.get(name, quoted(name))} AS {quoted(name)}" for name in self.columns)
        types = dict(zip(self.columns, self.types, strict=True))
        order = ", ".join(quoted(name) + (collation if types[name] == "text" else "") for name in self.key)
        names = ", ".join(map(quoted, self.columns))
        return f"SELECT {names} FROM (SELECT {made} FROM {quoted(self.table)}) AS moved ORDER BY {order}"


class Copy(Struct, frozen=True):
    """One table to copy: how its rows are read from the source, and how they are read back from the target."""

    source: Relation
    target: Relation
    # The target's counter, and whether it continues the one of the source.
    counter: str | None
    continues: bool

    @property
    def name(self) -> str:
        return self.target.table


def is_derived(name: str) -> bool:
    return any(name == known or (known[-1] == "*" and name.startswith(known[:-1])) for known in DERIVED)


def plan(kind: Kind, source: Mapping[str, Table], target: Mapping[str, Table]) -> list[Copy]:
    """What to copy from a source of this kind. Raises CannotMove for a table that has no counterpart."""
    names = {name for name in (*source, *target) if not is_derived(name)}
    if unmatched := sorted(name for name in names if name not in source or name not in target):
        raise CannotMove(f"Source and target don't have the same tables: {', '.join(unmatched)}")
    return [_copy(kind, source[name], target[name]) for name in sorted(names)]


def _copy(kind: Kind, source: Table, target: Table) -> Copy:
    expressions = _EXPRESSIONS.get((kind, source.name), {})
    has = {column.name for column in source.columns}
    for column in target.columns:
        if column.type is None:
            raise CannotMove(f"{target.name}.{column.name} has the type {column.declared}, which can't be copied")
        if column.name not in has and column.name not in expressions:
            raise CannotMove(f"The source has no column {target.name}.{column.name}")
    if not target.key:
        raise CannotMove(f"{target.name} has no primary key, and so no order to copy it in")
    names = tuple(column.name for column in target.columns)
    types = tuple(column.type for column in target.columns if column.type)
    same = Relation(target.name, names, types, target.key, {})
    read = Relation(target.name, names, types, target.key, expressions)
    return Copy(read, same, target.counter, source.counter == target.counter)


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
