"""Second factors, passkeys and devices. Roles say how strong a sign-in must be for what they grant.

Constant defaults rewrite no user and no role.
"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def _user() -> sa.Column[int]:
    return sa.Column("user_id", _ID, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False)


def upgrade() -> None:
    op.add_column("roles", sa.Column("required_strength", sa.SmallInteger, nullable=False, server_default="0"))
    # The kinds of factors that the user has, as bits: every sign-in and every user object needs them.
    op.add_column("users", sa.Column("factors", sa.SmallInteger, nullable=False, server_default="0"))
    op.create_table(
        "factors",
        sa.Column("id", _ID, primary_key=True),
        _user(),
        sa.Column("type", _KEY, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("confirmed", sa.SmallInteger, nullable=False),
        sa.Column("sealed", sa.Text, nullable=False, server_default=""),
        # The last time step whose code was used.
        sa.Column("last_step", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("last_used_at", sa.BigInteger, nullable=True),
        # Ids are never used again: the audit trail names factors by them.
        sqlite_autoincrement=True,
    )
    op.create_index("factors_user", "factors", ["user_id"])
    # To count the users with each kind of factor, and to delete enrolments that were not confirmed in time.
    kept, begun = sa.text("confirmed = 1"), sa.text("confirmed = 0")
    op.create_index("factors_confirmed", "factors", ["type", "user_id"], sqlite_where=kept, postgresql_where=kept)
    op.create_index("factors_begun", "factors", ["created_at"], sqlite_where=begun, postgresql_where=begun)
    op.create_table(
        "passkeys",
        sa.Column(
            "factor_id", _ID, sa.ForeignKey("factors.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
        ),
        sa.Column("credential_id", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("rp_id", sa.Text, nullable=False),
        # Whether it verified its user when it was registered, and so counts as two factors.
        sa.Column("user_verified", sa.SmallInteger, nullable=False),
        sa.Column("synced", sa.SmallInteger, nullable=False),
        sa.Column("transports", sa.Text, nullable=False),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("code_hash", sa.LargeBinary, primary_key=True),
        _user(),
    )
    op.create_index("recovery_codes_user", "recovery_codes", ["user_id"])
    op.create_table(
        "devices",
        sa.Column("id", _ID, primary_key=True),
        _user(),
        sa.Column("secret_hash", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        # Whether the client keeps the secret: in a cookie, or it has sent it back.
        sa.Column("confirmed", sa.SmallInteger, nullable=False),
        sa.Column("trusted_until", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("last_used_at", sa.BigInteger, nullable=False),
    )
    op.create_index("devices_user", "devices", ["user_id", "last_used_at"])
    op.create_index("devices_last_use", "devices", ["last_used_at"])
