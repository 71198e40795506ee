"""What accounts need that look after themselves: confirmed addresses, one-time tokens, and the outbox.

Constant defaults rewrite no user. Sessions record how and when their user authenticated.
"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.add_column("users", sa.Column("email_verified", sa.SmallInteger, nullable=False, server_default="0"))
    op.add_column("users", sa.Column("pending_email", sa.Text, nullable=True))
    op.add_column("sessions", sa.Column("amr", _KEY, nullable=False, server_default="pwd"))
    op.add_column("sessions", sa.Column("auth_time", sa.BigInteger, nullable=False, server_default="0"))
    op.execute("UPDATE sessions SET auth_time = created_at")
    op.create_table(
        "one_time_tokens",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("purpose", _KEY, nullable=False),
        sa.Column("user_id", _ID, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=True),
        sa.Column("subject", _KEY, nullable=False),
        sa.Column("link_hash", sa.LargeBinary, nullable=True, unique=True),
        sa.Column("flow_hash", sa.LargeBinary, nullable=True, unique=True),
        sa.Column("code_hash", sa.LargeBinary, nullable=True),
        sa.Column("tries", sa.SmallInteger, nullable=False),
        sa.Column("sealed", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
    )
    op.create_index("one_time_tokens_user", "one_time_tokens", ["user_id", "purpose"])
    op.create_index("one_time_tokens_subject", "one_time_tokens", ["subject", "purpose"])
    op.create_index("one_time_tokens_expiry", "one_time_tokens", ["expires_at"])
    op.create_table(
        "outbox",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("topic", _KEY, nullable=False),
        sa.Column("kind", _KEY, nullable=False),
        sa.Column("recipient", sa.Text, nullable=False),
        sa.Column("user_id", _ID, nullable=True),
        sa.Column("sealed", sa.Text, nullable=False),
        sa.Column("state", _KEY, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
        sa.Column("due_at", sa.BigInteger, nullable=False),
        sa.Column("claim", _KEY, nullable=False, server_default=""),
        sa.Column("error", sa.Text, nullable=False, server_default=""),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("finished_at", sa.BigInteger, nullable=True),
        # Ids are never used again: a mail's Message-ID contains its id.
        sqlite_autoincrement=True,
    )
    # Of rows that are finished only few queries want any, and they are the most.
    due = sa.text("state IN ('queued', 'held')")
    op.create_index("outbox_due", "outbox", ["topic", "state", "due_at", "id"], sqlite_where=due, postgresql_where=due)
    op.create_index("outbox_topic", "outbox", ["topic", "id"])
    op.create_index("outbox_finished", "outbox", ["finished_at"])
