"""Find the puzzles of a round: narrow the candidates down, then verify what is left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np

from kahuna.batch import State
from kahuna.puzzles.puzzle import Puzzle
from kahuna.train.shared import Weights
from research.puzzles.candidates import Candidate, same_effect, spread
from research.puzzles.drafts import draft_puzzle
from research.puzzles.margins import MIN_MARGIN, is_behind, margin_of
from research.puzzles.puzzle_text import format_turn
from research.puzzles.turn_evaluator import Sizes, TurnEvaluator
from research.puzzles.turns import Turns

MAX_LOSS: Final = 5.0
"""Turns with the effect of the solution are accepted if they lose less."""
MAX_TIE: Final = 1.0
"""Among turns that differ by less, the shortest is the solution."""
FIRST_MARGINS: Final = (2.0, 7.5, 12.0)
"""Minimum margins after each of the first three passes, which are more and more exact."""


class PuzzleFinder:
    """Finds the puzzles among the positions of a round."""

    def __init__(
        self, weights: Weights, sizes: Sizes, roots: State, turns: Turns, seed: int
    ) -> None:
        self._evaluator = TurnEvaluator(weights, sizes, roots, turns, seed)
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
        wide = partial(
            self._evaluator.reevaluate,
            turns=sizes.turns,
            worlds=sizes.worlds,
            horizon=sizes.horizon,
        )
        found = [c for c in wide(found, places) if c.margin() > second]
        deep = partial(
            self._evaluator.reevaluate,
            turns=sizes.finalists,
            worlds=sizes.deep_worlds,
            horizon=sizes.deep_horizon,
        )
        places = [spread(c, sizes.finalists, sizes.finalists) for c in found]
        found = [c for c in deep(found, places) if c.margin() > third]
        same = [same_effect(everything[c.root], c, sizes.finalists) for c in found]
        same = deep(same, [np.arange(len(c.turns)) for c in same])
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
        forgetful = self._evaluator.play_out_repeatedly(finals, 1, forgets=True)
        drafts = []
        for final, equals, values in zip(finals, same, forgetful, strict=True):
            draft = self._draft(final, equals, needs_counting=is_behind(values))
            if draft is not None:
                drafts.append((draft, final))
        first = self._evaluator.play_out_repeatedly([final for _, final in drafts], 2)
        going = [
            (draft, final, values)
            for (draft, final), values in zip(drafts, first, strict=True)
            if margin_of(values).highest >= MIN_MARGIN
        ]
        rest = self._evaluator.play_out_repeatedly(
            [final for _, final, _ in going], self._sizes.repeats - 2
        )
        for (draft, final, early), late in zip(going, rest, strict=True):
            values = np.concatenate([early, late], axis=1)
            margin = margin_of(values)
            if margin.lowest >= MIN_MARGIN:
                turn = self._turns.actions(final.turns[margin.second])
                yield replace(
                    draft,
                    refutation=format_turn(draft.view, turn),
                    value=round(float(values[0].mean()), 1),
                    margin=round(margin.mean, 1),
                    error=round(margin.error, 2),
                )

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
