"""Find the puzzles of a round: narrow the candidates down, then verify what is left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from kahuna.batch import State
from kahuna.puzzles.puzzle import Puzzle
from kahuna.train.shared import Weights
from research.puzzles.candidates import Candidate, same_effect, spread
from research.puzzles.drafts import draft_puzzle
from research.puzzles.margins import is_behind, is_clear, margin_of
from research.puzzles.puzzle_text import format_turn
from research.puzzles.turn_evaluator import Samples, Sizes, TurnEvaluator
from research.puzzles.turns import DECLINE_NUMBER, Turns

MAX_LOSS: Final = 5.0
"""Turns with the effect of the solution are accepted if they lose less."""
MAX_TIE: Final = 1.0
"""Among turns that differ by less, the shortest is the solution."""
FIRST_MARGINS: Final = (2.0, 7.5, 12.0)
"""Minimum margins after each of the first three passes, which are more and more exact."""


class PuzzleFinder:
    """Finds the puzzles among the positions of a round."""

    def __init__(
        self, networks: Sequence[Weights], sizes: Sizes, roots: State, turns: Turns, seed: int
    ) -> None:
        self._evaluator = TurnEvaluator(networks, sizes, roots, turns, seed)
        self._sizes = sizes
        self._roots = roots
        self._turns = turns

    def puzzles(self) -> Iterator[Puzzle]:
        """Yield the puzzles among the positions, without their difficulty."""
        sizes = self._sizes
        first, second, third = FIRST_MARGINS
        everything = {c.root: c for c in self._evaluator.first_look()}
        found = [c for c in everything.values() if c.margin() > first]
        places = [spread(c, sizes.effects, sizes.turns) for c in found]
        found = self._evaluator.look(found, places, horizon=sizes.horizon)
        found = [c for c in found if c.margin() > second]
        places = [spread(c, sizes.finalists, sizes.finalists) for c in found]
        found = [c for c in self._evaluator.look_deeper(found, places) if c.margin() > third]
        same = [same_effect(everything[c.root], c, sizes.finalists) for c in found]
        same = self._evaluator.look_deeper(same, [np.arange(len(c.turns)) for c in same])
        finals = [self._final(c, s) for c, s in zip(found, same, strict=True)]
        puzzles = list(self._verified(finals, same))
        print(
            f"  {len(everything)} positions, {len(self._turns.node)} turns: {len(finals)} may have "
            f"one best turn, {len(puzzles)} have",
            flush=True,
        )
        yield from puzzles

    def _final(self, candidate: Candidate, same: Candidate) -> Candidate:
        """Return the solution and the best turns of other effects."""
        others = candidate.leaders()[1:]
        solution = self._simplest(same)
        return Candidate(
            candidate.root,
            np.append(same.turns[solution], candidate.turns[others]),
            np.append(same.effects[solution], candidate.effects[others]),
            np.append(same.values[solution], candidate.values[others]),
        )

    def _verified(self, finals: Sequence[Candidate], same: Sequence[Candidate]) -> Iterator[Puzzle]:
        """Measure the margins on fresh worlds, with and without a memory for cards."""
        is_natural = are_natural(self._evaluator, self._turns, finals)
        places = [np.arange(len(c.turns)) for c in finals]
        forgetful = self._evaluator.play_to_the_end(finals, places, network=0, forgets=True)
        drafts = []
        for final, equals, values, natural in zip(finals, same, forgetful, is_natural, strict=True):
            draft = self._draft(final, equals, needs_counting=is_behind(values))
            if draft is not None and not natural:
                drafts.append((draft, final))
        samples = self._evaluator.verify([final for _, final in drafts])
        for (draft, final), measured in zip(drafts, samples, strict=True):
            if is_clear(measured):
                yield with_figures(draft, final, self._turns, measured)

    def _simplest(self, equals: Candidate) -> int:
        """Return the index of the shortest turn among those that are as good as the best."""
        is_best = equals.values > equals.values.max() - MAX_TIE
        places = [int(place) for place in np.flatnonzero(is_best)]
        return min(
            places, key=lambda i: (len(self._turns.actions(equals.turns[i])), -equals.values[i])
        )

    def _draft(self, final: Candidate, equals: Candidate, *, needs_counting: bool) -> Puzzle | None:
        """Return a puzzle that is not verified yet; ``None`` if it has no theme."""
        is_close = equals.values.max() - equals.values < MAX_LOSS
        return draft_puzzle(
            self._roots.take(final.root),
            self._turns.actions(final.turns[0]),
            [self._turns.actions(turn) for turn in equals.turns[is_close]],
            needs_counting=needs_counting,
        )


def are_natural(evaluator: TurnEvaluator, turns: Turns, finals: Sequence[Candidate]) -> list[bool]:
    """Return which solutions do nothing, as the network would: they teach nothing.

    The solution is the first turn of each candidate.
    """
    if not finals:
        return []
    favourites = evaluator.favourites([final.root for final in finals])
    return [
        bool(favourite == DECLINE_NUMBER and len(turns.actions(final.turns[0])) == 1)
        for final, favourite in zip(finals, favourites, strict=True)
    ]


def with_figures(puzzle: Puzzle, final: Candidate, turns: Turns, samples: Samples) -> Puzzle:
    """Return a puzzle with the figures of its verification, and the best other turn."""
    values = np.concatenate(samples, axis=1)
    margin = margin_of(values)
    refutation = turns.actions(final.turns[margin.second])
    return replace(
        puzzle,
        refutation=format_turn(puzzle.view, refutation),
        value=round(float(values[0].mean()), 1),
        margin=round(margin.mean, 1),
        error=round(margin.error, 2),
    )
