"""Let OpenSpiel's own information-set search take part, as an independent reference.

This is OpenSpiel's Python search; its C++ searches cannot play games written in Python.
"""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import Any

from numpy.random import RandomState
from open_spiel.python.algorithms.ismcts import ISMCTSBot, ISMCTSFinalPolicyType
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from kahuna.core import ACTIONS, Action, View, legal_actions
from kahuna.envs.openspiel import KahunaGame

EXPLORATION = 2.0


class OpenSpielBot:
    """Search for a fixed time with OpenSpiel's ISMCTS and random rollouts."""

    def __init__(self, rng: Random, seconds: float) -> None:
        self._rng = rng
        self._seconds = seconds

    @property
    def name(self) -> str:
        """Return the spec of the bot."""
        return f"openspiel:{self._seconds}s"

    def decide(self, view: View) -> Action:
        """Return the choice of OpenSpiel's search."""
        legal = legal_actions(view)
        if len(legal) == 1:
            return legal[0]
        until = perf_counter() + self._seconds
        game = KahunaGame(ruleset=view.ruleset)
        random_state = RandomState(self._rng.getrandbits(32))
        search = _TimedSearch(game, random_state, until)
        return ACTIONS[int(search.step(game.state_of(view)))]


class _TimedSearch(ISMCTSBot):  # type: ignore[misc]  # open_spiel has no types
    """OpenSpiel's search with a time limit instead of a number of simulations."""

    def __init__(self, game: KahunaGame, random_state: RandomState, until: float) -> None:
        super().__init__(
            game,
            RandomRolloutEvaluator(1, random_state),
            EXPLORATION,
            max_simulations=0,
            random_state=random_state,
            final_policy_type=ISMCTSFinalPolicyType.MAX_VALUE,
        )
        self._until = until

    def run_search(self, state: Any) -> list[tuple[int, float]]:  # noqa: ANN401
        """Run simulations until the time is up, at least two: the first only expands the root."""
        self.reset()
        root = self._root_node = self.create_new_node(state)
        while root.total_visits < 1 or perf_counter() < self._until:
            self.run_simulation(self.sample_root_state(state))
        policy: list[tuple[int, float]] = self.get_final_policy(state, root)
        return policy
