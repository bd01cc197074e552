"""The environment of Alembic: migrate on the connection of the caller."""

from __future__ import annotations

from alembic import context

from kahuna.server.store.tables import METADATA


def migrate() -> None:
    """Run all pending migrations."""
    context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
    with context.begin_transaction():
        context.run_migrations()


if getattr(context, "config", None) is not None:  # Otherwise the module is only being imported.
    migrate()
