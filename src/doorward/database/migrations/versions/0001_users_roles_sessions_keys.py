"""Users, roles, sessions and keys.

Times are milliseconds since 1970 (UTC): one type that both databases store, compare and index alike.
`*_key` columns hold the case-folded form by which names are compared.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

# SQLite generates ids only for the type INTEGER.
_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
# Ordered by code point, as on SQLite, whatever the database's locale is.
_KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "users",
        sa.Column("id", _ID, sa.Identity(), primary_key=True),
        sa.Column("username", sa.Text, nullable=False),
        sa.Column("username_key", _KEY, nullable=False, unique=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("name_key", _KEY, nullable=False),
        sa.Column("email", sa.Text),
        sa.Column("email_key", _KEY, unique=True),
        sa.Column("search", _KEY, nullable=False),
        sa.Column("phone", sa.Text),
        sa.Column("avatar", sa.Text),
        sa.Column("status", sa.SmallInteger, nullable=False),
        sa.Column("password_hash", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
        sa.Column("last_login_at", sa.BigInteger),
        sa.Column("version", sa.BigInteger, nullable=False),
        # An id is never reused: tokens and the audit trail refer to users by it.
        sqlite_autoincrement=True,
    )
    roles = op.create_table(
        "roles",
        sa.Column("id", _ID, sa.Identity(), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("name_key", _KEY, nullable=False, unique=True),
        sa.Column("description", sa.Text, nullable=False),
        sa.Column("permissions", sa.Text, nullable=False),
        sa.Column("built_in", sa.SmallInteger, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "user_roles",
        sa.Column("user_id", sa.BigInteger, sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("role_id", sa.BigInteger, sa.ForeignKey("roles.id"), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_index("user_roles_role", "user_roles", ["role_id", "user_id"])
    op.create_table(
        "sessions",
        sa.Column("id", _ID, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
        sa.Column("generation", sa.BigInteger, nullable=False),
        sa.Column("rotated_at", sa.BigInteger, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("last_used_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("user_agent", sa.Text, nullable=False),
    )
    op.create_index("sessions_user", "sessions", ["user_id"])
    op.create_table(
        "keys",
        sa.Column("kid", sa.Text, primary_key=True),
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("algorithm", sa.Text, nullable=False),
        sa.Column("sealed", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    built_in = {"description": "", "built_in": 1, "created_at": 0, "updated_at": 0, "version": 1}
    op.bulk_insert(
        roles,
        [
            {**built_in, "name": "admin", "name_key": "admin", "permissions": "*", "description": "May do everything"},
            {**built_in, "name": "user", "name_key": "user", "permissions": "", "description": "May sign in"},
        ],
    )
