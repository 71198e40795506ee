"""Indexes for lists and search: n-grams, sort orders and counts, kept by triggers in the transaction of every change.

This migration takes the same time whatever the size of the table, because it creates the structures empty.
`list_index.upto` is the last user id that they contain, and the triggers skip users beyond it; `search.filling` adds
those block by block. How the parts work together: docs/decisions/0009.
"""

from typing import Final

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_LISTED = "(SELECT upto FROM list_index)"
# The columns that lists are sorted by, with a value in place of NULL.
_ORDERS: Final = {
    "name_key": "{}.name_key",
    "status": "{}.status",
    "created_at": "{}.created_at",
    "updated_at": "{}.updated_at",
    "last_login_at": "coalesce({}.last_login_at, -1)",
}

_BOTH = (
    "CREATE TABLE list_index (upto BIGINT NOT NULL, ready SMALLINT NOT NULL)",
    "INSERT INTO list_index (upto, ready) VALUES (0, 0)",
)


def upgrade() -> None:
    statements = _SQLITE if op.get_context().dialect.name == "sqlite" else _POSTGRES
    for statement in (*_BOTH, *statements):
        op.get_bind().exec_driver_sql(statement)


def _count(rows: str) -> str:
    return f"INSERT INTO user_totals {rows} ON CONFLICT (role_id, status, block) DO UPDATE SET n = n + excluded.n;"


def _out_of_order(column: str, value: str) -> str:
    return f" DELETE FROM user_order WHERE field = '{column}' AND value = {value.format('old')} AND id = old.id;"


def _keep_order(column: str, value: str) -> str:
    old, new = value.format("old"), value.format("new")
    return (
        f"CREATE TRIGGER users_order_{column} AFTER UPDATE OF {column} ON users"
        f" WHEN new.id <= {_LISTED} AND {old} <> {new} BEGIN"
        f"{_out_of_order(column, value)} INSERT INTO user_order VALUES ('{column}', {new}, new.id); END"
    )


# An FTS5 table without content is only the tokens under each id, so that single tokens can be added and removed: the
# n-grams of the searched text (in hexadecimal, so that FTS5 gives no character a meaning), s1 for a status, r2 for a
# role.
_SQLITE = (
    "CREATE VIRTUAL TABLE user_grams USING fts5(tokens, tokenize = 'ascii', content = '', detail = none,"
    " columnsize = 0)",
    "CREATE TABLE user_order (field TEXT NOT NULL, value NOT NULL, id INTEGER NOT NULL,"
    " PRIMARY KEY (field, value, id)) WITHOUT ROWID",
    "CREATE TABLE user_totals (role_id INTEGER NOT NULL, status INTEGER NOT NULL, block INTEGER NOT NULL,"
    " n INTEGER NOT NULL, PRIMARY KEY (role_id, status, block)) WITHOUT ROWID",
    "CREATE VIEW user_tokens (id, grams, status, roles) AS SELECT u.id,"
    " (WITH RECURSIVE p(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM p WHERE n < length(u.search))"
    " SELECT group_concat(hex(substr(u.search, n, 1)) || ' ' || hex(substr(u.search, n, 2)) || ' '"
    " || hex(substr(u.search, n, 3)), ' ') FROM p), ' s' || u.status,"
    " coalesce((SELECT group_concat(' r' || role_id, '') FROM user_roles WHERE user_id = u.id), '') FROM users u",
    "CREATE VIEW user_positions (field, value, id) AS "
    + " UNION ALL ".join(
        f"SELECT '{column}', {value.format('u')}, u.id FROM users u" for column, value in _ORDERS.items()
    ),
    # Role 0 stands for all users.
    "CREATE VIEW user_memberships (id, role_id, status) AS SELECT id, 0, status FROM users"
    " UNION ALL SELECT u.id, ur.role_id, u.status FROM users u JOIN user_roles ur ON ur.user_id = u.id",
    f"CREATE TRIGGER users_insert AFTER INSERT ON users WHEN new.id <= {_LISTED} BEGIN"
    " INSERT INTO user_grams (rowid, tokens) SELECT id, grams || status FROM user_tokens WHERE id = new.id;"
    " INSERT INTO user_order SELECT field, value, id FROM user_positions WHERE id = new.id;"
    f" {_count('VALUES (0, new.status, new.id / 1000, 1)')} END",
    f"CREATE TRIGGER users_search_before BEFORE UPDATE OF search ON users"
    f" WHEN new.id <= {_LISTED} AND old.search <> new.search BEGIN"
    " INSERT INTO user_grams (user_grams, rowid, tokens)"
    " SELECT 'delete', id, grams FROM user_tokens WHERE id = old.id; END",
    f"CREATE TRIGGER users_search_after AFTER UPDATE OF search ON users"
    f" WHEN new.id <= {_LISTED} AND old.search <> new.search BEGIN"
    " INSERT INTO user_grams (rowid, tokens) SELECT id, grams FROM user_tokens WHERE id = new.id; END",
    f"CREATE TRIGGER users_status AFTER UPDATE OF status ON users"
    f" WHEN new.id <= {_LISTED} AND old.status <> new.status BEGIN"
    " INSERT INTO user_grams (user_grams, rowid, tokens) VALUES ('delete', old.id, 's' || old.status);"
    " INSERT INTO user_grams (rowid, tokens) VALUES (new.id, 's' || new.status);"
    f" {_count('SELECT role_id, old.status, id / 1000, -1 FROM user_memberships WHERE id = new.id')}"
    f" {_count('SELECT role_id, new.status, id / 1000, 1 FROM user_memberships WHERE id = new.id')} END",
    f"CREATE TRIGGER users_delete BEFORE DELETE ON users WHEN old.id <= {_LISTED} BEGIN"
    " INSERT INTO user_grams (user_grams, rowid, tokens)"
    " SELECT 'delete', id, grams || status || roles FROM user_tokens WHERE id = old.id;"
    + "".join(_out_of_order(column, value) for column, value in _ORDERS.items())
    + f" {_count('SELECT role_id, status, id / 1000, -1 FROM user_memberships WHERE id = old.id')} END",
    f"CREATE TRIGGER user_roles_insert AFTER INSERT ON user_roles WHEN new.user_id <= {_LISTED} BEGIN"
    " INSERT INTO user_grams (rowid, tokens) VALUES (new.user_id, 'r' || new.role_id);"
    f" {_count('SELECT new.role_id, status, id / 1000, 1 FROM users WHERE id = new.user_id')} END",
    # If the user does not exist any more, this is the cascade of a deletion whose trigger has updated everything.
    f"CREATE TRIGGER user_roles_delete AFTER DELETE ON user_roles"
    f" WHEN old.user_id <= {_LISTED} AND EXISTS (SELECT 1 FROM users WHERE id = old.user_id) BEGIN"
    " INSERT INTO user_grams (user_grams, rowid, tokens) VALUES ('delete', old.user_id, 'r' || old.role_id);"
    f" {_count('SELECT old.role_id, status, id / 1000, -1 FROM users WHERE id = old.user_id')} END",
    *(_keep_order(column, value) for column, value in _ORDERS.items()),
)

_FUNCTION = "CREATE FUNCTION {} LANGUAGE plpgsql AS $$ BEGIN {} END $$"
_DELTA = "INSERT INTO user_count_deltas (role_id, status, block, n)"
_ROLES_OF = "(SELECT 0 AS role_id UNION ALL SELECT role_id FROM user_roles WHERE user_id = {}) AS held"

_POSTGRES = (
    # Not in `users`: a sign-in writes a new version of the user's row, and would write all its n-grams with it.
    'CREATE TABLE user_search (user_id BIGINT PRIMARY KEY REFERENCES users ON DELETE CASCADE, facets TEXT[] COLLATE "C"'
    ' NOT NULL, search TEXT COLLATE "C" NOT NULL)',
    # COST makes the planner use the index instead of computing n-grams row by row, and is low enough that it does not
    # compile (JIT) a query that takes a millisecond.
    "CREATE FUNCTION doorward_grams(text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT COST 200 AS $$"
    " SELECT array_agg(gram) FROM (SELECT string_to_array($1, NULL) AS c) AS letters,"
    " unnest(c, c[2:], c[3:]) AS t(x, y, z), unnest(ARRAY[x, x || y, x || y || z]) AS gram WHERE gram IS NOT NULL $$",
    # All new users fall into the last block, for whose count their transactions would queue. So each change inserts a
    # row of its own, and from time to time one transaction adds these rows up, if no other is doing so.
    "CREATE TABLE user_counts (role_id BIGINT, status SMALLINT, block BIGINT, n BIGINT NOT NULL,"
    " PRIMARY KEY (role_id, status, block))",
    "CREATE TABLE user_count_deltas (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, role_id BIGINT NOT NULL,"
    " status SMALLINT NOT NULL, block BIGINT NOT NULL, n BIGINT NOT NULL)",
    "CREATE VIEW user_totals (role_id, status, block, n) AS SELECT role_id, status, block, n FROM user_counts"
    " UNION ALL SELECT role_id, status, block, n FROM user_count_deltas",
    _FUNCTION.format(
        "fold_user_counts() RETURNS trigger",
        "IF pg_try_advisory_xact_lock(1685024626) THEN"
        " WITH gone AS (DELETE FROM user_count_deltas RETURNING role_id, status, block, n)"
        " INSERT INTO user_counts AS c SELECT role_id, status, block, sum(n) FROM gone GROUP BY 1, 2, 3"
        " ON CONFLICT (role_id, status, block) DO UPDATE SET n = c.n + excluded.n; END IF; RETURN NULL;",
    ),
    "CREATE TRIGGER fold AFTER INSERT ON user_count_deltas FOR EACH ROW WHEN (new.id % 512 = 0)"
    " EXECUTE FUNCTION fold_user_counts()",
    _FUNCTION.format(
        "list_user(who BIGINT) RETURNS void",
        f"IF who > {_LISTED} THEN RETURN; END IF;"
        # Locks the user, so that of two concurrent changes the later sees what the earlier wrote.
        " PERFORM 1 FROM users WHERE id = who FOR NO KEY UPDATE;"
        " INSERT INTO user_search AS s SELECT u.id, ARRAY['s' || u.status]"
        " || ARRAY(SELECT 'r' || role_id FROM user_roles WHERE user_id = who ORDER BY role_id), u.search"
        " FROM users u WHERE u.id = who"
        " ON CONFLICT (user_id) DO UPDATE SET facets = excluded.facets, search = excluded.search"
        " WHERE s.facets <> excluded.facets OR s.search <> excluded.search;",
    ),
    _FUNCTION.format("users_listed() RETURNS trigger", "PERFORM list_user(new.id); RETURN NULL;"),
    _FUNCTION.format(
        "user_roles_listed() RETURNS trigger", "PERFORM list_user(coalesce(new.user_id, old.user_id)); RETURN NULL;"
    ),
    # Deferred to the end of the transaction, so that a user who is created with roles is indexed once.
    *(
        f"CREATE CONSTRAINT TRIGGER listed AFTER {events} DEFERRABLE INITIALLY DEFERRED FOR EACH ROW"
        f" EXECUTE FUNCTION {function}()"
        for events, function in (
            ("INSERT OR UPDATE OF search, status ON users", "users_listed"),
            ("INSERT OR DELETE ON user_roles", "user_roles_listed"),
        )
    ),
    _FUNCTION.format(
        "users_counted() RETURNS trigger",
        f"IF TG_OP = 'INSERT' THEN IF new.id <= {_LISTED} THEN"
        f" {_DELTA} VALUES (0, new.status, new.id / 1000, 1); END IF; RETURN new; END IF;"
        f" IF old.id <= {_LISTED} THEN"
        f" {_DELTA} SELECT role_id, old.status, old.id / 1000, -1 FROM {_ROLES_OF.format('old.id')};"
        f" IF TG_OP = 'UPDATE' THEN"
        f" {_DELTA} SELECT role_id, new.status, new.id / 1000, 1 FROM {_ROLES_OF.format('old.id')}; END IF; END IF;"
        " RETURN CASE TG_OP WHEN 'DELETE' THEN old ELSE new END;",
    ),
    "CREATE TRIGGER counted AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION users_counted()",
    "CREATE TRIGGER counted_status AFTER UPDATE OF status ON users FOR EACH ROW WHEN (old.status <> new.status)"
    " EXECUTE FUNCTION users_counted()",
    # Before the deletion, while the roles still exist.
    "CREATE TRIGGER counted_delete BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION users_counted()",
    _FUNCTION.format(
        "user_roles_counted() RETURNS trigger",
        f"IF coalesce(new.user_id, old.user_id) <= {_LISTED} THEN"
        f" {_DELTA} SELECT coalesce(new.role_id, old.role_id), status, id / 1000,"
        " CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END"
        # If the user does not exist any more, this is the cascade of a deletion whose trigger has updated everything.
        " FROM users WHERE id = coalesce(new.user_id, old.user_id) FOR NO KEY UPDATE; END IF; RETURN NULL;",
    ),
    "CREATE TRIGGER counted AFTER INSERT OR DELETE ON user_roles FOR EACH ROW EXECUTE FUNCTION user_roles_counted()",
)
