"""Add games.clock_increment."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; clocks of existing games have no increment."""
    op.add_column(
        "games", sa.Column("clock_increment", sa.Integer(), nullable=False, server_default="0")
    )


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("games", "clock_increment")
