"""Add reviews of finished games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "reviews",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("budget", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("game", "budget", name="pk_reviews"),
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("reviews")
