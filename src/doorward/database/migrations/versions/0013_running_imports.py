"""Which file an import reads, and when its last run began: for the message to a second import."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("imports", sa.Column("source", sa.Text, nullable=False, server_default=""))
    op.add_column("imports", sa.Column("started_at", sa.BigInteger, nullable=False, server_default="0"))
