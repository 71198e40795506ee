"""Operations: work on many users that goes on after the request that asked for it. Filters of the list of users.

Old nodes know neither table, and the indexes change nothing for them.
"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None
works_from = "0018"

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "operations",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        # JSON. What was asked for, how far it is, and what came out: each kind has its own.
        sa.Column("parameters", sa.Text, nullable=False),
        sa.Column("progress", sa.Text, nullable=False, server_default="{}"),
        sa.Column("result", sa.Text, nullable=False, server_default="{}"),
        sa.Column("state", sa.Text, nullable=False),
        # The reason of the fault that ended it.
        sa.Column("reason", sa.Text, nullable=False, server_default=""),
        # NULL until it is known.
        sa.Column("total", sa.BigInteger, nullable=True),
        sa.Column("done", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("succeeded", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("failed", sa.BigInteger, nullable=False, server_default="0"),
        # With whose rights it works: those of this session or this API key, read again for every step.
        sa.Column("creator_id", sa.BigInteger, nullable=True),
        sa.Column("creator_name", sa.Text, nullable=False),
        sa.Column("session_id", sa.BigInteger, nullable=True),
        sa.Column("key_id", sa.BigInteger, nullable=True),
        # Of the request, for the audit trail.
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("user_agent", sa.Text, nullable=False),
        sa.Column("request_id", sa.Text, nullable=False),
        # The node that works on it, and until when no other node does.
        sa.Column("claim", sa.Text, nullable=False, server_default=""),
        sa.Column("claimed_until", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("started_at", sa.BigInteger, nullable=True),
        sa.Column("finished_at", sa.BigInteger, nullable=True),
        sqlite_autoincrement=True,
    )
    unfinished, finished = sa.text("finished_at IS NULL"), sa.text("finished_at IS NOT NULL")
    op.create_index(
        "operations_open", "operations", ["claimed_until", "id"], sqlite_where=unfinished, postgresql_where=unfinished
    )
    op.create_index(
        "operations_finished", "operations", ["finished_at"], sqlite_where=finished, postgresql_where=finished
    )
    op.create_index("operations_creator", "operations", ["creator_id", "id"])
    op.create_table(
        "operation_failures",
        sa.Column("operation_id", _ID, sa.ForeignKey("operations.id", ondelete="CASCADE"), nullable=False),
        # The id of a user, or the number of a row of a file.
        sa.Column("item", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("message", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("operation_id", "item"),
    )
    if op.get_bind().dialect.name == "sqlite":
        # Each combination of the first three columns is one range of the index, in the order of creation. The last
        # column makes it cover the filter for users who never signed in.
        op.execute(
            "CREATE INDEX users_attributes ON users"
            " (must_change_password, email_verified, status, created_at, last_login_at)"
        )
        op.execute("CREATE INDEX users_phone ON users (phone) WHERE phone IS NOT NULL")
