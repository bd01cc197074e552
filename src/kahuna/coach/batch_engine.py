"""The coach's engine with NumPy: all games of a batch advance together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kahuna.batch import SeatMemories, State, from_core, memories_from_core, turn_up
from kahuna.batch.chance import seeds
from kahuna.bots.core_rollouts import BY_POLICY, TO_THE_END
from kahuna.bots.network import Weights
from kahuna.bots.rollouts import Ints, Rollout, choose, rollout
from kahuna.coach.decisions import Situation
from kahuna.coach.engine import Future, Results, Start
from kahuna.coach.futures import play_on, wins_before_scoring
from kahuna.core import ARCHIPELAGO, SEATS, Island, is_chance


class BatchEngine:
    """Runs rollouts with these weights: by NumPy, or with another ``rollout``."""

    def __init__(self, weights: Weights, *, rollout: Rollout = rollout) -> None:
        self._weights = weights
        self._rollout = rollout

    def roll_out(
        self,
        starts: Sequence[Start],
        games: Sequence[tuple[int, int]],
        *,
        seed: int,
        horizon: int = TO_THE_END,
        stops_at_scoring: bool = False,
    ) -> Results:
        """Play each game, and value where that leads."""
        states = from_core([start.state for start in starts], memories=[s.memory for s in starts])
        streams = np.array([start.stream for start in starts])
        kinds, stream = np.unique(streams, return_inverse=True)
        chance: Any = seeds(len(kinds), seed, np)
        states = states._replace(chance=chance[stream])
        if any(is_chance(start.state.public.phase) for start in starts):
            for _ in range(ARCHIPELAGO.open_places):
                states = turn_up(states)
        remembered = [
            (start.recollections[0].of(SEATS[0]), start.recollections[1].of(SEATS[1]))
            for start in starts
        ]
        memories = memories_from_core(remembered)
        places, numbers = np.array(games).T
        is_open = numbers == BY_POLICY
        if is_open.any():
            rows = places[is_open]
            numbers[is_open] = self._choose(
                states.take(rows), memories.take(rows), streams[rows], seed
            )
        # The policy often chooses an action that is compared anyway.
        (places, numbers), game = np.unique((places, numbers), axis=1, return_inverse=True)
        played = self._rollout(
            states.take(places),
            memories.take(places),
            numbers,
            streams[places],
            weights=self._weights,
            seed=seed,
            horizon=horizon,
            stops_at_scoring=stops_at_scoring,
        )
        num_evaluations = played.num_evaluations + int(is_open.sum())
        return Results(played.values[game].tolist(), played.margins[game].tolist(), num_evaluations)

    def play_on(
        self, situation: Situation, numbers: Sequence[int], *, num_worlds: int, seed: str
    ) -> list[list[Future]]:
        """Return what each action leads to, world by world."""
        return play_on(situation, numbers, num_worlds=num_worlds, choose=self._choose, seed=seed)

    def wins_before_scoring(
        self,
        situation: Situation,
        numbers: Sequence[int],
        card: Island,
        *,
        num_worlds: int,
        seed: str,
    ) -> list[list[bool]]:
        """Return in which worlds the player wins an island with a card before the next scoring."""
        return wins_before_scoring(
            situation, numbers, card, num_worlds=num_worlds, choose=self._choose, seed=seed
        )

    def _choose(
        self,
        states: State,
        memories: SeatMemories,
        streams: Ints,
        seed: int,
    ) -> Any:  # noqa: ANN401  # an array of the batch engine
        return choose(states, memories, streams, self._weights, seed)
