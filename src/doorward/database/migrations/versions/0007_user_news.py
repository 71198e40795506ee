"""SQLite: writers only record which users changed; the indexes are updated later, for many users together.

`user_news` has a row for each user that the search index and the sort orders do not have in its current state, with the
values that they have instead (NULL if they do not have the user). Lists check these users one by one. See
`search.sqlite.pending_changes` and docs/decisions/0009. The indexes are filled again from the beginning.
"""

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_LISTED = "(SELECT upto FROM list_index)"
# The columns that lists are sorted by and that have no index of their own.
_ORDERS = ("name_key", "status", "created_at", "updated_at", "last_login_at")
_BEFORE = (
    "users_insert", "users_search_before", "users_search_after", "users_status", "users_delete",
    "user_roles_insert", "user_roles_delete", *(f"users_order_{column}" for column in _ORDERS),
)  # fmt: skip
# All visible ASCII characters except letters and digits. FTS5 treats characters beyond ASCII as parts of words.
_MARKS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
_TOKENS = _MARKS.replace("'", "''").replace('"', '""')


def _count(rows: str) -> str:
    return f"INSERT INTO user_totals {rows} ON CONFLICT (role_id, status, block) DO UPDATE SET n = n + excluded.n;"


def _is_no_news(who: str) -> str:
    return f"{who} <= {_LISTED} AND NOT EXISTS (SELECT 1 FROM user_news WHERE id = {who})"


def _facets(user: str) -> str:
    """Each begins with a private-use character, so that it cannot be part of a name."""
    roles = f"SELECT group_concat(' \ue001r' || role_id, '') FROM user_roles WHERE user_id = {user}.id"
    return f"' \ue001s' || {user}.status || coalesce(({roles}), '')"


def _values(user: str) -> str:
    return ", ".join((f"{user}.id", f"{user}.search", _facets(user), *(f"{user}.{column}" for column in _ORDERS)))


_NOTE_ROLES = f"INSERT INTO user_news SELECT {_values('u')} FROM users u WHERE u.id ="

_STATEMENTS = (
    *(f"DROP TRIGGER {name}" for name in _BEFORE),
    "DROP VIEW user_tokens",
    # Emptied later, block by block: doing it here would block writers for seconds.
    "ALTER TABLE user_grams RENAME TO outdated_grams_0007",
    "ALTER TABLE user_order RENAME TO outdated_order_0007",
    "CREATE TABLE user_order (field TEXT NOT NULL, value NOT NULL, id INTEGER NOT NULL,"
    " PRIMARY KEY (field, value, id)) WITHOUT ROWID",
    "DELETE FROM user_totals",
    "UPDATE list_index SET upto = 0, ready = 0",
    f"CREATE VIRTUAL TABLE user_grams USING fts5(words, tokenize = \"ascii tokenchars '{_TOKENS}'\", prefix = '1 2',"
    " content = '', detail = none, columnsize = 0)",
    "CREATE TABLE user_news (id INTEGER PRIMARY KEY, search TEXT, facets TEXT, name_key TEXT, status INTEGER,"
    " created_at INTEGER, updated_at INTEGER, last_login_at INTEGER)",
    f"CREATE VIEW user_entries (id, search, facets) AS SELECT u.id, u.search, {_facets('u')} FROM users u",
    f"CREATE TRIGGER users_insert AFTER INSERT ON users WHEN new.id <= {_LISTED} BEGIN"
    " INSERT INTO user_news (id) VALUES (new.id);"
    f" {_count('VALUES (0, new.status, new.id / 1000, 1)')} END",
    f"CREATE TRIGGER users_change BEFORE UPDATE OF search, {', '.join(_ORDERS)} ON users WHEN {_is_no_news('old.id')}"
    f" BEGIN INSERT INTO user_news VALUES ({_values('old')}); END",
    f"CREATE TRIGGER users_status AFTER UPDATE OF status ON users"
    f" WHEN old.status <> new.status AND new.id <= {_LISTED} BEGIN"
    f" {_count('SELECT role_id, old.status, id / 1000, -1 FROM user_memberships WHERE id = new.id')}"
    f" {_count('SELECT role_id, new.status, id / 1000, 1 FROM user_memberships WHERE id = new.id')} END",
    f"CREATE TRIGGER users_delete_news BEFORE DELETE ON users WHEN {_is_no_news('old.id')}"
    f" BEGIN INSERT INTO user_news VALUES ({_values('old')}); END",
    f"CREATE TRIGGER users_delete BEFORE DELETE ON users WHEN old.id <= {_LISTED} BEGIN"
    f" {_count('SELECT role_id, old.status, old.id / 1000, -1 FROM user_roles WHERE user_id = old.id')}"
    f" {_count('VALUES (0, old.status, old.id / 1000, -1)')} END",
    # Before the change: the index has the roles as they were.
    f"CREATE TRIGGER user_roles_insert_news BEFORE INSERT ON user_roles WHEN {_is_no_news('new.user_id')}"
    f" BEGIN {_NOTE_ROLES} new.user_id; END",
    f"CREATE TRIGGER user_roles_delete_news BEFORE DELETE ON user_roles WHEN {_is_no_news('old.user_id')}"
    f" BEGIN {_NOTE_ROLES} old.user_id; END",
    f"CREATE TRIGGER user_roles_insert AFTER INSERT ON user_roles WHEN new.user_id <= {_LISTED} BEGIN"
    f" {_count('SELECT new.role_id, status, id / 1000, 1 FROM users WHERE id = new.user_id')} END",
    # If the user does not exist any more, this is the cascade of a deletion whose trigger has updated everything.
    f"CREATE TRIGGER user_roles_delete AFTER DELETE ON user_roles WHEN old.user_id <= {_LISTED} BEGIN"
    f" {_count('SELECT old.role_id, status, id / 1000, -1 FROM users WHERE id = old.user_id')} END",
)


def upgrade() -> None:
    if op.get_context().dialect.name == "sqlite":
        for statement in _STATEMENTS:
            op.get_bind().exec_driver_sql(statement)
