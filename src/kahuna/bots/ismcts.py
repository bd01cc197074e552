"""Information-set Monte Carlo tree search, single observer (SO-ISMCTS).

Every iteration samples a world from the belief and descends a tree of single actions that all
worlds share; chance is sampled anew each time. Actions that are illegal in the sampled world are
skipped, and the bandit counts how often each action was available. Progressive bias orders
untried actions by their immediate evaluation, and a leaf is played on for a few turns with the
fast policy.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log, sqrt, tanh
from random import Random
from time import perf_counter

from kahuna.bots.evaluation import evaluate, num_cards
from kahuna.bots.playout import balance, quick_turn, step
from kahuna.bots.trackers import track_belief
from kahuna.core import (
    Action,
    Bury,
    Seat,
    State,
    Turn,
    View,
    apply,
    legal_actions,
    mover,
    view_of,
    world,
)

BIAS = 0.6
"""Initial weight of an action's immediate evaluation."""
EXPLORATION = 0.5
SCALE = 30.0
"""The balance at which a game is all but decided."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchBudget:
    """How long a search runs for a decision, and how far it looks."""

    seconds: float | None = 0.1
    simulations: int | None = None
    """If given, the time limit is ignored."""
    depth: int = 2
    """Turns played on after the leaf's turn."""
    beam: int = 2

    def is_enough(self, done: int, started: float) -> bool:
        """Return whether the budget is used up; at least one simulation always runs."""
        if self.simulations is not None:
            return done >= max(1, self.simulations)
        assert self.seconds is not None
        return done > 0 and perf_counter() - started >= self.seconds


@dataclass(slots=True)
class _Node:
    children: dict[Action, _Node] = field(default_factory=dict)
    visits: int = 0
    available: int = 0
    total: float = 0.0
    """Sum of results for the seat that chose the action leading here."""
    bias: float = 0.0


class TreeSearch:
    """Search each decision of a game, keeping the belief between decisions."""

    def __init__(self, budget: SearchBudget) -> None:
        self._budget = budget
        self._tracker = track_belief()

    def visits(self, view: View, rng: Random) -> dict[Action, int]:
        """Return how often each action was visited."""
        started = perf_counter()
        belief = self._tracker.update(view)
        root = _Node()
        done = 0
        while not self._budget.is_enough(done, started):
            self._iterate(root, world(view, belief.sample(rng)), rng)
            done += 1
        return {action: child.visits for action, child in root.children.items()}

    def _iterate(self, root: _Node, state: State, rng: Random) -> None:
        path: list[tuple[_Node, Seat]] = []
        node = root
        while (seat := mover(state.public.phase)) is not None:
            action, child, is_new = _choose(node, state, seat)
            path.append((child, seat))
            state = step(state, action, rng)
            node = child
            if is_new:
                break
        for _ in range(self._budget.depth + 1):
            state = quick_turn(state, rng, self._budget.beam)
        white = tanh(balance(state, Seat.WHITE) / SCALE)
        for child, chooser in path:
            child.visits += 1
            child.total += white if chooser is Seat.WHITE else -white


def _choose(node: _Node, state: State, seat: Seat) -> tuple[Action, _Node, bool]:
    legal = [a for a in legal_actions(view_of(state, seat)) if not _is_idle(a, state)]
    untried = [action for action in legal if action not in node.children]
    for action in legal:
        if action in node.children:
            node.children[action].available += 1
    if untried:
        now = evaluate(state, seat)
        gains = {action: evaluate(apply(state, action).state, seat) - now for action in untried}
        for action, gain in gains.items():
            node.children[action] = _Node(bias=tanh(gain / SCALE), available=1)
    return _select(node, legal)


def _select(node: _Node, legal: list[Action]) -> tuple[Action, _Node, bool]:
    def score(action: Action) -> float:
        child = node.children[action]
        bias = BIAS * child.bias / (1 + child.visits)
        if not child.visits:
            return 1.0 + bias
        spread = EXPLORATION * sqrt(log(child.available + 1) / child.visits)
        return child.total / child.visits + spread + bias

    action = max(legal, key=score)
    child = node.children[action]
    return action, child, not child.visits


def _is_idle(action: Action, state: State) -> bool:
    """Return whether an action discards a card without making room for a draw."""
    if not isinstance(action, Bury):
        return False
    phase = state.public.phase
    assert isinstance(phase, Turn)
    return num_cards(state, phase.seat) < state.ruleset.board.hand_limit
