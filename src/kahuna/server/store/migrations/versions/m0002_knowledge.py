"""Add games.allows_knowledge."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; existing games allow it."""
    op.add_column(
        "games",
        sa.Column("allows_knowledge", sa.Boolean(), nullable=False, server_default=sa.true()),
    )


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("games", "allows_knowledge")
