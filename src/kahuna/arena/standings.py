"""Standings with Elo and the result of every pairing, also as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from kahuna.arena.pair import GameResult, PairResult
from kahuna.arena.plan import Entrant, Plan
from kahuna.arena.rating import (
    Interval,
    PairingTally,
    Ratings,
    mean_interval,
    rate,
    score_interval,
    without_luck,
)
from kahuna.arena.run import Run, outcome_of

FORMAT: Final = "kahuna-arena"
VERSION: Final = 1


class Standing(NamedTuple):
    """The overall result of an entrant."""

    number: int
    entrant: Entrant
    elo: Interval
    wins: int
    draws: int
    losses: int
    seconds: float
    """Total thinking time."""
    moves: int

    @property
    def games(self) -> int:
        """Return the number of games."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Return the share of all points."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def milliseconds(self) -> float:
        """Return the average time per decision."""
        return 1000 * self.seconds / self.moves if self.moves else 0.0


class Matchup(NamedTuple):
    """The result of two entrants against each other, from the point of view of the first."""

    tally: PairingTally
    wins: int
    draws: int
    losses: int
    score: Interval
    terminations: dict[str, int]
    forfeits: tuple[str, ...]
    """Reasons for games lost outside the rules, each with its count."""
    adjusted: Interval | None = None
    """The score without luck, if it was estimated."""


@dataclass(frozen=True, slots=True)
class Standings:
    """The complete result of a run."""

    plan: Plan
    rows: tuple[Standing, ...]
    """Strongest first."""
    matchups: tuple[Matchup, ...]
    """In the order of the plan's pairings."""
    ratings: Ratings

    @property
    def games(self) -> int:
        """Return the number of games."""
        return sum(2 * matchup.tally.num_pairs for matchup in self.matchups)

    def score_against(self, number: int, other: int) -> float | None:
        """Return an entrant's score against another; ``None`` if they have not played."""
        pairing = (min(number, other), max(number, other))
        matchup = self.matchups[self.plan.pairings.index(pairing)]
        if not matchup.tally.num_pairs:
            return None
        return matchup.score.value if number < other else 1 - matchup.score.value


def compute_standings(plan: Plan, results: Iterable[PairResult]) -> Standings:
    """Rate the entrants and collect their results."""
    played: list[list[PairResult]] = [[] for _ in plan.pairings]
    for result in results:
        played[result.task.pairing].append(result)
    matchups = tuple(
        _matchup(pairing, pairs) for pairing, pairs in zip(plan.pairings, played, strict=True)
    )
    ratings = rate(len(plan.entrants), [matchup.tally for matchup in matchups])
    standings = [
        _standing(plan, number, ratings.of(number), matchups, played)
        for number in range(len(plan.entrants))
    ]
    standings.sort(key=lambda standing: (-standing.elo.value, standing.number))
    return Standings(plan, tuple(standings), matchups, ratings)


def _matchup(pairing: tuple[int, int], pairs: list[PairResult]) -> Matchup:
    outcomes = Counter(outcome_of(pair) for pair in pairs)
    games = [game for pair in pairs for game in pair.games]
    counts = (outcomes[0], outcomes[1], outcomes[2], outcomes[3], outcomes[4])
    tally = PairingTally(*pairing, counts)
    reasons = Counter(game.forfeit for game in games if game.forfeit is not None)
    return Matchup(
        tally,
        wins=sum(game.score == 1 for game in games),
        draws=sum(game.score == 0.5 for game in games),
        losses=sum(game.score == 0 for game in games),
        score=score_interval(tally),
        terminations=dict(sorted(Counter(game.termination for game in games).items())),
        forfeits=tuple(f"{num} × {reason}" for reason, num in sorted(reasons.items())),
        adjusted=_adjusted(pairs),
    )


def _adjusted(pairs: list[PairResult]) -> Interval | None:
    """Return the mean score of the pairs without luck."""
    scores, lucks = [], []
    for pair in pairs:
        known = [game.luck for game in pair.games if game.luck is not None]
        if len(known) < len(pair.games):
            return None
        scores.append(sum(game.score for game in pair.games) / 2)
        lucks.append(sum(known) / 2)
    return mean_interval(without_luck(scores, lucks)) if len(pairs) > 1 else None


def _standing(
    plan: Plan,
    number: int,
    elo: Interval,
    matchups: tuple[Matchup, ...],
    played: list[list[PairResult]],
) -> Standing:
    wins = draws = losses = moves = 0
    seconds = 0.0
    for pairing, matchup, pairs in zip(plan.pairings, matchups, played, strict=True):
        if number not in pairing:
            continue
        place = pairing.index(number)
        won, lost = (matchup.wins, matchup.losses)[:: -1 if place else 1]
        wins, draws, losses = wins + won, draws + matchup.draws, losses + lost
        games: list[GameResult] = [game for pair in pairs for game in pair.games]
        moves += sum(game.moves[place] for game in games)
        seconds += sum(game.seconds[place] for game in games)
    return Standing(number, plan.entrants[number], elo, wins, draws, losses, seconds, moves)


def run_report(run: Run) -> dict[str, object]:
    """Describe a run as JSON data; only ``timing`` varies between runs."""
    table = compute_standings(run.plan, run.results)
    names = [entrant.name for entrant in run.plan.entrants]
    return {
        "format": FORMAT,
        "version": VERSION,
        "plan": run.plan.identity | {"games_per_pairing": 2 * run.plan.pairs},
        "is_complete": run.is_over,
        "games": table.games,
        "is_exact": table.ratings.is_exact,
        "standings": [
            {
                "rank": rank,
                "name": standing.entrant.name,
                "bot": standing.entrant.spec,
                "elo": _numbers(standing.elo, 2),
                "games": standing.games,
                "wins": standing.wins,
                "draws": standing.draws,
                "losses": standing.losses,
                "score": round(standing.score, 6),
            }
            for rank, standing in enumerate(table.rows, 1)
        ],
        "pairings": [
            {
                "bots": [names[matchup.tally.first], names[matchup.tally.second]],
                "wins": matchup.wins,
                "draws": matchup.draws,
                "losses": matchup.losses,
                "score": _numbers(matchup.score, 6),
                "luck_adjusted_score": (
                    None if matchup.adjusted is None else _numbers(matchup.adjusted, 6)
                ),
                "elo_difference": _numbers(
                    table.ratings.difference(matchup.tally.first, matchup.tally.second), 2
                ),
                "pairs": matchup.tally.counts,
                "terminations": matchup.terminations,
                "forfeits": matchup.forfeits,
            }
            for matchup in table.matchups
        ],
        "sprt": _sprt(run),
        "timing": {
            standing.entrant.name: {
                "moves": standing.moves,
                "milliseconds_per_move": round(standing.milliseconds, 3),
            }
            for standing in table.rows
        },
    }


def _sprt(run: Run) -> dict[str, object] | None:
    if run.sprt is None:
        return None
    low, high = run.sprt.bounds
    return {
        "elo0": run.sprt.elo0,
        "elo1": run.sprt.elo1,
        "alpha": run.sprt.alpha,
        "beta": run.sprt.beta,
        "log_likelihood_ratio": round(run.ratio, 6),
        "bounds": [round(low, 6), round(high, 6)],
        "decision": run.decision,
    }


def _numbers(interval: Interval, digits: int) -> list[float]:
    """Return the estimate and both ends of its interval, rounded."""
    return [round(number, digits) for number in interval]
