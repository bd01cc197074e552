"""Information-set Monte Carlo tree search with one tree for the one who thinks.

Every iteration samples a world from the belief and walks down a tree of single actions that all
worlds share; chance is drawn anew each time. Actions that are not legal in the world at hand are
left aside, and the bandit counts how often an action was there to be chosen. New actions are tried
in order of what they do at once (progressive bias), and a leaf is played on for a few turns by the
quick player.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log, sqrt, tanh
from random import Random
from time import perf_counter

from kahuna.bots.greedy import GreedyBot
from kahuna.bots.memory import Memory
from kahuna.bots.playout import balance, quick_turn, step
from kahuna.bots.worth import num_cards, worth
from kahuna.core import (
    Action,
    Bury,
    Handicap,
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
"""How much what an action does at once counts at first."""
EXPLORATION = 0.5
SCALE = 30.0
"""The balance of a position at which a game is all but decided."""


@dataclass(slots=True)
class _Node:
    children: dict[Action, _Node] = field(default_factory=dict)
    visits: int = 0
    available: int = 0
    total: float = 0.0
    """Sum of results for the seat that chose the action leading here."""
    bias: float = 0.0


class SearchBot:
    """Thinks for a time, or for a number of simulations; then it is deterministic for a seed."""

    def __init__(
        self,
        rng: Random,
        *,
        seconds: float | None = 0.1,
        simulations: int | None = None,
        depth: int = 2,
        beam: int = 2,
    ) -> None:
        self._rng = rng
        self._seconds = seconds
        self._simulations = simulations
        self._depth = depth
        self._beam = beam
        self._memory = Memory()

    @property
    def name(self) -> str:
        """Its kind and how long it thinks."""
        budget = f"{self._seconds}s" if self._simulations is None else str(self._simulations)
        return f"search:{budget}"

    def decide(self, view: View) -> Action:
        """The action that was tried most."""
        started = perf_counter()
        legal = legal_actions(view)
        if len(legal) == 1:
            return legal[0]
        if isinstance(view.public.phase, Handicap):
            return GreedyBot(self._rng).decide(view)
        belief = self._memory.update(view)
        root = _Node()
        done = 0
        while not self._is_enough(done, started):
            self._iterate(root, world(view, belief.sample(self._rng)))
            done += 1
        return max(root.children, key=lambda action: root.children[action].visits)

    def _is_enough(self, done: int, started: float) -> bool:
        if self._simulations is not None:
            return done >= max(1, self._simulations)
        assert self._seconds is not None
        return done > 0 and perf_counter() - started >= self._seconds

    def _iterate(self, root: _Node, state: State) -> None:
        path: list[tuple[_Node, Seat]] = []
        node = root
        while (seat := mover(state.public.phase)) is not None:
            action, child, is_new = self._choose(node, state, seat)
            path.append((child, seat))
            state = step(state, action, self._rng)
            node = child
            if is_new:
                break
        for _ in range(self._depth + 1):
            state = quick_turn(state, self._rng, self._beam)
        white = tanh(balance(state, Seat.WHITE) / SCALE)
        for child, chooser in path:
            child.visits += 1
            child.total += white if chooser is Seat.WHITE else -white

    def _choose(self, node: _Node, state: State, seat: Seat) -> tuple[Action, _Node, bool]:
        legal = [a for a in legal_actions(view_of(state, seat)) if not _is_idle(a, state)]
        untried = [action for action in legal if action not in node.children]
        for action in legal:
            if action in node.children:
                node.children[action].available += 1
        if untried:
            now = worth(state, seat)
            gains = {action: worth(apply(state, action).state, seat) - now for action in untried}
            for action, gain in gains.items():
                node.children[action] = _Node(bias=tanh(gain / SCALE), available=1)
        return self._select(node, legal)

    def _select(self, node: _Node, legal: list[Action]) -> tuple[Action, _Node, bool]:
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
    """A discard that makes no room for a draw only loses a card."""
    if not isinstance(action, Bury):
        return False
    phase = state.public.phase
    assert isinstance(phase, Turn)
    return num_cards(state, phase.seat) < state.ruleset.board.hand_limit
