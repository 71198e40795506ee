"""SQLite: a user can get the id of one who was deleted a moment ago, as an import that keeps ids does.

Until the deletion is in the indexes, `user_news` has what they have of the former user. That stays: it is what the
indexes have of this id. As the triggers of changes do, that of new users leaves alone what is there.
"""

from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None
works_from = "0018"

_STATEMENTS = (
    "DROP TRIGGER users_insert",
    "CREATE TRIGGER users_insert AFTER INSERT ON users WHEN new.id <= (SELECT upto FROM list_index) BEGIN"
    " INSERT INTO user_news (id) SELECT new.id WHERE NOT EXISTS (SELECT 1 FROM user_news WHERE id = new.id);"
    " INSERT INTO user_totals VALUES (0, new.status, new.id / 1000, 1)"
    " ON CONFLICT (role_id, status, block) DO UPDATE SET n = n + excluded.n; END",
)


def upgrade() -> None:
    if op.get_context().dialect.name == "sqlite":
        for statement in _STATEMENTS:
            op.get_bind().exec_driver_sql(statement)
