"""Verify puzzles: does the solution lead clearly in playouts of two networks to the end?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from typing import Any, NamedTuple

import numpy as np

from kahuna.batch import State, from_core
from kahuna.batch.cards import size
from kahuna.batch.effects import apply
from kahuna.batch.legality import choice_of
from kahuna.batch.state import Clock, pile
from kahuna.bots.core_rollouts import TO_THE_END
from kahuna.core import ACTIONS, any_world
from kahuna.core.memory import memory_of
from kahuna.puzzles.puzzle import Puzzle, parse_turn
from kahuna.train.shared import Weights
from research.puzzles.candidates import Candidate, spread
from research.puzzles.finder import are_natural, with_figures
from research.puzzles.make import start_enumerating
from research.puzzles.margins import is_clear, margin_of
from research.puzzles.turn_evaluator import Samples, Sizes, TurnEvaluator
from research.puzzles.turns import Ints, Turns, join_turns


class Check(NamedTuple):
    """What the verification says about a puzzle."""

    puzzle: Puzzle
    """With new figures."""
    is_clear: bool
    """Whether the solution leads clearly, over all playouts and over those of each network."""
    is_natural: bool
    """Whether the solution does nothing, as the network would anyway."""
    margins: tuple[tuple[float, float], ...]
    """The lead and its standard error, for each network."""

    @property
    def is_good(self) -> bool:
        """Return whether the puzzle can stay."""
        return self.is_clear and not self.is_natural

    def as_json(self) -> dict[str, Any]:
        """Return everything that is new, for a file."""
        return {
            "id": self.puzzle.id,
            "is_clear": self.is_clear,
            "is_natural": self.is_natural,
            "margins": self.margins,
        }


def verify_puzzles(
    networks: Sequence[Weights],
    sizes: Sizes,
    executor: Executor,
    puzzles: Sequence[Puzzle],
    *,
    seed: int,
) -> Iterator[Check]:
    """Check puzzles, round by round, those with the shortest rest of the game first."""
    if not puzzles:
        return
    roots = positions_of(puzzles)
    order = np.argsort(_remaining(roots), kind="stable")
    for start in range(0, len(order), sizes.roots):
        part = order[start : start + sizes.roots]
        chosen = roots.take(part)
        turns = join_turns([f.result() for f in start_enumerating(chosen, executor, sizes)])
        evaluator = TurnEvaluator(networks, sizes, chosen, turns, seed + start)
        yield from _checks(evaluator, sizes, chosen, turns, [puzzles[i] for i in part])


def positions_of(puzzles: Sequence[Puzzle]) -> State:
    """Return the positions of puzzles; what is hidden is arbitrary."""
    views = [puzzle.view for puzzle in puzzles]
    return from_core([any_world(v) for v in views], memories=[memory_of(v) for v in views])


def _remaining(roots: State) -> Ints:
    """Return a number that grows with the rest of the game."""
    last = np.asarray(Clock.LAST_TURNS.of(roots.clock)).astype(np.int64)
    rounds = np.asarray(Clock.ROUND.of(roots.clock)).astype(np.int64)
    cards = np.asarray(size(pile(roots))).astype(np.int64)
    return np.where(last > 0, last - 3, cards - 100 * rounds + 300)


def _checks(
    evaluator: TurnEvaluator, sizes: Sizes, roots: State, turns: Turns, puzzles: Sequence[Puzzle]
) -> Iterator[Check]:
    everything = evaluator.first_look()
    solutions = [_solution(roots.take(c.root), turns, c, puzzles[c.root]) for c in everything]
    places = [
        _first(solution, spread(c, sizes.effects, sizes.turns))[: sizes.turns]
        for c, solution in zip(everything, solutions, strict=True)
    ]
    looked = evaluator.look(everything, places, horizon=TO_THE_END)
    finals = [_final(c, sizes.finalists) for c in looked]
    naturals = are_natural(evaluator, turns, finals)
    for final, natural, samples in zip(finals, naturals, evaluator.verify(finals), strict=True):
        yield _check(puzzles[final.root], final, turns, samples, is_natural=natural)


def _solution(root: State, turns: Turns, candidate: Candidate, puzzle: Puzzle) -> int:
    """Return the place of the solution among the turns of a candidate."""
    *plays, last = (ACTIONS.index(a) for a in parse_turn(puzzle.view, puzzle.solution))
    state = root
    for number in plays:
        state = apply(state, choice_of(state, np.array([number], np.uint32)))
    nodes = turns.node[candidate.turns]
    is_there = turns.end[candidate.turns] == last
    for one, many in zip(_leftovers(state), _leftovers(turns.states), strict=True):
        is_there &= np.asarray(many)[nodes] == np.asarray(one)
    return int(np.flatnonzero(is_there)[0])


def _leftovers(states: State) -> tuple[Any, ...]:
    """Return what distinguishes turns, whatever the order of their plays."""
    return (*states.bridges, *states.cards, *states.buried)


def _first(place: int, others: Ints) -> Ints:
    return np.append(place, others[others != place])


def _final(candidate: Candidate, num: int) -> Candidate:
    """Keep the solution, which is the first turn, and the best turns of other effects."""
    leaders = candidate.leaders()
    leaders = leaders[candidate.effects[leaders] != candidate.effects[0]]
    places = _first(0, leaders)[:num]
    return candidate.only(places, candidate.values[places])


def _check(
    puzzle: Puzzle, final: Candidate, turns: Turns, samples: Samples, *, is_natural: bool
) -> Check:
    margins = (margin_of(values) for values in samples)
    return Check(
        with_figures(puzzle, final, turns, samples),
        is_clear(samples),
        is_natural,
        tuple((round(margin.mean, 2), round(margin.error, 2)) for margin in margins),
    )
