"""Metadata of users: a JSON object that administrators write. A constant default rewrites no row."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("users", sa.Column("metadata", sa.Text, nullable=False, server_default="{}"))
