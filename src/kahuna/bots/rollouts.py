"""Play many positions on with the champion's network, all in one batch.

What a player does and what a position is worth is written for NumPy and JAX; the loop over the
decisions is for NumPy, and leaves out games that are over.

Shapes: ``n`` rollouts; values are results for White from -1 to 1.
"""

from __future__ import annotations

from itertools import count
from types import ModuleType
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from kahuna.batch import (
    SeatMemories,
    State,
    act,
    is_over,
    legal_masks,
    mover,
    observe,
    outcome,
    remember_ply,
)
from kahuna.batch.arrays import popcount, signed
from kahuna.batch.cards import size
from kahuna.batch.chance import mixed
from kahuna.batch.scoring import WHITE_RESULTS, scores_of
from kahuna.batch.state import Clock, pile
from kahuna.bots.core_rollouts import BY_POLICY, LATE, TO_THE_END
from kahuna.bots.network import Array, Weights, forward
from kahuna.bots.networks import TEMPERATURE
from kahuna.core import ACTIONS
from kahuna.core.scoring import ROUNDS

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]

CHUNK: Final = 2048
"""Rollouts evaluated at once: enough to keep matrix products fast, few enough to stay in cache."""


class Rollouts(NamedTuple):
    """The results of some rollouts."""

    values: Floats
    """The expected result for White of each position after its first action: (n,)."""
    margins: Floats
    """Points and islands that White has more than Black where the rollout ends: (n,)."""
    num_evaluations: int
    """How often the network was evaluated."""


class Rollout(Protocol):
    """A way to run rollouts: :func:`rollout`, or the same on an accelerator."""

    def __call__(
        self,
        states: State,
        memories: SeatMemories,
        actions: Ints,
        streams: Ints,
        *,
        weights: Weights,
        seed: int,
        horizon: int = TO_THE_END,
        stops_at_scoring: bool = False,
    ) -> Rollouts:
        """Play on after the first actions, and evaluate where that leads."""
        ...


def rollout(
    states: State,
    memories: SeatMemories,
    actions: Ints,
    streams: Ints,
    *,
    weights: Weights,
    seed: int,
    horizon: int = TO_THE_END,
    stops_at_scoring: bool = False,
) -> Rollouts:
    """Play on after the first actions, and evaluate where that leads.

    Both sides play by the network's policy, each on what it sees and remembers. A rollout ends
    with the game, or after ``horizon`` decisions unless the end is near, or at the next scoring if
    it ``stops_at_scoring``; the network values a position in which the game is not over. Rollouts
    of the same stream draw the same random numbers for the policy; positions with equal generators
    draw the same cards.
    """
    num = len(actions)
    values, margins = np.empty(num), np.empty(num)
    num_evaluations = 0
    for start in range(0, num, CHUNK):
        part = np.arange(start, min(start + CHUNK, num))
        values[part], margins[part], evaluated = _rollout(
            states.take(part),
            memories.take(part),
            actions[part],
            streams[part],
            weights,
            seed,
            horizon,
            stops_at_scoring=stops_at_scoring,
        )
        num_evaluations += evaluated
    return Rollouts(values, margins, num_evaluations)


def _rollout(
    states: State,
    memories: SeatMemories,
    actions: Ints,
    streams: Ints,
    weights: Weights,
    seed: int,
    horizon: int,
    *,
    stops_at_scoring: bool,
) -> Rollouts:
    values, margins = np.zeros(len(actions)), np.zeros(len(actions))
    places = np.arange(len(actions))
    rounds = round_numbers(states)
    num_evaluations = 0
    chosen: Any = actions
    for depth in count():
        if depth or (actions == BY_POLICY).any():
            picked = choose(states, memories, streams[places], weights, seed + depth)
            num_evaluations += len(places)
            chosen = picked if depth else np.where(actions == BY_POLICY, picked, actions)
        states, memories = play(states, memories, chosen)
        over: Any = is_over(states) >= 1
        is_cut = ~over & ~is_late(states) & (depth >= horizon)
        if stops_at_scoring:
            is_cut |= ~over & (round_numbers(states) != rounds[places])
        if over.any():
            values[places[over]] = results(states.take(over), np)
        if is_cut.any():
            cut_states, cut_memories = states.take(is_cut), memories.take(is_cut)
            values[places[is_cut]] = evaluate(cut_states, cut_memories, weights, np)
            num_evaluations += len(cut_states)
        ends = over | is_cut
        if ends.any():
            margins[places[ends]] = white_margins(states.take(ends))
            if ends.all():
                break
            states, memories, places = states.take(~ends), memories.take(~ends), places[~ends]
    return Rollouts(values, margins, num_evaluations)


def round_numbers(states: State) -> Array:
    """Return the number of the round of each game."""
    return Clock.ROUND.of(states.clock)


def is_late(states: State) -> Array:
    """Return which games are so near to their end that they have to be played out."""
    cards_left: Array = size(pile(states))
    return (round_numbers(states) == ROUNDS) & (cards_left <= LATE)


def white_margins(states: State) -> Array:
    """Return how many points and islands White has more than Black: (n,)."""
    pairs = [(signed(white), signed(black)) for white, black in scores_of(states)[: ROUNDS - 1]]
    white, black = map(popcount, states.held)
    return sum((own - their for own, their in pairs), start=signed(white) - signed(black))


def play(
    states: State,
    memories: SeatMemories,
    actions: Any,  # noqa: ANN401
) -> tuple[State, SeatMemories]:
    """Play one ply in every game; both seats remember it."""
    actions = actions.astype(np.uint32)
    after = act(states, actions).states
    return after, remember_ply(memories, states, actions, after)


def choose(
    states: State, memories: SeatMemories, streams: Ints, weights: Weights, seed: int
) -> Any:  # noqa: ANN401
    """Sample an action of each game from the network's policy; equal streams draw equal noise."""
    kinds, stream = np.unique(streams, return_inverse=True)
    return sample_actions(states, memories, weights, gumbel_noise(kinds, seed)[stream], np)


def gumbel_noise(streams: Ints, seed: int) -> npt.NDArray[np.float32]:
    """Return the noise of each stream for all actions: (n, 189).

    Hashed numbers are several times faster here than a generator of NumPy for every stream.
    """
    first, second = np.random.SeedSequence(seed).generate_state(2, np.uint32)
    actions = np.arange(len(ACTIONS), dtype=np.uint32)
    numbers = streams.astype(np.uint32)[:, None] * np.uint32(len(ACTIONS)) + actions
    bits = mixed(mixed(numbers + first) + second) >> 9  # The midpoints of so many are exact.
    uniform = (bits.astype(np.float32) + np.float32(0.5)) * np.float32(2**-23)
    noise: npt.NDArray[np.float32] = -np.log(-np.log(uniform))
    return noise


def sample_actions(
    states: State,
    memories: SeatMemories | None,
    weights: Weights,
    noise: Array,
    space: ModuleType,
    temperature: float | Array = TEMPERATURE,
) -> Array:
    """Sample an action of each game from the network's policy, by Gumbel noise (n, 189).

    Networks of the first version need no memories.
    """
    logits = forward(weights, observe(states, mover(states), memories), space).logits / temperature
    return space.where(legal_masks(states), logits + noise, -np.inf).argmax(axis=1)


def evaluate(
    states: State, memories: SeatMemories | None, weights: Weights, space: ModuleType
) -> Array:
    """Return the network's value of each position, for White, as its mover sees it."""
    to_move: Any = mover(states)
    values = forward(weights, observe(states, to_move, memories), space).value
    return space.where(to_move == 1, -values, values)


def results(states: State, space: ModuleType) -> Array:
    """Return White's result (1, 0 or -1) of finished games."""
    winner: Any = outcome(states).winner
    return space.asarray(WHITE_RESULTS, dtype=np.float32)[winner]
