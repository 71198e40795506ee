"""Uploaded avatars, and the files of imports over HTTP.

Nodes of the version before know none of the tables. What they do to users and operations removes what belongs to these:
by foreign keys, and by the trigger.
"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None
works_from = "0018"

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
# The picture goes when another address is written: by this program, one of the version before, or an import.
_SQLITE = (
    "CREATE TRIGGER users_avatar AFTER UPDATE OF avatar ON users WHEN old.avatar IS NOT new.avatar BEGIN"
    " DELETE FROM avatars WHERE user_id = new.id; END",
)
_POSTGRES = (
    "CREATE FUNCTION remove_avatar() RETURNS trigger LANGUAGE plpgsql AS"
    " $$ BEGIN DELETE FROM avatars WHERE user_id = new.id; RETURN NULL; END $$",
    "CREATE TRIGGER avatar AFTER UPDATE OF avatar ON users FOR EACH ROW WHEN (old.avatar IS DISTINCT FROM new.avatar)"
    " EXECUTE FUNCTION remove_avatar()",
    # Pictures are compressed already, and a part of one is read without the rest.
    "ALTER TABLE avatars ALTER body SET STORAGE EXTERNAL",
    "ALTER TABLE upload_chunks ALTER content SET STORAGE EXTERNAL",
)


def upgrade() -> None:
    op.create_table(
        "avatars",
        sa.Column("user_id", _ID, sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
        # Random: the address is all that a browser needs to see the picture.
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("media_type", sa.Text, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        # Last, so that SQLite reads the others without it.
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "uploads",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("size", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("user_id", sa.BigInteger, nullable=True),
        # The operation that checks it, then the one that imports it; NULL while it is received.
        sa.Column("operation_id", sa.BigInteger, nullable=True),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("uploads_expiry", "uploads", ["expires_at"])
    op.create_table(
        "upload_chunks",
        sa.Column("upload_id", _ID, sa.ForeignKey("uploads.id", ondelete="CASCADE"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        # Sealed: files of users may have passwords.
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("upload_id", "number"),
    )
    for statement in _SQLITE if op.get_bind().dialect.name == "sqlite" else _POSTGRES:
        op.execute(statement)
