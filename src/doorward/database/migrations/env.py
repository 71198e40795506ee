"""Alembic's entry: runs the migrations on the connection that store.schema hands over."""

from alembic import context

_TABLES = ("users", "user_roles")

connection = context.config.attributes["connection"]
context.configure(connection=connection, transaction_per_migration=True)
# Reads all steps, now that nobody waits for it.
context.script.get_heads()
if connection.dialect.name == "postgresql":
    # At once what all write to: whoever has read a table, and then writes to it, must not meet us in between.
    for table in _TABLES:
        if connection.exec_driver_sql(f"SELECT to_regclass('{table}')").scalar():
            connection.exec_driver_sql(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
with context.begin_transaction():
    context.run_migrations()
