"""What all trainers share: array types, half precision and results."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import jax.numpy as jnp

from kahuna.batch import State, rewards

Array: TypeAlias = Any
"""A JAX array."""
Weights: TypeAlias = dict[str, Array]

ILLEGAL: Final = -1e9
"""Logit of an illegal action."""


def half(weights: Weights) -> Weights:
    """Cast weights to bfloat16 for fast matrix products."""
    return {name: w.astype(jnp.bfloat16) for name, w in weights.items()}


def result(states: State) -> Array:
    """Return White's result (1, 0 or -1) of finished games."""
    return rewards(states)[:, 0].astype(jnp.float32)
