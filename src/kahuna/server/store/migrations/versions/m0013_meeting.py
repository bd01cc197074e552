"""Store offers to single accounts, reactions, and ratings of puzzles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Let a visitor have an open seek and offers; those from before are open."""
    op.execute("DELETE FROM seeks WHERE target IS NOT NULL")
    opponent = sa.Column("opponent", sa.String(16), nullable=False, server_default="")
    _replace_seek_column("target", opponent, ["visitor", "opponent"])
    op.add_column("games", sa.Column("reactions", sa.Text()))
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.String(40), nullable=False),
        sa.Column("value", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("volatility", sa.Float(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("puzzle", name="pk_puzzle_ratings"),
    )


def downgrade() -> None:
    """Drop the table and the columns, and all offers."""
    op.drop_table("puzzle_ratings")
    op.drop_column("games", "reactions")
    op.execute("DELETE FROM seeks WHERE opponent <> ''")
    _replace_seek_column("opponent", sa.Column("target", sa.String(40)), ["visitor"])


def _replace_seek_column(old: str, new: sa.Column[str], key: list[str]) -> None:
    with op.batch_alter_table("seeks") as seeks:
        seeks.drop_constraint("pk_seeks", type_="primary")
        seeks.add_column(new)
        seeks.create_primary_key("pk_seeks", key)
        seeks.drop_column(old)
