"""When a key begins to sign, and when it is no longer accepted."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("keys", sa.Column("active_at", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("keys", sa.Column("retire_at", sa.BigInteger))
    op.execute("UPDATE keys SET active_at = created_at")
