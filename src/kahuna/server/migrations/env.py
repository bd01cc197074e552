"""What Alembic runs for every migration: on the connection that the store hands over."""

from __future__ import annotations

from alembic import context

from kahuna.server.schema import METADATA

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
