"""What Alembic runs for every migration: on the connection that the store hands over."""

from __future__ import annotations

from alembic import context

from kahuna.server.storage.schema import METADATA


def migrate() -> None:
    """Run what is to be run."""
    context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
    with context.begin_transaction():
        context.run_migrations()


if getattr(context, "config", None) is not None:  # Else somebody only looks at the module.
    migrate()
