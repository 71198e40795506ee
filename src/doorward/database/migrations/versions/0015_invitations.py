"""Invitations, and the roles that they give. Their secrets are one-time tokens whose subject is the invitation's id."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "invitations",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("email", sa.Text, nullable=True),
        sa.Column("email_key", _KEY, nullable=True),
        sa.Column("username", sa.Text, nullable=True),
        sa.Column("name", sa.Text, nullable=True),
        # No foreign key: the invitation of a deleted administrator stays in the list, and is refused. NULL stands for
        # the command line.
        sa.Column("inviter_id", _ID, nullable=True),
        sa.Column("inviter_name", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.Column("accepted_at", sa.BigInteger, nullable=True),
        sa.Column("user_id", _ID, nullable=True),
        # Ids are never used again: one-time tokens and the audit trail refer to them.
        sqlite_autoincrement=True,
    )
    op.create_index("invitations_email", "invitations", ["email_key"])
    op.create_index("invitations_expiry", "invitations", ["expires_at"])
    op.create_table(
        "invitation_roles",
        sa.Column("invitation_id", _ID, sa.ForeignKey("invitations.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("role_id", _ID, sa.ForeignKey("roles.id", ondelete="CASCADE"), primary_key=True),
    )
    # Found by the foreign key when a role is deleted.
    op.create_index("invitation_roles_role", "invitation_roles", ["role_id"])
