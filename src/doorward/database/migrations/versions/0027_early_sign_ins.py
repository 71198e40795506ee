"""SQLite: in the order of last sign-ins, times before 1970 come after users who never signed in.

Users who never signed in have the value -1. Earlier times become fractions above it, see `search.sqlite.sort_orders`.
Imports alone have such times, so that there are hardly any, and -1 itself, which stood for both, is told from null by
the sort keys.
"""

from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None
works_from = "0018"

_MOST = 2.0**46
_MINUS_ONE = "SELECT id FROM user_place_last_login_at WHERE value = -1"
_STATEMENTS = (
    f"UPDATE user_order SET value = value / {_MOST} WHERE field = 'last_login_at' AND value < -1",
    f"DELETE FROM user_order WHERE field = 'last_login_at' AND value = -1 AND id IN ({_MINUS_ONE})",
    f"INSERT OR IGNORE INTO user_order SELECT 'last_login_at', -1 / {_MOST}, id FROM ({_MINUS_ONE})",
)


def upgrade() -> None:
    if op.get_context().dialect.name == "sqlite":
        for statement in _STATEMENTS:
            op.get_bind().exec_driver_sql(statement)
