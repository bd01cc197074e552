"""Many games at once for Gymnasium: one agent in each, against a bot.

Against random play, or a function that plays many games, they run on the batch engine. Named bots
decide on views, so games against them are played one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from kahuna import batch
from kahuna.batch.arrays import Array, mask, pick
from kahuna.batch.effects import apply
from kahuna.batch.legality import choice_of, is_legal
from kahuna.batch.state import Clock, Phase
from kahuna.core import ACTIONS, Ruleset, SeatLike, seat_of
from kahuna.envs.extras import from_extra
from kahuna.envs.gymnasium import KahunaEnv, observation_space
from kahuna.envs.local_game import MEMORY_BOUNDS
from kahuna.envs.opponents import OpponentPool
from kahuna.record import ruleset_of

with from_extra("gymnasium"):
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
    from gymnasium.vector.utils import batch_space

Flags: TypeAlias = npt.NDArray[np.bool_]
Observations: TypeAlias = dict[str, npt.NDArray[Any]]

BatchBot: TypeAlias = Callable[[npt.NDArray[Any], Flags], Array]
"""A bot for many games: from observations (n, SIZE) and masks (n, 189) to action numbers (n,).

It is called for all games at once; its answers for games in which it is not to move are ignored."""


_NO_ACTION = np.uint32(len(ACTIONS))
"""A number outside the catalogue: nothing happens in this game."""


class NamedOpponentVectorEnv(SyncVectorEnv):
    """Games against named bots, one :class:`KahunaEnv` each."""

    def action_masks(self) -> Flags:
        """Return which actions are legal now: booleans of shape (n, 189)."""
        return np.stack(self.call("action_masks"))


def make_vector_env(
    num_envs: int = 1,
    opponent: BatchBot | str | Sequence[str] | None = None,
    **options: Any,  # noqa: ANN401  # those of the environments
) -> VectorEnv[Any, Any, Any]:
    """Make the environments of ``gymnasium.make_vec``.

    ``opponent`` is a function that plays many games, the name of a bot such as ``"keanu"``, or a
    list of names of which each game takes one at random. The options are those of
    :class:`KahunaVectorEnv`.
    """
    if opponent is None or callable(opponent):
        return KahunaVectorEnv(num_envs, opponent, **options)
    OpponentPool(opponent)  # Wrong names are reported at once.
    return NamedOpponentVectorEnv(
        [lambda: KahunaEnv(opponent, **options)] * num_envs, autoreset_mode=AutoresetMode.NEXT_STEP
    )


class KahunaVectorEnv(VectorEnv[Observations, Any, Any]):
    """Many games at once; a finished game is replaced by a new one in the next step."""

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        opponent: BatchBot | None = None,
        ruleset: Ruleset | str | None = None,
        seat: SeatLike | None = None,
        *,
        memory: bool = False,
    ) -> None:
        """Create the environments; ``seat`` is the agent's, random for each game by default.

        With ``memory``, observations include what a seat remembers, also the bot's.
        """
        if opponent is not None and not callable(opponent):
            raise ValueError(
                f"{opponent!r} is not a function that plays many games; "
                "gymnasium.make_vec('Kahuna-v0', opponent=…) also takes the names of bots"
            )
        self.num_envs = num_envs
        self._opponent = opponent
        self._ruleset = Ruleset() if ruleset is None else ruleset_of(ruleset)
        self._fixed_seat = None if seat is None else seat_of(seat)
        self.single_action_space = spaces.Discrete(len(ACTIONS))
        self._has_memory = memory
        self.single_observation_space = observation_space(memory=memory)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Deal all games."""
        super().reset(seed=seed)
        number = int(self.np_random.integers(1 << 32))
        self._states = batch.new(self.num_envs, self._ruleset, seed=number)
        self._memories = batch.start_memories(self._states) if self._has_memory else None
        self._seats = self._draw_seats()
        self._is_done = np.zeros(self.num_envs, dtype=np.bool_)
        self._let_bot_move()
        return self._observe(), {"seat": self._seats.copy()}

    def step(
        self, actions: npt.NDArray[Any]
    ) -> tuple[Observations, npt.NDArray[np.float64], Flags, Flags, dict[str, Any]]:
        """Play an action in every game; where the game was over, deal a new one instead."""
        if np.asarray(actions) not in self.action_space:
            raise ValueError(f"{actions!r} is not in {self.action_space}")
        fresh = self._is_done
        self._give_up(fresh)
        if self._memories is not None:
            over = batch.is_over(self._states)
            self._memories = batch.restart_memories(self._memories, self._states, over)
        self._states = batch.reset(self._states)
        self._seats = np.where(fresh, self._draw_seats(), self._seats)
        numbers = np.asarray(actions, dtype=np.uint32)
        is_good = np.asarray(is_legal(self._states, choice_of(self._states, numbers))) != 0
        self._play(numbers, is_good & ~fresh)
        self._let_bot_move()
        is_illegal = ~is_good & ~fresh
        is_over = np.asarray(batch.is_over(self._states))
        rewards = np.where(is_illegal, -1.0, self._rewards())
        self._is_done = is_over | is_illegal
        truncations = np.zeros(self.num_envs, dtype=np.bool_)
        info = {"seat": self._seats.copy(), "is_illegal": is_illegal}
        return self._observe(), rewards, self._is_done.copy(), truncations, info

    def action_masks(self) -> Flags:
        """Return which actions are legal now: booleans of shape (n, 189)."""
        masks: Flags = np.asarray(batch.legal_masks(self._states)) & self._is_waiting(True)[:, None]
        return masks

    def _draw_seats(self) -> Array:
        if self._fixed_seat is not None:
            return np.full(self.num_envs, self._fixed_seat, dtype=np.uint32)
        return self.np_random.integers(2, size=self.num_envs).astype(np.uint32)

    def _is_waiting(self, is_own: bool) -> Flags:
        """Return where the agent is to move, or where the bot is."""
        is_black = np.asarray(batch.mover(self._states)) == 1
        is_turn = ~(batch.is_over(self._states) | batch.is_chance(self._states))
        flags: Flags = is_turn & ((is_black == (self._seats == 1)) == is_own)
        return flags

    def _let_bot_move(self) -> None:
        while (waits := self._is_waiting(False)).any():
            if self._opponent is None:
                actions, states = batch.random_actions(self._states)
                self._states = states
            else:
                rows = self._rows(self._seats ^ np.uint32(1))
                masks = np.asarray(batch.legal_masks(self._states))
                actions = np.asarray(self._opponent(rows, masks), dtype=np.uint32)
            is_good = np.asarray(is_legal(self._states, choice_of(self._states, actions))) != 0
            illegal = waits & ~is_good
            if illegal.any():
                number = int(np.flatnonzero(illegal)[0])
                raise ValueError(f"the bot chose an illegal action in game {number}")
            self._play(actions, waits)

    def _play(self, actions: Array, acts: Flags) -> None:
        """Play the chosen actions in these games, and draw the cards that follow."""
        before = self._states
        actions = np.where(acts, actions, _NO_ACTION)
        self._states = apply(before, choice_of(before, actions))
        while batch.is_chance(self._states).any():
            self._states = batch.turn_up(self._states)
        if self._memories is not None:
            self._memories = batch.remember_ply(self._memories, before, actions, self._states)

    def _give_up(self, where: Flags) -> None:
        """Mark these games as over, so that new ones are dealt."""
        clock = self._states.clock
        over = (clock & 0) + Clock.PHASE.at(Phase.OVER)
        self._states = self._states._replace(clock=pick(mask(where), over, clock))

    def _rewards(self) -> npt.NDArray[np.float64]:
        both = np.asarray(batch.rewards(self._states), dtype=np.float64)
        rewards: npt.NDArray[np.float64] = both[np.arange(self.num_envs), self._seats]
        return rewards

    def _observe(self) -> Observations:
        return {
            "observation": self._rows(self._seats),
            "action_mask": self.action_masks().astype(np.int8),
        }

    def _rows(self, seats: Array) -> npt.NDArray[Any]:
        rows = np.asarray(batch.observe(self._states, seats, self._memories))
        return rows if self._memories is None else np.minimum(rows, MEMORY_BOUNDS)
