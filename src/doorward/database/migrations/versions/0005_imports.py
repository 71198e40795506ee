"""The progress of imports, so that an interrupted one can be resumed."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    counts = ("position", "created", "changed", "unchanged", "refused", "report_bytes")
    op.create_table(
        "imports",
        sa.Column("fingerprint", sa.Text, primary_key=True),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in counts),
        sa.Column("finished", sa.SmallInteger, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
    )
