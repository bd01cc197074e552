"""Sample positions from games of the champion: the beginnings of random turns."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np

from kahuna.batch import State, new
from kahuna.train.shared import Weights
from research.jax_rollouts import advance, to_numpy
from research.puzzles.drafts import as_set_up, begins_turn
from research.puzzles.rulesets import rulesets

MIN_DECISIONS: Final = 40
MAX_DECISIONS: Final = 112
"""Decisions after which a game is stopped; few positions of the first round are puzzles..."""
MAX_TURN: Final = 24
"""...and those that it may take to the beginning of the next turn."""


def sample_positions(weights: Weights, num: int, seed: int) -> State:
    """Play games and stop each at the beginning of a random turn, as if it were set up."""
    states = new(num, rulesets(num), seed=seed, space=jnp)
    found: State = to_numpy(_play_to_turns(weights, states, jax.random.key(seed)))
    return as_set_up(found.take(np.asarray(begins_turn(found))))


@jax.jit
def _play_to_turns(weights: Weights, states: State, key: Any) -> State:  # noqa: ANN401
    stop = jax.random.randint(key, states.clock.shape, MIN_DECISIONS, MAX_DECISIONS)

    def step(i: Any, states: State) -> State:  # noqa: ANN401
        after = advance(weights, states, jax.random.fold_in(key, i))
        goes_on = (i < stop) | ~begins_turn(states)
        moved: State = jax.tree.map(partial(jnp.where, goes_on), after, states)
        return moved

    played: State = jax.lax.fori_loop(0, MAX_DECISIONS + MAX_TURN, step, states)
    return played
