"""Create all tables.

This is the first migration. It has the number of the last version of the tables before the first
release, so that databases of that time are up to date. Do not change it: later versions of the
tables are later migrations.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables and their indexes."""
    _create_games()
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
    op.create_table(
        "archive",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("finished_at", sa.Float(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_archive"),
    )
    op.create_index("ix_archive_finished_at", "archive", ["finished_at"])
    op.create_table(
        "archived_holders",
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("token_hash", "game", name="pk_archived_holders"),
    )
    op.create_table(
        "reviews",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("budget", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("game", "budget", name="pk_reviews"),
    )


def _create_games() -> None:
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
        sa.Column("allows_knowledge", sa.Boolean(), nullable=False, server_default=sa.true()),
        sa.Column("clock_increment", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("version", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("deadline", sa.Float()),
        sa.Column("bot_to_move", sa.String(40)),
        sa.Column("assisted", sa.Integer(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
    )
    for name, column, condition in (
        ("ix_games_deadline", "deadline", "deadline IS NOT NULL"),
        ("ix_games_bot_to_move", "bot_to_move", "bot_to_move IS NOT NULL"),
        ("ix_games_finished", "id", "is_over"),
    ):
        where = sa.text(condition)
        op.create_index(name, "games", [column], sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    """Drop the tables."""
    for name in ("reviews", "archived_holders", "archive", "changes", "holders", "games"):
        op.drop_table(name)
