"""Kahuna for Gymnasium: one agent against a bot, and many games at once.

| | |
|---|---|
| id | ``kahuna/Kahuna-v0`` (``gymnasium.make`` and ``gymnasium.make_vec``) |
| action | a number of the core's catalogue, ``Discrete(189)`` |
| observation | ``{"observation": uint8 row, "action_mask": int8}``, see docs/observation.md |
| reward | 1 for a win, -1 for a loss, 0 for a draw, at the end |

An illegal action loses the game: reward -1, terminated, and ``info["is_illegal"]``. Anything that
is no number of the catalogue, such as 189 or 1.5, raises ``ValueError``.

Version history: v0, the first.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces

from kahuna.core import ACTIONS, Action, Ruleset, Seat, View, legal_actions
from kahuna.encoding import HIGHS
from kahuna.envs.local_game import LocalGame, Observation

ENV_ID = "kahuna/Kahuna-v0"

Bot: TypeAlias = Callable[[View], Action]
"""Whoever plays the other seat: a function from what it sees to what it does."""


def random_bot(rng: Random) -> Bot:
    """Return a bot that plays legal actions at random."""
    return lambda view: rng.choice(legal_actions(view))


def observation_space() -> spaces.Space[Any]:
    """Return the space of observations of one game."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, np.array(HIGHS, np.uint8), dtype=np.uint8),
            "action_mask": spaces.Box(0, 1, (len(ACTIONS),), dtype=np.int8),
        }
    )


class KahunaEnv(gymnasium.Env[Observation, np.int64]):
    """One agent against a bot; without one, against random play."""

    metadata = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        opponent: Bot | None = None,
        ruleset: Ruleset | None = None,
        seat: Seat | None = None,
        render_mode: None = None,
    ) -> None:
        """Create the environment; ``seat`` is the agent's, random for each game by default."""
        self._opponent = opponent
        self._ruleset = Ruleset() if ruleset is None else ruleset
        self._fixed_seat = None if seat is None else Seat(seat)
        self.render_mode = render_mode
        self.observation_space = observation_space()
        self.action_space = spaces.Discrete(len(ACTIONS))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game, and let the bot move until it is the agent's turn."""
        super().reset(seed=seed)
        rng = Random(int(self.np_random.integers(1 << 32)))
        chosen = rng.choice(list(Seat))
        self._seat = chosen if self._fixed_seat is None else self._fixed_seat
        self._bot = random_bot(rng) if self._opponent is None else self._opponent
        self._table = LocalGame(self._ruleset, rng)
        self._let_bot_move()
        return self._table.observe(self._seat), {"seat": int(self._seat)}

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action, and let the bot move until it is the agent's turn again."""
        if action not in self.action_space:
            raise ValueError(f"{action!r} is not in {self.action_space}")
        observation = self._table.observe(self._seat)
        if not observation["action_mask"][int(action)]:
            return observation, -1.0, True, False, {"seat": int(self._seat), "is_illegal": True}
        self._table.play_number(int(action))
        self._let_bot_move()
        is_over = self._table.outcome is not None
        reward = self._table.reward(self._seat)
        info = {"seat": int(self._seat), "is_illegal": False}
        return self._table.observe(self._seat), reward, is_over, False, info

    def _let_bot_move(self) -> None:
        other = self._seat.other
        while self._table.seat is other:
            self._table.play(self._bot(self._table.view(other)))


def register() -> None:
    """Register the ids with Gymnasium; importing this module does it."""
    if ENV_ID not in gymnasium.registry:
        gymnasium.register(
            ENV_ID,
            entry_point="kahuna.envs.gymnasium:KahunaEnv",
            vector_entry_point="kahuna.envs.gymnasium_vector:KahunaVectorEnv",
        )


register()
