"""Create games, holders and changes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("mode", sa.String(10), nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("first_choice", sa.String(10), nullable=False),
        sa.Column("deal", sa.Text(), nullable=False),
        sa.Column("white_name", sa.Text(), nullable=False),
        sa.Column("black_name", sa.Text(), nullable=False),
        sa.Column("white_bot", sa.String(40)),
        sa.Column("black_bot", sa.String(40)),
        sa.Column("clock_kind", sa.String(10)),
        sa.Column("clock_seconds", sa.Integer()),
        sa.Column("started_at", sa.Float()),
        sa.Column("invite_hash", sa.String(64)),
        sa.Column("draw_offer", sa.Integer()),
        sa.Column("rematch_wanted", sa.Integer(), nullable=False),
        sa.Column("rematch", sa.String(40)),
        sa.Column("is_over", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
    )
    op.create_table(
        "holders",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_holders_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "token_hash", name="pk_holders"),
    )
    op.create_index("ix_holders_token_hash", "holders", ["token_hash"])
    op.create_table(
        "changes",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("kind", sa.String(4), nullable=False),
        sa.Column("text", sa.String(40), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("key", sa.String(64)),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_changes_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "number", name="pk_changes"),
    )


def downgrade() -> None:
    """Drop the tables."""
    op.drop_table("changes")
    op.drop_index("ix_holders_token_hash", "holders")
    op.drop_table("holders")
    op.drop_table("games")
