"""SQLite: short sort keys, by which many matches are ordered, and the words of disabled users indexed a second time.

The tables `user_place_*` have the first bytes of a column that lists are sorted by, in the order of ids: hundreds of
users on a page, where the table of users has ten. See `search.sqlite.sort_keys` and docs/decisions/0009.
The indexes are filled again from the beginning; the former ones are emptied block by block.
"""

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_SORTED = ("username_key", "name_key", "email_key", "status", "created_at", "updated_at", "last_login_at")
# All visible ASCII characters except letters and digits. FTS5 treats characters beyond ASCII as parts of words.
_MARKS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
_TOKENS = _MARKS.replace("'", "''").replace('"', '""')

_STATEMENTS = (
    "ALTER TABLE user_grams RENAME TO outdated_grams_0009",
    "ALTER TABLE user_order RENAME TO outdated_order_0009",
    "DELETE FROM user_totals",
    "DELETE FROM user_news",
    "UPDATE list_index SET upto = 0, ready = 0",
    f"CREATE VIRTUAL TABLE user_grams USING fts5(words, tokenize = \"ascii tokenchars '{_TOKENS}'\", prefix = '1 2',"
    " content = '', detail = none, columnsize = 0)",
    "CREATE TABLE user_order (field TEXT NOT NULL, value NOT NULL, id INTEGER NOT NULL,"
    " PRIMARY KEY (field, value, id)) WITHOUT ROWID",
    *(f"CREATE TABLE user_place_{column} (id INTEGER PRIMARY KEY, value)" for column in _SORTED),
)


def upgrade() -> None:
    if op.get_context().dialect.name == "sqlite":
        for statement in _STATEMENTS:
            op.get_bind().exec_driver_sql(statement)
