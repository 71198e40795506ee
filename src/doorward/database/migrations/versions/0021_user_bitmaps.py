"""SQLite: bitmaps of the attributes that lists are filtered by, filled in small steps by `search.sqlite.bitmaps`.

`user_bitmaps` has a bit for each user and attribute, 8,192 users in a row. `user_attribute_changes` has the users whose
bits are out of date; triggers write it, so that changes by nodes of the version before are noticed too. Those nodes go
on using the indexes of 0019, which a later migration drops. See docs/decisions/0052.
"""

from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None
works_from = "0018"

_LISTED = "(SELECT upto FROM attribute_index)"


def _trigger(name: str, event: str, user: str, condition: str = "true") -> str:
    """Records the user unless that is recorded already."""
    created = (
        "old.created_at" if event.endswith("DELETE ON users") else f"(SELECT created_at FROM users WHERE id = {user})"
    )
    return (
        f"CREATE TRIGGER {name} {event} WHEN {condition} AND {user} <= {_LISTED}"
        f" AND NOT EXISTS (SELECT 1 FROM user_attribute_changes WHERE id = {user}) BEGIN"
        f" INSERT INTO user_attribute_changes SELECT {user}, {created} WHERE {created} IS NOT NULL; END"
    )


_CHANGED = (
    "(old.status <> new.status OR old.must_change_password <> new.must_change_password"
    " OR old.email_verified <> new.email_verified OR (old.last_login_at IS NULL) <> (new.last_login_at IS NULL))"
)
_STATEMENTS = (
    "CREATE TABLE attribute_index (upto INTEGER NOT NULL, ready INTEGER NOT NULL)",
    "INSERT INTO attribute_index VALUES (0, 0)",
    "CREATE TABLE user_bitmaps (attribute TEXT NOT NULL, block INTEGER NOT NULL, bits BLOB NOT NULL,"
    " PRIMARY KEY (attribute, block)) WITHOUT ROWID",
    "CREATE TABLE user_attribute_changes (id INTEGER PRIMARY KEY, created_at INTEGER NOT NULL)",
    _trigger("users_attributes_insert", "AFTER INSERT ON users", "new.id"),
    _trigger(
        "users_attributes_update",
        "AFTER UPDATE OF status, must_change_password, email_verified, last_login_at ON users",
        "new.id",
        _CHANGED,
    ),
    _trigger("users_attributes_delete", "BEFORE DELETE ON users", "old.id"),
    _trigger("user_roles_attributes_insert", "AFTER INSERT ON user_roles", "new.user_id"),
    _trigger("user_roles_attributes_delete", "AFTER DELETE ON user_roles", "old.user_id"),
)


def upgrade() -> None:
    if op.get_context().dialect.name == "sqlite":
        for statement in _STATEMENTS:
            op.get_bind().exec_driver_sql(statement)
