"""Ratings: Glicko-2 with instant updates and the starter's advantage (docs/ratings.md).

A rating changes after every game or match, not at the end of a rating period: the time since the
last change counts as a fraction of a period. Values and deviations are points on the Elo scale.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import exp, hypot, log, log10, pi, sqrt
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from kahuna.bots import LEVELS
from kahuna.core import Ruleset
from kahuna.hosting.store import ONE_DAY, TimeControl

Pace: TypeAlias = Literal["minutes", "days"]
"""Games with clocks in minutes and in days are rated separately."""
RatingKind: TypeAlias = Literal["minutes", "days", "puzzles"]
"""An account has a rating for each pace, and one for puzzles."""
RATING_KINDS: Final[tuple[RatingKind, ...]] = ("minutes", "days", "puzzles")

SCALE: Final = 400 / log(10)
"""Points for each unit of Glicko-2's internal scale."""
START: Final = 1500.0
"""The rating of a newcomer, and of :data:`ANCHOR`."""
MAX_DEVIATION: Final = 350.0
MIN_DEVIATION: Final = 60.0
"""A rating stays this uncertain, so that it follows players who improve."""
VOLATILITY: Final = 0.06
MAX_VOLATILITY: Final = 0.12
TAU: Final = 0.4
"""How fast the volatility changes."""
PERIOD_SECONDS: Final = 5 * ONE_DAY
PROVISIONAL_DEVIATION: Final = 120.0
"""A rating with a larger deviation is provisional."""
TOLERANCE: Final = 1e-6
PUZZLE_DEVIATION: Final = 150.0
"""How uncertain the first rating of a puzzle is: bots and people find different turns hard."""
PUZZLE_MARGIN: Final = 100.0
"""How far a puzzle that no bot solves is rated above the strongest bot."""

STARTER_SCORE: Final = 0.596
"""What the starter scored between two of ``champion-1`` in the base game; between two of
today's champion it is 60.9 %, but too much is worse than none (docs/ratings.md)."""
STARTER_SCORES: Final[Mapping[str, float]] = MappingProxyType({})
"""Other scores, by edition. None is known well enough to differ: too large is worse than none."""

ANCHOR: Final = "makoa"
"""The level whose rating is :data:`START`."""
LEVEL_SCORES: Final[Mapping[str, float]] = MappingProxyType(
    {
        "kimo": 0.684,
        "leilani": 0.698,
        "keoni": 0.686,
        "makoa": 0.685,
        "noelani": 0.701,
        "nalu": 0.722,
        "keanu": 0.704,
        "hoku": 0.71,
        "mahina": 0.714,
        "ikaika": 0.713,
        "kanaloa": 0.714,
        "namaka": 0.702,
        "pele": 0.555,
    }
)
"""What each level scores against the one below in paired games (docs/levels.md)."""


class Rating(NamedTuple):
    """How strong somebody is, and how well that is known."""

    value: float = START
    deviation: float = MAX_DEVIATION
    volatility: float = VOLATILITY
    at: float = 0.0
    """When it was last changed, in seconds since the epoch."""

    @property
    def is_provisional(self) -> bool:
        """Whether the rating is still too uncertain to compare."""
        return self.deviation > PROVISIONAL_DEVIATION


class Played(NamedTuple):
    """A game from the point of view of the player to be rated."""

    opponent: Rating
    score: float
    """1 for a win, ½ for a draw, 0 for a loss."""
    advantage: float
    """The advantage of the player in points: positive for the starter."""


def pace_of(clock: TimeControl | None) -> Pace | None:
    """Return how games with a clock are rated; without a clock they are not."""
    if clock is None:
        return None
    return "days" if clock.seconds >= ONE_DAY else "minutes"


def advantage_of(score: float) -> float:
    """Return the advantage in points that makes equals score so much."""
    return 400 * log10(score / (1 - score))


def starter_advantage(ruleset: Ruleset) -> float:
    """Return the starter's advantage under some rules, in points."""
    return advantage_of(STARTER_SCORES.get(ruleset.edition, STARTER_SCORE))


def expected_score(player: Rating, opponent: Rating, advantage: float = 0.0) -> float:
    """Predict a player's score; uncertain ratings predict scores closer to ½."""
    doubt = hypot(player.deviation, opponent.deviation)
    return _expect(_weight(doubt), player.value - opponent.value + advantage)


def aged(rating: Rating, now: float) -> Rating:
    """Return a rating as it is now: the longer ago the last game, the less certain."""
    if not rating.volatility:
        return rating  # Bots do not change.
    variance = (rating.deviation / SCALE) ** 2 + _periods(rating, now) * rating.volatility**2
    return rating._replace(deviation=_clamp_deviation(SCALE * sqrt(variance)))


def updated(rating: Rating, played: Sequence[Played], now: float) -> Rating:
    """Return a rating after one or more games that were played at the same time."""
    information = gain = 0.0
    for game in played:
        weight = _weight(game.opponent.deviation)
        expected = _expect(weight, rating.value - game.opponent.value + game.advantage)
        information += weight**2 * expected * (1 - expected)
        gain += weight * (game.score - expected)
    variance = (rating.deviation / SCALE) ** 2
    periods = _periods(rating, now)
    volatility = _new_volatility(
        rating.volatility, variance, 1 / information, gain / information, periods
    )
    prior = min(variance + periods * volatility**2, (MAX_DEVIATION / SCALE) ** 2)
    posterior = 1 / (1 / prior + information)
    return Rating(
        value=rating.value + SCALE * posterior * gain,
        deviation=_clamp_deviation(SCALE * sqrt(posterior)),
        volatility=volatility,
        at=now,
    )


def fit_advantage(games: Iterable[tuple[float, float]]) -> float:
    """Return the starter's most likely advantage in points.

    Each game is the starter's rating minus the opponent's, and the starter's score.
    """
    games = list(games)
    advantage = 0.0
    for _ in range(50):
        expected = [_expect(1.0, difference + advantage) for difference, _ in games]
        slope = sum(score - mean for (_, score), mean in zip(games, expected, strict=True))
        step = SCALE * slope / sum(mean * (1 - mean) for mean in expected)
        advantage += step
        if abs(step) < TOLERANCE:
            break
    return advantage


def rate_levels(scores: Mapping[str, float] = LEVEL_SCORES) -> dict[str, Rating]:
    """Return the fixed ratings of the levels, from what each scores against the one below."""
    values, value = {}, 0.0
    for key in LEVELS:
        if key in scores:
            value += _difference(scores[key])
        values[key] = value
    shift = START - values[ANCHOR]
    return {key: Rating(value + shift, 0.0, 0.0) for key, value in values.items()}


@cache
def puzzle_rating(difficulty: str | None) -> Rating:
    """Return what a puzzle is rated at first: like the weakest bot that solves it, if any does."""
    levels = rate_levels()
    if difficulty is None:
        strongest = max(level.value for level in levels.values())
        return Rating(strongest + PUZZLE_MARGIN, PUZZLE_DEVIATION)
    return Rating(levels[difficulty].value, PUZZLE_DEVIATION)


def _difference(score: float) -> float:
    """Return the difference in points that gives this score if both start equally often."""
    advantage = advantage_of(STARTER_SCORE)
    low, high = -2000.0, 2000.0
    while high - low > TOLERANCE:
        middle = (low + high) / 2
        mean = (_expect(1.0, middle + advantage) + _expect(1.0, middle - advantage)) / 2
        low, high = (middle, high) if mean < score else (low, middle)
    return low


def _periods(rating: Rating, now: float) -> float:
    return max(0.0, now - rating.at) / PERIOD_SECONDS


def _weight(deviation: float) -> float:
    """Return how much a game tells, given the deviation of an opponent."""
    return 1 / sqrt(1 + 3 * (deviation / SCALE / pi) ** 2)


def _expect(weight: float, difference: float) -> float:
    return 1 / (1 + exp(-weight * difference / SCALE))


def _clamp_deviation(deviation: float) -> float:
    return min(max(deviation, MIN_DEVIATION), MAX_DEVIATION)


def _new_volatility(
    volatility: float, variance: float, doubt: float, surprise: float, periods: float
) -> float:
    """Return the most likely volatility: step 5 of Glicko-2, with fractions of periods.

    It is limited: a single upset is no reason to forget a rating.

    ``doubt`` is the variance of the games' result, and ``surprise`` what they suggest to add to the
    rating, both on the internal scale.
    """
    if periods == 0:
        return volatility
    before = log(volatility**2)

    def slope(x: float) -> float:
        drift = periods * exp(x)
        total = variance + doubt + drift
        return drift * (surprise**2 - total) / (2 * total**2) - (x - before) / TAU**2

    low = before
    if surprise**2 > variance + doubt:
        high = log((surprise**2 - variance - doubt) / periods)
        if high < before:
            low, high = high, before
    else:
        high = before
        low = before - TAU
        while slope(low) < 0:
            low -= TAU
    high = min(high, 2 * log(MAX_VOLATILITY))
    # The slope falls from positive to negative: halve the interval around its root.
    while high - low > TOLERANCE:
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    return min(exp((low + high) / 4), MAX_VOLATILITY)
