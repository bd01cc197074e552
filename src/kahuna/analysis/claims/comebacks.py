"""The claim that a game is still open at 0–3."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from kahuna.analysis.claims.verdict import ClaimVerdict, verdict
from kahuna.analysis.estimate import Interval, share
from kahuna.analysis.flow import first_in_round, lead_of
from kahuna.analysis.self_play import Games, rows
from kahuna.batch.state import Clock

_SIGNS: Final = np.array([0, 1, -1, 0])
_OFTEN, _SOMETIMES = 0.1, 0.02


class ScoreLead(NamedTuple):
    """Games with this score after the second scoring."""

    often: Interval
    """Share of all games."""
    comes_back: Interval
    """Final score of the player behind."""


class Comebacks(NamedTuple):
    """How games end, by the score after the second scoring."""

    standings: dict[str, ScoreLead]
    """By the score of the player behind, then of the leader."""
    by_stones: dict[int, ScoreLead]
    """Games at 0–3, by how many stones the player behind has less; the last counts more, too."""

    @property
    def verdict(self) -> ClaimVerdict:
        """True if 0–3 is turned in every tenth game, partly if in every fiftieth."""
        comes_back = self.standings["0–3"].comes_back
        return verdict(holds=comes_back.value >= _OFTEN, partly=comes_back.low >= _SOMETIMES)


_SCORES: Final = {"0–3": (1, 1), "0–2": (0, 1), "1–2": (-1, 1), "0–1": (1, 0)}
"""Who won the first two scorings: the later leader (1), the other one (-1) or nobody (0)."""
MOST_STONES: Final = 4


def comebacks(games: Games) -> Comebacks:
    """Count the games by their score after the second scoring."""
    at = first_in_round(games, 3)
    before = rows(games.before, at)
    leaders = np.asarray(Clock.POINTS.of(before.clock)).astype(np.int64)
    first, second = _SIGNS[leaders & 3], _SIGNS[leaders >> 2 & 3]
    ahead = np.sign(first + 2 * second)
    score = (1 - games.result[games.game[at]] * ahead) / 2
    standings = {}
    for name, (early, late) in _SCORES.items():
        which = (ahead != 0) & (first * ahead == early) & (second * ahead == late)
        standings[name] = ScoreLead(share(which), share(score[which]))
    is_three = (first == second) & (first != 0)
    behind = np.clip(lead_of(before) * ahead, 1, MOST_STONES)
    by_stones = {
        stones: ScoreLead(share(which[is_three]), share(score[which]))
        for stones in range(1, MOST_STONES + 1)
        for which in [is_three & (behind == stones)]
    }
    return Comebacks(standings, by_stones)
