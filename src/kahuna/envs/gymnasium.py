"""Kahuna for Gymnasium: one agent against a bot, and many games at once.

:id: ``Kahuna-v0`` or ``kahuna/Kahuna-v0`` (``gymnasium.make`` and ``gymnasium.make_vec``)
:action: a number of the core's catalogue, ``Discrete(189)``
:observation: ``{"observation": uint8 row, "action_mask": int8}``, see docs/observation.md; with
    ``memory=True`` a float32 row that also has what the seat remembers
:reward: 1 for a win, -1 for a loss, 0 for a draw, at the end

An illegal action loses the game: reward -1, terminated, and ``info["is_illegal"]``. Anything that
is not a number of the catalogue, such as 189 or 1.5, raises ``ValueError``.

Version history: v0, the first.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from kahuna.core import ACTIONS, Ruleset, Seat, SeatLike, seat_of
from kahuna.encoding import HIGHS
from kahuna.envs.extras import from_extra
from kahuna.envs.local_game import MEMORY_BOUNDS, LocalGame, Observation
from kahuna.envs.opponents import Opponent, OpponentPool
from kahuna.envs.render import RENDER_MODES, render
from kahuna.record import ruleset_of

with from_extra("gymnasium"):
    import gymnasium
    from gymnasium import spaces

    from kahuna.envs.registration import ENV_IDS, register

ENV_ID = ENV_IDS[0]


def observation_space(*, memory: bool = False) -> spaces.Space[Any]:
    """Return the space of observations of one game, with what a seat remembers if wanted."""
    plain = spaces.Box(0, np.array(HIGHS, np.uint8), dtype=np.uint8)
    return spaces.Dict(
        {
            "observation": spaces.Box(0, MEMORY_BOUNDS, dtype=np.float32) if memory else plain,
            "action_mask": spaces.Box(0, 1, (len(ACTIONS),), dtype=np.int8),
        }
    )


class KahunaEnv(gymnasium.Env[Observation, np.int64]):
    """One agent against an opponent, or against itself."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        opponent: Opponent = None,
        ruleset: Ruleset | str | None = None,
        seat: SeatLike | None = None,
        render_mode: str | None = None,
        *,
        memory: bool = False,
    ) -> None:
        """Create the environment; ``seat`` is the agent's, random for each game by default.

        ``ruleset`` is a :class:`Ruleset` or a word such as ``"ksr"``; ``seat`` may be ``"white"``.
        ``opponent`` is a function from a view to an action, the name of a bot such as ``"keanu"``,
        a list of these of which each game takes one at random, or by default random play. With
        ``"self"`` the agent plays both seats: ``info["seat"]`` is the seat to move next, and the
        reward is that of the seat that moved. With ``memory``, observations include what a seat
        remembers.
        """
        if render_mode not in (None, *RENDER_MODES):
            known = ", ".join(RENDER_MODES)
            raise ValueError(f"there is no render mode {render_mode!r}; there are {known}")
        self._opponents = OpponentPool(opponent)
        self._ruleset = Ruleset() if ruleset is None else ruleset_of(ruleset)
        self._fixed_seat = None if seat is None else seat_of(seat)
        self.render_mode = render_mode
        self._has_memory = memory
        self.observation_space = observation_space(memory=memory)
        self.action_space = spaces.Discrete(len(ACTIONS))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game, and let the opponent move until it is the agent's turn."""
        super().reset(seed=seed)
        rng = Random(int(self.np_random.integers(1 << 32)))
        chosen = rng.choice(list(Seat))
        self._seat = chosen if self._fixed_seat is None else self._fixed_seat
        self._bot = self._opponents.choose(rng)
        self._table = LocalGame(self._ruleset, rng, memory=self._has_memory)
        self._let_opponent_move()
        return self._table.observe(self._seat), {"seat": int(self._seat)}

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action, and let the opponent move until it is the agent's turn again."""
        if action not in self.action_space:
            raise ValueError(f"{action!r} is not in {self.action_space}")
        observation = self._table.observe(self._seat)
        if not observation["action_mask"][int(action)]:
            return observation, -1.0, True, False, {"seat": int(self._seat), "is_illegal": True}
        seat = self._seat
        self._table.play_number(int(action))
        self._let_opponent_move()
        is_over = self._table.outcome is not None
        info = {"seat": int(self._seat), "is_illegal": False}
        return self._table.observe(self._seat), self._table.reward(seat), is_over, False, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are legal now, as MaskablePPO of sb3-contrib asks for them."""
        return self._table.observe(self._seat)["action_mask"].astype(np.bool_)

    def render(self) -> Any:  # noqa: ANN401  # text or pixels, as the mode wants
        """Draw the board as text, as SVG, or as an array of pixels (height, width, 3)."""
        return render(self.render_mode, self._ruleset, self._table.bridges)

    def _let_opponent_move(self) -> None:
        if self._bot is None:
            self._seat = self._seat if self._table.seat is None else self._table.seat
            return
        other = self._seat.other
        while self._table.seat is other:
            self._table.play(self._bot(self._table.view(other)))


register()
