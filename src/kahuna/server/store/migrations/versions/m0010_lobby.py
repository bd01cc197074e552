"""Store who looks for an opponent, matches, and ratings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables; games from before belong to no match."""
    op.add_column("games", sa.Column("match", sa.Text()))
    _create_seeks()
    op.create_table(
        "matches",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("edition", sa.String(40), nullable=False),
        sa.Column("pace", sa.String(10)),
        sa.Column("is_rated", sa.Boolean(), nullable=False),
        sa.Column("num_games", sa.Integer(), nullable=False),
        sa.Column("white", sa.String(40), nullable=False),
        sa.Column("black", sa.String(40), nullable=False),
        sa.Column("white_starts", sa.Boolean(), nullable=False),
        sa.Column("first_score", sa.Float()),
        sa.Column("second_game", sa.String(40)),
        sa.Column("second_score", sa.Float()),
        sa.Column("finished_at", sa.Float()),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
    )
    op.create_index("ix_matches_white", "matches", ["white"])
    op.create_index("ix_matches_black", "matches", ["black"])
    op.create_index(
        "ix_matches_running",
        "matches",
        ["created_at"],
        sqlite_where=sa.text("finished_at IS NULL"),
        postgresql_where=sa.text("finished_at IS NULL"),
    )
    _create_ratings()
    op.create_table(
        "declines",
        sa.Column("visitor", sa.String(40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("visitor", name="pk_declines"),
    )
    op.create_table(
        "lobby_nodes",
        sa.Column("node", sa.String(40), nullable=False),
        sa.Column("num_people", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("node", name="pk_lobby_nodes"),
    )
    _create_blocks()


def _create_seeks() -> None:
    op.create_table(
        "seeks",
        sa.Column("visitor", sa.String(40), nullable=False),
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("name", sa.Text()),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("clock_kind", sa.String(10)),
        sa.Column("clock_seconds", sa.Integer()),
        sa.Column("clock_increment", sa.Integer(), nullable=False),
        sa.Column("is_rated", sa.Boolean(), nullable=False),
        sa.Column("num_games", sa.Integer(), nullable=False),
        sa.Column("allows_knowledge", sa.Boolean(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("lowest", sa.Float()),
        sa.Column("highest", sa.Float()),
        sa.Column("target", sa.String(40)),
        sa.Column("last_opponent", sa.String(40)),
        sa.Column("num_declined", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("seen_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("visitor", name="pk_seeks"),
    )
    op.create_index("ix_seeks_id", "seeks", ["id"], unique=True)


def _create_ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("account", sa.String(16), nullable=False),
        sa.Column("pace", sa.String(10), nullable=False),
        sa.Column("value", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("volatility", sa.Float(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        _of_account("ratings", "account"),
        sa.PrimaryKeyConstraint("account", "pace", name="pk_ratings"),
    )
    op.create_table(
        "rating_changes",
        sa.Column("match", sa.String(40), nullable=False),
        sa.Column("account", sa.String(16), nullable=False),
        sa.Column("pace", sa.String(10), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("before", sa.Float(), nullable=False),
        sa.Column("value", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        _of_account("rating_changes", "account"),
        sa.PrimaryKeyConstraint("match", "account", name="pk_rating_changes"),
    )
    op.create_index("ix_rating_changes_account", "rating_changes", ["account"])


def _create_blocks() -> None:
    op.create_table(
        "blocks",
        sa.Column("account", sa.String(16), nullable=False),
        sa.Column("blocked", sa.String(16), nullable=False),
        _of_account("blocks", "account"),
        _of_account("blocks", "blocked"),
        sa.PrimaryKeyConstraint("account", "blocked", name="pk_blocks"),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("reporter", sa.String(16), nullable=False),
        sa.Column("account", sa.String(16), nullable=False),
        sa.Column("game", sa.String(40)),
        sa.Column("reason", sa.String(20), nullable=False),
        sa.Column("handled_at", sa.Float()),
        _of_account("reports", "reporter"),
        _of_account("reports", "account"),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
    )
    op.create_index("ix_reports_account", "reports", ["account"])


def _of_account(table: str, column: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], ["accounts.id"], name=f"fk_{table}_{column}", ondelete="CASCADE"
    )


def downgrade() -> None:
    """Drop the tables and the column."""
    for name in (
        "reports",
        "blocks",
        "lobby_nodes",
        "declines",
        "rating_changes",
        "ratings",
        "matches",
        "seeks",
    ):
        op.drop_table(name)
    op.drop_column("games", "match")
