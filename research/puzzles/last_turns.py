"""Find puzzles in the very last turn of games, where nothing is left to chance.

The game is scored after it, so that the result of every turn is known exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import numpy as np

from kahuna.batch import State, act, is_over, mover, new, outcome
from kahuna.batch.state import Clock
from kahuna.bots.network import Weights
from kahuna.bots.rollouts import sample_actions
from kahuna.core import ACTIONS, Action, Bury
from kahuna.puzzles.puzzle import Puzzle
from research.puzzles.drafts import as_set_up, begins_turn, draft_puzzle
from research.puzzles.puzzle_text import format_turn
from research.puzzles.rulesets import rulesets
from research.puzzles.turns import Turns, concatenate, enumerate_turns

MAX_DECISIONS: Final = 200
MAX_NODES: Final = 600
_SHARES: Final = np.array([[100.0, 0.0, 50.0], [0.0, 100.0, 50.0]])
"""Points of each seat, by the winner's number: White, Black, nobody."""


def last_turn_puzzles(weights: Weights, num_games: int, seed: int) -> Iterator[Puzzle]:
    """Play games of the champion, and yield the puzzles in their last turns."""
    roots = _last_turns(weights, num_games, seed)
    turns = enumerate_turns(roots, max_nodes=MAX_NODES)
    if not len(turns.node):
        return
    states = turns.states.take(turns.node)
    seats = np.asarray(mover(states))
    after = act(states, turns.end.astype(np.uint32)).states
    values = _SHARES[seats, np.asarray(outcome(after).winner)]
    root, effects = turns.root[turns.node], turns.effects()
    for number in np.unique(root):
        places = np.flatnonzero(root == number)
        is_best = values[places] == values[places].max()
        if len(set(effects[places[is_best]])) == 1 and not is_best.all():
            puzzle = _puzzle(roots.take(int(number)), turns, values, places, is_best)
            if puzzle is not None:
                yield puzzle


def _puzzle(root: State, turns: Turns, values: Any, places: Any, is_best: Any) -> Puzzle | None:  # noqa: ANN401
    equals = [turns.actions(turn) for turn in places[is_best]]
    if min(map(len, equals)) == 1:
        return None  # To do nothing in the last turn teaches nothing.
    draft = draft_puzzle(root, min(equals, key=len), equals, needs_counting=False)
    if draft is None:
        return None
    others = places[~is_best]
    second = values[others].max()
    refutations = [turns.actions(turn) for turn in others[values[others] == second]]
    value = float(values[places].max())
    return replace(
        draft,
        refutation=format_turn(draft.view, sorted(refutations, key=_appeal)[0]),
        value=value,
        margin=value - float(second),
    )


def _appeal(turn: list[Action]) -> tuple[int, int]:
    """Order turns by how tempting they are: no discards, many plays."""
    return sum(isinstance(action, Bury) for action in turn), -len(turn)


def _last_turns(weights: Weights, num: int, seed: int) -> State:
    """Play games to the beginning of the last turn."""
    rng = np.random.default_rng(seed)
    states = new(num, rulesets(num), seed=seed)
    found = []
    for _ in range(MAX_DECISIONS):
        is_last = begins_turn(states) & (np.asarray(Clock.LAST_TURNS.of(states.clock)) == 1)
        if is_last.any():
            found.append(states.take(is_last))
        goes_on = ~is_last & ~np.asarray(is_over(states))
        if not goes_on.any():
            break
        states = states.take(goes_on)
        chosen = sample_actions(
            states, None, weights, rng.gumbel(size=(len(states), len(ACTIONS))), np
        )
        states = act(states, chosen.astype(np.uint32)).states
    return as_set_up(concatenate(found))
