"""Skeletons of usernames, one or two: names that look alike share one. A job computes those of existing users.

A table of its own: a new column would have to be filled by rewriting every user, and an index of users be built.
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "username_skeletons",
        sa.Column(
            "user_id",
            sa.BigInteger().with_variant(sa.Integer, "sqlite"),
            sa.ForeignKey("users.id", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("skeleton", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_index("username_skeletons_skeleton", "username_skeletons", ["skeleton", "user_id"])
