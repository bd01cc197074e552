"""Store what determines the cards of an online game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; games from before have no fair cards."""
    op.add_column("games", sa.Column("seed_exchange", sa.Text()))
    op.add_column("games", sa.Column("rematch_commitments", sa.Text()))


def downgrade() -> None:
    """Drop the columns."""
    op.drop_column("games", "rematch_commitments")
    op.drop_column("games", "seed_exchange")
