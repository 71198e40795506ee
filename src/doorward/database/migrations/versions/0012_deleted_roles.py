"""Roles are deleted in steps: a marked role grants nothing and is not found, and a job takes it from its users."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("roles", sa.Column("deleted_at", sa.BigInteger, nullable=True))
