"""SQLite: how far the sort orders of lists are built, which happens at the end of a bulk load.

`order_index.upto` is the last user id with entries in `user_order`. Until now they were added with the other indexes of
each block, so none is missing. See `search.sqlite.order_build` and docs/decisions/0058.
"""

from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None
works_from = "0018"

_STATEMENTS = (
    "CREATE TABLE order_index (upto INTEGER NOT NULL, postponed INTEGER NOT NULL)",
    f"INSERT INTO order_index VALUES ({2**63 - 1}, 0)",
)


def upgrade() -> None:
    if op.get_context().dialect.name == "sqlite":
        for statement in _STATEMENTS:
            op.get_bind().exec_driver_sql(statement)
