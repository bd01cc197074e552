"""Rate puzzles, and accounts by the puzzles they try; each function is part of a transaction."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select, update

from kahuna.hosting.community.ratings import Played, Rating, aged, updated
from kahuna.server.store.match_rows import load_rating, write_rating
from kahuna.server.store.tables import PUZZLE_RATINGS, RATING_CHANGES


def rate_puzzle(
    connection: Connection, account: str, puzzle: str, first: Rating, *, is_solved: bool, now: float
) -> tuple[Rating, Rating] | None:
    """Rate an account's first attempt at a puzzle, which was rated ``first`` at first.

    Return the ratings of the account before and after, or ``None`` for a later attempt.
    """
    attempt = f"puzzle {puzzle}"
    is_same = (RATING_CHANGES.c.match == attempt) & (RATING_CHANGES.c.account == account)
    if connection.execute(select(RATING_CHANGES.c.match).where(is_same)).first() is not None:
        return None
    before = load_rating(connection, account, "puzzles", now)
    theirs = _load(connection, puzzle) or first._replace(at=now)
    own_now, theirs_now, score = aged(before, now), aged(theirs, now), float(is_solved)
    after = updated(before, [Played(theirs_now, score, 0.0)], now)
    _save(connection, puzzle, updated(theirs, [Played(own_now, 1 - score, 0.0)], now))
    write_rating(connection, attempt, account, "puzzles", before, after)
    return before, after


def _load(connection: Connection, puzzle: str) -> Rating | None:
    """Return the rating of a puzzle; on PostgreSQL, nobody else changes it meanwhile."""
    query = select(PUZZLE_RATINGS).where(PUZZLE_RATINGS.c.puzzle == puzzle)
    row = connection.execute(query.with_for_update()).mappings().first()
    if row is None:
        return None
    return Rating(row["value"], row["deviation"], row["volatility"], row["at"])


def _save(connection: Connection, puzzle: str, rating: Rating) -> None:
    values = rating._asdict()
    known = update(PUZZLE_RATINGS).where(PUZZLE_RATINGS.c.puzzle == puzzle).values(values)
    if not connection.execute(known).rowcount:
        connection.execute(insert(PUZZLE_RATINGS).values(puzzle=puzzle, **values))
