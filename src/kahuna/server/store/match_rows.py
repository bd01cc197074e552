"""Write matches and ratings, in the transaction that stores the games they depend on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update

from kahuna.core import Ruleset, Seat
from kahuna.hosting.community.ratings import (
    Pace,
    Played,
    Rating,
    RatingKind,
    aged,
    pace_of,
    rate_levels,
    starter_advantage,
    updated,
)
from kahuna.hosting.community.visitors import account_of_visitor, bot_of_visitor
from kahuna.hosting.store import ConflictError, GameMetadata, GameUpdate, MatchInfo
from kahuna.server.store.account_rows import find_account
from kahuna.server.store.tables import DECLINES, MATCHES, RATING_CHANGES, RATINGS, SEEKS

FORGET_SECONDS: Final = 24 * 3600.0
"""After this time, games that somebody declined are forgotten."""
_LEVELS: Final = rate_levels()


def write_matches(connection: Connection, updates: Sequence[GameUpdate]) -> None:
    """Begin, continue and end the matches of games that begin or end with these updates."""
    new: list[dict[str, object]] = []
    ended: list[tuple[GameUpdate, MatchInfo]] = []
    for changed in updates:
        after = changed.after
        if after is None or (match := after.match) is None:
            continue
        if changed.result is not None:
            ended.append((changed, match))
        elif changed.before is None and match.number == 1:
            new.append(_match_row(after, match))
        elif changed.before is None:
            _begin_next_game(connection, after, match)
    _remove_seeks(connection, [seek for changed in updates for seek in changed.seeks])
    if new:
        connection.execute(insert(MATCHES), new)
    if ended:
        _lock_ratings(connection, [match for _, match in ended if match.is_rated])
    for changed, match in sorted(ended, key=lambda pair: pair[0].game):
        _end_game(connection, changed, match)


def load_rating(connection: Connection, account: str, pace: RatingKind, now: float) -> Rating:
    """Return the rating of an account, or that of a newcomer."""
    is_wanted = (RATINGS.c.account == account) & (RATINGS.c.pace == pace)
    row = connection.execute(select(RATINGS).where(is_wanted)).mappings().first()
    if row is None:
        return Rating(at=now)
    return Rating(row["value"], row["deviation"], row["volatility"], row["at"])


def num_declined(connection: Connection, visitor: str, now: float) -> int:
    """Return how many games a visitor has declined recently."""
    is_recent = (DECLINES.c.visitor == visitor) & (DECLINES.c.at > now - FORGET_SECONDS)
    number: int = connection.execute(select(DECLINES.c.number).where(is_recent)).scalar() or 0
    return number


def _remove_seeks(connection: Connection, seeks: Sequence[str]) -> None:
    """Remove the seeks of pairings; raise if somebody was paired or has left meanwhile."""
    if not seeks:
        return
    are_meant = SEEKS.c.id.in_(sorted(seeks))
    if connection.dialect.name == "postgresql":
        # All transactions lock in the same order, so that none of them can deadlock.
        connection.execute(select(SEEKS.c.id).where(are_meant).order_by("id").with_for_update())
    if connection.execute(delete(SEEKS).where(are_meant)).rowcount != len(seeks):
        raise ConflictError("a seek is gone")


def _match_row(game: GameMetadata, match: MatchInfo) -> dict[str, object]:
    white, black = match.visitors
    return {
        "id": match.id,
        "created_at": game.created_at,
        "edition": game.ruleset.edition,
        "pace": pace_of(game.time_control),
        "is_rated": match.is_rated,
        "num_games": match.num_games,
        "white": white,
        "black": black,
        "white_starts": game.first is Seat.WHITE,
    }


def _begin_next_game(connection: Connection, game: GameMetadata, match: MatchInfo) -> None:
    is_free = (MATCHES.c.id == match.id) & MATCHES.c.second_game.is_(None)
    begun = update(MATCHES).where(is_free).values(second_game=game.id)
    if not connection.execute(begun).rowcount:
        raise ConflictError("the match goes on already")


def _end_game(connection: Connection, changed: GameUpdate, match: MatchInfo) -> None:
    """Note the result of a game; when the match is over, rate it once."""
    result, at = changed.result, changed.changes[-1].at
    assert result is not None
    winner = result.winner
    score = 0.5 if winner is None else float(winner is Seat.WHITE)
    if match.number > 1:
        score = 1 - score  # Seats were swapped.
    is_over = result.aborted_by is not None or not match.has_next
    column = MATCHES.c.first_score if match.number == 1 else MATCHES.c.second_score
    values: dict[str, object] = {"finished_at": at} if is_over else {}
    if result.aborted_by is None:
        values[column.name] = score
    is_here = (MATCHES.c.id == match.id) & column.is_(None) & MATCHES.c.finished_at.is_(None)
    if not connection.execute(update(MATCHES).where(is_here).values(values)).rowcount:
        return  # An administrator has removed it, or the game was restored from a backup.
    if result.aborted_by is not None:
        assert changed.after is not None
        if changed.after.time_control is None or changed.after.started_at is not None:
            _note_declined(connection, match.visitors[result.aborted_by], at)
    elif is_over and match.is_rated and changed.after is not None:
        _rate(connection, match.id, changed.after.ruleset, at)


def _note_declined(connection: Connection, visitor: str, at: float) -> None:
    values = {"number": num_declined(connection, visitor, at) + 1, "at": at}
    known = update(DECLINES).where(DECLINES.c.visitor == visitor).values(values)
    if not connection.execute(known).rowcount:
        connection.execute(insert(DECLINES).values(visitor=visitor, **values))


def _lock_ratings(connection: Connection, matches: Sequence[MatchInfo]) -> None:
    """Lock the ratings of everybody in some matches until the transaction ends."""
    accounts = {account_of_visitor(visitor) for match in matches for visitor in match.visitors}
    wanted = sorted(account for account in accounts if account is not None)
    if wanted and connection.dialect.name == "postgresql":
        connection.execute(
            select(RATINGS.c.account)
            .where(RATINGS.c.account.in_(wanted))
            .order_by(RATINGS.c.account, RATINGS.c.pace)
            .with_for_update()
        )


def _rate(connection: Connection, match_id: str, ruleset: Ruleset, at: float) -> None:
    """Change the ratings of both players; a bot keeps its own."""
    match = connection.execute(select(MATCHES).where(MATCHES.c.id == match_id)).mappings().one()
    pace: Pace = match["pace"]
    white = _visitor_rating(connection, match["white"], pace, at)
    black = _visitor_rating(connection, match["black"], pace, at)
    if white is None or black is None:
        return  # Somebody has deleted their account.
    advantage = starter_advantage(ruleset)
    sign = 1 if match["white_starts"] else -1
    games = [(match["first_score"], sign * advantage)]
    if match["num_games"] > 1:
        games.append((match["second_score"], -sign * advantage))
    now_white, now_black = aged(white, at), aged(black, at)
    for_white = [Played(now_black, score, edge) for score, edge in games]
    for_black = [Played(now_white, 1 - score, -edge) for score, edge in games]
    for visitor, before, played in (
        (match["white"], white, for_white),
        (match["black"], black, for_black),
    ):
        if (account := account_of_visitor(visitor)) is not None:
            after = updated(before, played, at)
            write_rating(connection, match_id, account, pace, before, after)


def _visitor_rating(connection: Connection, visitor: str, pace: Pace, now: float) -> Rating | None:
    """Return the rating of a visitor; ``None`` for somebody who is not rated."""
    if (bot := bot_of_visitor(visitor)) is not None:
        return _LEVELS.get(bot)
    account = account_of_visitor(visitor)
    if account is None or find_account(connection, account) is None:
        return None
    return load_rating(connection, account, pace, now)


def write_rating(
    connection: Connection,
    match: str,
    account: str,
    pace: RatingKind,
    before: Rating,
    after: Rating,
) -> None:
    """Write a rating and what changed it; raise if this match has changed it before."""
    values = after._asdict()
    is_here = (RATINGS.c.account == account) & (RATINGS.c.pace == pace)
    if not connection.execute(update(RATINGS).where(is_here).values(values)).rowcount:
        connection.execute(insert(RATINGS).values(account=account, pace=pace, **values))
    connection.execute(
        insert(RATING_CHANGES).values(
            match=match,
            account=account,
            pace=pace,
            at=after.at,
            before=before.value,
            value=after.value,
            deviation=after.deviation,
        )
    )
