"""Kahuna for PettingZoo: two agents that take turns, with a mask of legal actions.

:import: ``from kahuna.envs import pettingzoo as kahuna_v0``
:agents: ``white``, ``black``
:action: a number of the core's catalogue, ``Discrete(189)``
:observation: ``{"observation": uint8 row, "action_mask": int8}``, see docs/observation.md; with
    ``memory=True`` a float32 row that also has what the seat remembers
:reward: 1 for a win, -1 for a loss, 0 for a draw, at the end

An illegal action loses the game for whoever chose it; that is PettingZoo's own wrapper.

Version history: v0, the first.
"""

from __future__ import annotations

from random import Random
from typing import Any

from kahuna.core import ACTIONS, Ruleset, Seat, SeatLike, seat_of
from kahuna.envs.extras import from_extra
from kahuna.envs.gymnasium import observation_space
from kahuna.envs.local_game import LocalGame, Observation
from kahuna.record import ruleset_of

with from_extra("pettingzoo"):
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

AGENTS = ("white", "black")
"""The agents, in the order of the seats."""


def env(**options: Any) -> AECEnv[str, Any, Any]:  # noqa: ANN401
    """Return the environment with the usual wrappers; the options are those of :class:`raw_env`."""
    wrapped: AECEnv[str, Any, Any] = raw_env(**options)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv[str, Any, Any]):  # type: ignore[misc]  # noqa: N801  # PettingZoo's name
    """The environment without wrappers."""

    metadata = {"name": "kahuna_v0", "is_parallelizable": False, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        ruleset: Ruleset | str | None = None,
        first: SeatLike | None = None,
        render_mode: None = None,
        *,
        memory: bool = False,
    ) -> None:
        super().__init__()
        self._ruleset = Ruleset() if ruleset is None else ruleset_of(ruleset)
        self._first = None if first is None else seat_of(first)
        self.render_mode = render_mode
        self._rng = Random()
        self.possible_agents = list(AGENTS)
        self.action_spaces = {agent: spaces.Discrete(len(ACTIONS)) for agent in AGENTS}
        self._has_memory = memory
        self.observation_spaces = {agent: observation_space(memory=memory) for agent in AGENTS}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """Return what an agent knows and may do now."""
        return self._table.observe(Seat(AGENTS.index(agent)))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game."""
        if seed is not None:
            self._rng = Random(seed)
        self._table = LocalGame(
            self._ruleset, self._rng, first=self._first, memory=self._has_memory
        )
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._select()

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        space = self.action_space(self.agent_selection)
        if action is None or action not in space:
            raise ValueError(f"{action!r} is not in {space}")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._table.play_number(int(action))
        if self._table.outcome is not None:
            for seat, agent in enumerate(AGENTS):
                self.rewards[agent] = self._table.reward(Seat(seat))
                self.terminations[agent] = True
        self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        seat = self._table.seat
        if seat is not None:
            self.agent_selection = AGENTS[seat]

    def render(self) -> None:
        """Do nothing; ``kahuna play`` shows games."""

    def close(self) -> None:
        """Do nothing; no resources are held."""
