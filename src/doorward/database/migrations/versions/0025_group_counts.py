"""PostgreSQL: counts of users for each group of 64 blocks in a table, as SQLite has had them since 0022.

A trigger on the counts of blocks maintains them. Those change only when a transaction adds up the deltas of some
hundred others, or when indexes are filled, and one at a time does either: so nothing waits for the counters. See
docs/decisions/0009.
"""

from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None
works_from = "0018"

_POSTGRES = (
    "CREATE TABLE user_count_groups (role_id BIGINT, status SMALLINT, block_group BIGINT, n BIGINT NOT NULL,"
    " PRIMARY KEY (role_id, status, block_group))",
    "CREATE FUNCTION user_counts_grouped() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
    " INSERT INTO user_count_groups AS g VALUES (new.role_id, new.status, new.block / 64, new.n - coalesce(old.n, 0))"
    " ON CONFLICT (role_id, status, block_group) DO UPDATE SET n = g.n + excluded.n; RETURN NULL; END $$",
    # First the trigger, whose lock keeps others from changing the counts until all of this is committed.
    "CREATE TRIGGER grouped AFTER INSERT OR UPDATE OF n ON user_counts FOR EACH ROW"
    " EXECUTE FUNCTION user_counts_grouped()",
    "INSERT INTO user_count_groups SELECT role_id, status, block / 64, sum(n) FROM user_counts GROUP BY 1, 2, 3",
    # Under its name and with its columns, so that nodes of the version before read it too.
    "CREATE OR REPLACE VIEW user_group_totals AS SELECT role_id, status, block_group, n FROM user_count_groups"
    " UNION ALL SELECT role_id, status, block / 64, n FROM user_count_deltas",
)


def upgrade() -> None:
    if op.get_context().dialect.name == "postgresql":
        for statement in _POSTGRES:
            op.get_bind().exec_driver_sql(statement)
