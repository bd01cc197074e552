"""Candidates for puzzles: a position with its turns and their values."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from research.puzzles.turns import Ints

Floats: TypeAlias = npt.NDArray[np.float64]


class Candidate(NamedTuple):
    """A position of a round, its turns by number, and what they are worth."""

    root: int
    turns: Ints
    effects: Ints
    """One number per turn; equal numbers mean equal effects."""
    values: Floats

    def best_first(self) -> Ints:
        """Return the indices of the turns, best first."""
        return np.argsort(-self.values, kind="stable")

    def leaders(self) -> Ints:
        """Return the index of the best turn of each effect, best first."""
        order = self.best_first()
        _, first = np.unique(self.effects[order], return_index=True)
        return order[np.sort(first)]

    def margin(self) -> float:
        """Return by how much the best effect leads the second."""
        leaders = self.leaders()
        if len(leaders) < 2:
            return 0.0
        return float(self.values[leaders[0]] - self.values[leaders[1]])

    def only(self, places: Ints, values: Floats) -> Candidate:
        """Keep some turns, with new values."""
        return self._replace(turns=self.turns[places], effects=self.effects[places], values=values)


def spread(candidate: Candidate, effects: int, turns: int) -> Ints:
    """Choose the best turns of the best effects, then the best others, up to a number."""
    leaders = candidate.leaders()[:effects]
    rest = candidate.best_first()
    rest = rest[~np.isin(rest, leaders)]
    return np.concatenate([leaders, rest])[:turns]


def same_effect(everything: Candidate, best: Candidate, num: int) -> Candidate:
    """Return the best turns with the effect of the best one, as far as the first look tells."""
    leader = best.leaders()[0]
    order = everything.best_first()
    turns = everything.turns[order][everything.effects[order] == best.effects[leader]]
    turns = np.append(best.turns[leader], turns[turns != best.turns[leader]])[:num]
    effects = np.full(len(turns), best.effects[leader])
    return Candidate(best.root, turns, effects, np.zeros(len(turns)))
