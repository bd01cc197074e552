"""Read and write profiles, blocks and reports; each function is part of a transaction."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, desc, func, insert, or_, select, update

from kahuna.core import Seat
from kahuna.hosting.community.account import Account
from kahuna.hosting.community.profile import GameScore, LuckOut, PrivateProfile, ProfileOut, tally
from kahuna.hosting.community.ratings import RATING_KINDS, aged
from kahuna.hosting.community.seeks import render_rating
from kahuna.hosting.community.visitors import account_of_visitor, bot_of_visitor
from kahuna.hosting.store import ConflictError
from kahuna.server.store.match_rows import load_rating
from kahuna.server.store.tables import (
    ACCOUNT_GAMES,
    ACCOUNTS,
    ARCHIVE,
    BLOCKS,
    MATCHES,
    RATING_CHANGES,
    RATINGS,
    REPORTS,
    REVIEWS,
    SEEKS,
)

MAX_MATCHES: Final = 2000
"""Matches that a profile counts, the newest first."""
MAX_OPPONENTS: Final = 20
MAX_REVIEWS: Final = 20
"""Reviewed games whose luck and skill a profile shows."""
MAX_OPEN_REPORTS: Final = 20
"""Open reports that one account may have made."""


def reviewed_games(connection: Connection, account: str) -> list[tuple[Seat, bytes]]:
    """Return the stored reviews of an account's newest games, with its seat in each."""
    query = (
        select(ACCOUNT_GAMES.c.seat, REVIEWS.c.data)
        .join(REVIEWS, REVIEWS.c.game == ACCOUNT_GAMES.c.game)
        .join(ARCHIVE, ARCHIVE.c.id == ACCOUNT_GAMES.c.game, isouter=True)
        .where(ACCOUNT_GAMES.c.account == account)
        .order_by(desc(func.coalesce(ARCHIVE.c.finished_at, math.inf)))
        .limit(MAX_REVIEWS)
    )
    return [(Seat(seat), data) for seat, data in connection.execute(query)]


def load_profile(
    connection: Connection, account: Account, visitor: str | None, luck: LuckOut | None, now: float
) -> ProfileOut:
    """Return what is public about an account."""
    rated = select(RATINGS.c.pace).where(RATINGS.c.account == account.id)
    paces = set(connection.execute(rated).scalars())
    changes = select(RATING_CHANGES).where(RATING_CHANGES.c.account == account.id)
    newest = connection.execute(
        changes.order_by(RATING_CHANGES.c.at.desc()).limit(MAX_MATCHES)
    ).mappings()
    games = _games(connection, account.id)
    is_blocked = visitor is not None and visitor in _blockers(connection, account.id)
    return {
        "account": account.id,
        "name": account.name,
        "ratings": [
            {
                "pace": pace,
                "rating": render_rating(aged(load_rating(connection, account.id, pace, now), now)),
            }
            for pace in RATING_KINDS
            if pace in paces
        ],
        "curve": [
            {
                "pace": row["pace"],
                "at": row["at"],
                "value": round(row["value"]),
                "match": row["match"],
            }
            for row in reversed(newest.all())
        ],
        "opponents": tally((game.opponent, game.score) for game in games)[:MAX_OPPONENTS],
        "editions": tally((game.edition, game.score) for game in games),
        "seats": tally(("first" if game.is_starter else "second", game.score) for game in games),
        "luck": luck,
        "is_own": visitor == account.id,
        "is_blocked": is_blocked,
    }


def load_private(connection: Connection, account: str) -> PrivateProfile:
    """Return what else is stored about how an account meets others."""
    changes = select(RATING_CHANGES).where(RATING_CHANGES.c.account == account)
    blocked = select(BLOCKS.c.blocked).where(BLOCKS.c.account == account)
    reports = select(REPORTS).where(REPORTS.c.reporter == account)
    return {
        "rating_changes": [
            dict(row)
            for row in connection.execute(changes.order_by(RATING_CHANGES.c.at)).mappings()
        ],
        "blocked": list(connection.execute(blocked).scalars()),
        "reports": [dict(row) for row in connection.execute(reports).mappings()],
    }


def block(connection: Connection, account: str, other: str) -> None:
    """Note that an account does not want to meet another; offers between them are gone."""
    unblock(connection, account, other)
    for one, two in ((account, other), (other, account)):
        are_theirs = (SEEKS.c.visitor == one) & (SEEKS.c.opponent == two)
        connection.execute(delete(SEEKS).where(are_theirs))
    connection.execute(insert(BLOCKS).values(account=account, blocked=other))


def unblock(connection: Connection, account: str, other: str) -> None:
    """Note that an account may meet another again."""
    is_it = (BLOCKS.c.account == account) & (BLOCKS.c.blocked == other)
    connection.execute(delete(BLOCKS).where(is_it))


def report(
    connection: Connection, reporter: str, account: str, reason: str, game: str | None, now: float
) -> None:
    """Store a report; raise if somebody has made too many that nobody has handled."""
    is_open = (REPORTS.c.reporter == reporter) & REPORTS.c.handled_at.is_(None)
    num_open = connection.execute(
        select(func.count()).select_from(REPORTS).where(is_open)
    ).scalar_one()
    if num_open >= MAX_OPEN_REPORTS:
        raise ConflictError("too many reports")
    row = {"at": now, "reporter": reporter, "account": account, "reason": reason, "game": game}
    connection.execute(insert(REPORTS).values(row))


class OpenReport(NamedTuple):
    """A report that no administrator has handled, with the names of accounts."""

    at: float
    reporter: str
    account: str
    reason: str
    game: str | None


def open_reports(connection: Connection) -> list[OpenReport]:
    """Return the reports that nobody has handled, the oldest first."""
    reporter, account = ACCOUNTS.alias(), ACCOUNTS.alias()
    query = (
        select(REPORTS.c.at, reporter.c.name, account.c.name, REPORTS.c.reason, REPORTS.c.game)
        .join(reporter, reporter.c.id == REPORTS.c.reporter)
        .join(account, account.c.id == REPORTS.c.account)
        .where(REPORTS.c.handled_at.is_(None))
        .order_by(REPORTS.c.id)
    )
    return [OpenReport(*row) for row in connection.execute(query)]


def handle_reports(connection: Connection, account: str, now: float) -> None:
    """Note that an administrator has handled the reports about an account."""
    is_open = (REPORTS.c.account == account) & REPORTS.c.handled_at.is_(None)
    connection.execute(update(REPORTS).where(is_open).values(handled_at=now))


def _blockers(connection: Connection, account: str) -> set[str]:
    query = select(BLOCKS.c.account).where(BLOCKS.c.blocked == account)
    return set(connection.execute(query).scalars())


def _games(connection: Connection, account: str) -> list[GameScore]:
    """Return the games of an account's matches, without those that were declined."""
    query = (
        select(MATCHES)
        .where(or_(MATCHES.c.white == account, MATCHES.c.black == account))
        .order_by(MATCHES.c.created_at.desc())
        .limit(MAX_MATCHES)
    )
    matches = connection.execute(query).mappings().all()
    others = {
        other
        for match in matches
        for visitor in (match["white"], match["black"])
        if (other := account_of_visitor(visitor)) is not None
    }
    known = select(ACCOUNTS.c.id, ACCOUNTS.c.name).where(ACCOUNTS.c.id.in_(sorted(others)))
    names = {row.id: row.name for row in connection.execute(known)}
    games = []
    for match in matches:
        is_white = match["white"] == account
        other = match["black"] if is_white else match["white"]
        bot = bot_of_visitor(other)
        name = names.get(other, "") if bot is None else bot.capitalize()
        starts = match["white_starts"] is is_white
        for score, is_starter in (
            (match["first_score"], starts),
            (match["second_score"], not starts),
        ):
            if score is not None:
                own = score if is_white else 1 - score
                games.append(GameScore(name, match["edition"], is_starter, own))
    return games
