"""The audit trail, idempotency keys, named values, and columns for the account and role endpoints."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "audit",
        sa.Column("lane", sa.SmallInteger, primary_key=True),
        sa.Column("seq", sa.BigInteger, primary_key=True),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("action", _KEY, nullable=False),
        sa.Column("actor", _KEY, nullable=False),
        sa.Column("actor_name", sa.Text, nullable=False),
        sa.Column("target", _KEY, nullable=False),
        sa.Column("target_name", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("request_id", sa.Text, nullable=False),
        sa.Column("details", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    # Each filter has an index in the order of the list, so that the cost of a page does not grow with the trail.
    op.create_index("audit_at", "audit", ["at", "lane", "seq"])
    for column in ("actor", "target", "action"):
        op.create_index(f"audit_{column}", "audit", [column, "at", "lane", "seq"])
    op.create_table(
        "audit_lanes",
        sa.Column("lane", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("first", sa.BigInteger, nullable=False),
        sa.Column("anchor", sa.LargeBinary, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("seal", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "idempotency_keys",
        sa.Column("actor_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("key", _KEY, primary_key=True),
        sa.Column("fingerprint", sa.LargeBinary, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("idempotency_keys_created", "idempotency_keys", ["created_at"])
    op.create_table(
        "facts",
        sa.Column("name", _KEY, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.add_column("users", sa.Column("must_change_password", sa.SmallInteger, nullable=False, server_default="0"))
    op.add_column("roles", sa.Column("search", _KEY, nullable=False, server_default=""))
    # Roles could not be created before this version, so these are all.
    for name, description in (("admin", "may do everything"), ("user", "may sign in")):
        op.execute(f"UPDATE roles SET search = '{name}\x1f{description}' WHERE name_key = '{name}'")
