"""Failed sign-ins, by account, by network and by both."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "attempts",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("failures", sa.BigInteger, nullable=False),
        sa.Column("forget_at", sa.BigInteger, nullable=False),
        sa.Column("blocked_until", sa.BigInteger, nullable=False),
        sa.Column("signed_in_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("attempts_expiry", "attempts", ["expires_at"])
