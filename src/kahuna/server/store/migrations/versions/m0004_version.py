"""Add games.version, games.deadline and games.bot_to_move.

The previous release can go on writing beside this one: it leaves the new columns alone.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_SEARCHED = ("deadline", "bot_to_move")


def upgrade() -> None:
    """Add the columns.

    Which bot is to move is not known without replaying the games. Mark every unfinished game that
    has a bot: whoever loads one of them finds out. Deadlines are marked when a database is opened.
    """
    op.add_column("games", sa.Column("version", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("games", sa.Column("deadline", sa.Float()))
    op.add_column("games", sa.Column("bot_to_move", sa.String(40)))
    op.execute(
        sa.text(
            "UPDATE games SET bot_to_move = coalesce(white_bot, black_bot)"
            " WHERE NOT is_over AND coalesce(white_bot, black_bot) IS NOT NULL"
        )
    )
    for name in _SEARCHED:
        is_set = sa.text(f"{name} IS NOT NULL")
        op.create_index(
            f"ix_games_{name}", "games", [name], sqlite_where=is_set, postgresql_where=is_set
        )


def downgrade() -> None:
    """Drop the columns."""
    for name in _SEARCHED:
        op.drop_index(f"ix_games_{name}", "games")
        op.drop_column("games", name)
    op.drop_column("games", "version")
