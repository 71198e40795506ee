"""Alembic's entry point: runs the migrations on the connection that `database.schema` passes."""

from alembic import context

_TABLES = ("users", "user_roles")

connection = context.config.attributes["connection"]
context.configure(connection=connection, transaction_per_migration=True)
# Loads all migrations now, before a table is locked.
context.script.get_heads()
if connection.dialect.name == "postgresql":
    # Locks up front the tables that most transactions write to: a transaction that has read one of them and then writes
    # to it would deadlock with a migration that locks it later.
    for table in _TABLES:
        if connection.exec_driver_sql(f"SELECT to_regclass('{table}')").scalar():
            connection.exec_driver_sql(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
with context.begin_transaction():
    context.run_migrations()
