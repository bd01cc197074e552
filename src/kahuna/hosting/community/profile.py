"""The profile of an account: ratings, their history, and results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Annotated, Literal, NamedTuple, TypeAlias

from kahuna.hosting.community.ratings import RatingKind
from kahuna.hosting.community.seeks import RatingOut
from kahuna.hosting.play.tokens import GAME_ID
from kahuna.hosting.schema import Limits, Request, TypedDict, closed

ReportReason: TypeAlias = Literal["name", "cheating", "leaving", "other"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportWanted(Request):
    """A report about an account, for administrators."""

    reason: ReportReason
    game: Annotated[str, Limits(pattern=GAME_ID)] | None = None


class GameScore(NamedTuple):
    """A game of an account, from its point of view."""

    opponent: str
    """The name of an account or a bot; empty for a guest or a deleted account."""
    edition: str
    is_starter: bool
    score: float


@closed
class TallyOut(TypedDict):
    """Results of games with something in common."""

    key: str
    wins: int
    draws: int
    losses: int


@closed
class CurvePoint(TypedDict):
    """A rating after a match or puzzle."""

    pace: RatingKind
    at: float
    """Seconds since the epoch."""
    value: int
    match: str


@closed
class PaceRating(TypedDict):
    """The rating of an account for games of one pace, or for puzzles."""

    pace: RatingKind
    rating: RatingOut


@closed
class LuckOut(TypedDict):
    """Luck and skill in reviewed games, in percentage points for each game."""

    games: int
    luck: float
    """What drawn cards gave."""
    skill: float
    """What own decisions gave, compared with those of the champion."""


@closed
class ProfileOut(TypedDict):
    """What is public about an account."""

    account: str
    name: str
    ratings: list[PaceRating]
    curve: list[CurvePoint]
    """The oldest first; long histories are cut off at the beginning."""
    opponents: list[TallyOut]
    """The most frequent first."""
    editions: list[TallyOut]
    seats: list[TallyOut]
    """The keys are ``first`` and ``second``."""
    luck: LuckOut | None
    """Null if none of the games has been reviewed."""
    is_own: bool
    is_blocked: bool
    """Whether the visitor has blocked this account."""


@closed
class PrivateProfile(TypedDict):
    """What only its owner learns about an account, as it is stored."""

    rating_changes: list[dict[str, str | float]]
    blocked: list[str]
    """The ids of the accounts that it has blocked."""
    reports: list[dict[str, str | float | None]]
    """What it has reported about others."""


def mean_luck(games: Sequence[tuple[float, float]]) -> LuckOut | None:
    """Return the means of luck and skill in some games.

    >>> mean_luck([(4.0, -3.0), (1.0, -5.5)])
    {'games': 2, 'luck': 2.5, 'skill': -4.2}
    """
    if not games:
        return None
    luck, skill = (round(fmean(values), 1) for values in zip(*games, strict=True))
    return {"games": len(games), "luck": luck, "skill": skill}


def tally(scores: Iterable[tuple[str, float]]) -> list[TallyOut]:
    """Count results by key, the most frequent key first.

    >>> tally([("a", 1.0), ("b", 0.0), ("b", 0.5)])[0]
    {'key': 'b', 'wins': 0, 'draws': 1, 'losses': 1}
    """
    tallies: dict[str, TallyOut] = {}
    for key, score in scores:
        found = tallies.setdefault(key, {"key": key, "wins": 0, "draws": 0, "losses": 0})
        if score == 1:
            found["wins"] += 1
        elif score == 0:
            found["losses"] += 1
        else:
            found["draws"] += 1
    return sorted(tallies.values(), key=lambda t: -(t["wins"] + t["draws"] + t["losses"]))
