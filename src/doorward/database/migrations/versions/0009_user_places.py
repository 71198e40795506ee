"""SQLite: short places, by which many who match are put in order, and the words of the disabled a second time.

`user_place_name_key` and its like have the first bytes of what lists are sorted by, in the order of ids: hundreds of
users on a page, where the table of users has ten. See store.places and docs/decisions/0009-lists-and-search.md.
The indexes are filled anew from the beginning; what they were is cleared away piece by piece.
"""

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_SORTED = ("username_key", "name_key", "email_key", "status", "created_at", "updated_at", "last_login_at")
# Every visible character of ASCII that is not a letter or a digit; those beyond ASCII are part of words anyway.
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
