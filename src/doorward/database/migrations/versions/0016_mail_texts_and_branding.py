"""Texts of mails that administrators changed, and the branding that they set."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "mail_texts",
        sa.Column("kind", _KEY, primary_key=True),
        sa.Column("language", _KEY, primary_key=True),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
    )
    # At most one row. A column without a value takes that of the settings.
    op.create_table(
        "branding",
        sa.Column("id", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text, nullable=True),
        sa.Column("colour", sa.Text, nullable=True),
        sa.Column("footer_links", sa.Text, nullable=True),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "branding_logos",
        sa.Column("variant", _KEY, primary_key=True),
        sa.Column("media_type", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
    )
