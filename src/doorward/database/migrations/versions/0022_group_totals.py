"""Counts of users for each group of 64 blocks, so that totals among ten million users add up hundreds of counts.

On SQLite a table that triggers on `user_totals` maintain. On PostgreSQL a view: the sum of all blocks takes a few
milliseconds there, and counters of groups would make creates wait for each other. See docs/decisions/0009.
"""

from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None
works_from = "0018"


def _trigger(name: str, event: str, count: str) -> str:
    return (
        f"CREATE TRIGGER {name} {event} ON user_totals BEGIN"
        f" INSERT INTO user_group_totals VALUES (new.role_id, new.status, new.block / 64, {count})"
        " ON CONFLICT (role_id, status, block_group) DO UPDATE SET n = n + excluded.n; END"
    )


_SQLITE = (
    "CREATE TABLE user_group_totals (role_id INTEGER NOT NULL, status INTEGER NOT NULL, block_group INTEGER NOT NULL,"
    " n INTEGER NOT NULL, PRIMARY KEY (role_id, status, block_group)) WITHOUT ROWID",
    "INSERT INTO user_group_totals SELECT role_id, status, block / 64, sum(n) FROM user_totals GROUP BY 1, 2, 3",
    _trigger("user_totals_insert", "AFTER INSERT", "new.n"),
    _trigger("user_totals_update", "AFTER UPDATE OF n", "new.n - old.n"),
)
_POSTGRES = ("CREATE VIEW user_group_totals AS SELECT role_id, status, block / 64 AS block_group, n FROM user_totals",)


def upgrade() -> None:
    for statement in _SQLITE if op.get_context().dialect.name == "sqlite" else _POSTGRES:
        op.get_bind().exec_driver_sql(statement)
