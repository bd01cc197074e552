"""Playouts of candidate actions on the batch engine, all together."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from random import Random
from typing import Any

import numpy as np

from kahuna.batch import SeatMemories, State, from_core, memories_from_core, mover
from kahuna.bots.core_rollouts import Situation
from kahuna.bots.network import Weights
from kahuna.bots.rollouts import Floats, rollout
from kahuna.core import world
from kahuna.encoding import memory_of


def batch_values(
    weights: Weights,
    situation: Situation,
    candidates: Sequence[int],
    num: int,
    rng: Random,
    *,
    horizon: int,
) -> Generator[None, None, list[list[float]]]:
    """Return each candidate's playout values in sampled states, in one step.

    ``kahuna.bots.core_rollouts.rollout_values`` does the same by the core.
    """
    yield
    found = evaluate(situation, candidates, num, weights, rng, horizon=horizon)
    return [values.tolist() for values in found]


def evaluate(
    situation: Situation,
    candidates: Sequence[int],
    num: int,
    weights: Weights,
    rng: Random,
    *,
    horizon: int,
) -> list[Floats]:
    """Return each candidate's playout values in ``num`` states sampled from the belief."""
    view, belief, recollection = situation
    worlds = [world(view, belief.sample(rng)) for _ in range(num)]
    seed = rng.getrandbits(32)
    states = from_core(worlds, memories=[memory_of(view)] * num, seed=seed)
    memories = memories_from_core([recollection.of_both()]).take(np.zeros(num, np.intp))
    return playouts(states, memories, candidates, weights, seed, horizon=horizon)


def playouts(
    states: State,
    memories: SeatMemories,
    candidates: Sequence[int],
    weights: Weights,
    seed: int,
    *,
    horizon: int,
) -> list[Floats]:
    """Return each candidate's playout values, one per state, for the mover.

    All candidates share the states, the chance events and the random numbers of the policy.
    """
    num = states.clock.shape[0]
    copies = np.tile(np.arange(num), len(candidates))
    played = rollout(
        states.take(copies),
        memories.take(copies),
        np.repeat(np.array(candidates), num),
        copies,
        horizon=horizon,
        weights=weights,
        seed=seed,
    )
    is_black: Any = mover(states)
    return list(np.where(is_black, -1.0, 1.0) * played.values.reshape(len(candidates), num))
