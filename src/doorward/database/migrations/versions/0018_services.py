"""Service accounts, API keys, events and webhooks.

Constant defaults rewrite no user.
"""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def _user() -> sa.Column[int]:
    return sa.Column("user_id", _ID, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False)


def upgrade() -> None:
    # The built-in roles were created with the first key. A new database has none yet; its first start sets the time.
    first = "(SELECT min(created_at) FROM keys)"
    op.execute(
        f"UPDATE roles SET created_at = {first}, updated_at = CASE updated_at WHEN 0 THEN {first} ELSE updated_at END"
        " WHERE built_in = 1 AND created_at = 0 AND EXISTS (SELECT 1 FROM keys)"
    )
    # 1 for a service account: it has roles as people have them, and neither password nor sessions.
    # The session of the administrator who acts as the user in this one. NULL in sessions of the user.
    op.add_column("sessions", sa.Column("impersonator_session", sa.BigInteger, nullable=True))
    acting = sa.text("impersonator_session IS NOT NULL")
    op.create_index(
        "sessions_impersonator", "sessions", ["impersonator_session"], sqlite_where=acting, postgresql_where=acting
    )
    op.add_column("users", sa.Column("service", sa.SmallInteger, nullable=False, server_default="0"))
    op.create_table(
        "service_accounts",
        sa.Column("user_id", _ID, sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
        sa.Column("description", sa.Text, nullable=False),
    )
    op.create_table(
        "api_keys",
        # The first bits of the hash: keys are looked up by it, in batches as sessions are.
        sa.Column("id", _ID, primary_key=True, autoincrement=False),
        _user(),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("key_hash", sa.LargeBinary, nullable=False),
        # The last characters, so that people recognise it.
        sa.Column("hint", sa.Text, nullable=False),
        # NULL gives all permissions of the owner.
        sa.Column("permissions", sa.Text, nullable=True),
        sa.Column("networks", sa.Text, nullable=False, server_default=""),
        # Of the sign-in that created it: roles that ask for more give the key nothing.
        sa.Column("strength", sa.SmallInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=True),
        sa.Column("warned_at", sa.BigInteger, nullable=True),
        sa.Column("language", sa.Text, nullable=False),
        # Every change but that of the last use increments it.
        sa.Column("version", sa.BigInteger, nullable=False, server_default="1"),
        sa.Column("last_used_at", sa.BigInteger, nullable=True),
        sa.Column("last_address", sa.Text, nullable=False, server_default=""),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_index("api_keys_user", "api_keys", ["user_id"])
    op.create_index("api_keys_expiry", "api_keys", ["expires_at"])
    _create_events()
    op.create_table(
        "webhooks",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("events", sa.Text, nullable=False),
        sa.Column("description", sa.Text, nullable=False),
        sa.Column("sealed", sa.Text, nullable=False),
        # The former secret signs as well until then, so that receivers have time to change theirs.
        sa.Column("previous_sealed", sa.Text, nullable=False, server_default=""),
        sa.Column("previous_until", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("enabled", sa.SmallInteger, nullable=False),
        sa.Column("disabled_reason", sa.Text, nullable=False, server_default=""),
        sa.Column("failing_since", sa.BigInteger, nullable=True),
        # Failed attempts since the last success, and when the endpoint is tried next.
        sa.Column("failures", sa.Integer, nullable=False, server_default="0"),
        sa.Column("due_at", sa.BigInteger, nullable=False, server_default="0"),
        # The node that delivers to it, and until when no other node does.
        sa.Column("claim", sa.Text, nullable=False, server_default=""),
        sa.Column("claimed_until", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sqlite_autoincrement=True,
    )
    # The `seq` of the event that a row of the topic `webhook` delivers; its recipient is the id of the webhook.
    op.add_column("outbox", sa.Column("event", sa.BigInteger, nullable=True))
    of_webhook, queued = "topic = 'webhook'", "topic = 'webhook' AND state = 'queued'"
    for name, columns, rows in (
        ("outbox_deliveries", ["recipient", "id"], of_webhook),
        ("outbox_undelivered", ["recipient", "due_at", "id"], queued),
    ):
        op.create_index(name, "outbox", columns, sqlite_where=sa.text(rows), postgresql_where=sa.text(rows))


def _create_events() -> None:
    """One row for each audit entry, which has the content. `seq` is the order in which consumers see them.

    SQLite has one writer: its ids are in the order of the commits. On PostgreSQL transactions commit in another order
    than they take ids, so rows get `seq` after their commit.
    """
    if op.get_bind().dialect.name == "sqlite":
        keys = [sa.Column("seq", sa.Integer, primary_key=True)]
    else:
        keys = [sa.Column("id", sa.BigInteger, primary_key=True), sa.Column("seq", sa.BigInteger, nullable=True)]
    op.create_table(
        "events",
        *keys,
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("lane", sa.SmallInteger, nullable=False),
        sa.Column("entry", sa.BigInteger, nullable=False),
        sa.Column("type", sa.Text, nullable=False),
        # What it makes of tokens that were issued before: `session:ID` or `user:ID`, which end; `*`, all.
        sa.Column("revokes", sa.Text, nullable=False, server_default=""),
        sqlite_autoincrement=True,
    )
    revoking = sa.text("revokes <> ''")
    op.create_index("events_revoking", "events", ["at"], sqlite_where=revoking, postgresql_where=revoking)
    if op.get_bind().dialect.name != "sqlite":
        numbered, waiting = sa.text("seq IS NOT NULL"), sa.text("seq IS NULL")
        op.create_index("events_seq", "events", ["seq"], unique=True, postgresql_where=numbered)
        op.create_index("events_waiting", "events", ["id"], postgresql_where=waiting)
