"""Random play as one kernel on a GPU: a game stays in registers for as many plies as it is given.

Compiled in the ordinary way, every ply reads and writes all words of every game. Here a block of
games is read once, plays on, and is written once. The rules are the same functions.
"""

from __future__ import annotations

from typing import Any, Final

import jax
from jax.experimental import pallas

from kahuna.batch.errors import BatchError
from kahuna.batch.random_play import STRIDE, Played, play_strides
from kahuna.batch.state import State, num_games

BLOCK: Final = 128
"""Games of one block."""


def play_in_kernel(
    states: State,
    strides: int,
    stride: int = STRIDE,
    *,
    block: int = BLOCK,
    interpret: bool = False,
) -> Played:
    """Do the same as :func:`play_random` in one kernel; ``interpret`` needs no GPU."""
    n = num_games(states)
    if n % block:
        raise BatchError(f"the number of games must be a multiple of {block}, not {n}")
    words, form = jax.tree.flatten(states)
    num_words = len(words)

    def kernel(*refs: Any) -> None:  # noqa: ANN401  # references of Pallas have no public type
        here = jax.tree.unflatten(form, [ref[:] for ref in refs[:num_words]])
        played = play_strides(here, strides=strides, stride=stride)
        for ref, word in zip(refs[num_words:], jax.tree.leaves(played), strict=True):
            ref[:] = word

    spec = pallas.BlockSpec((block,), lambda i: (i,))
    form_of_word = jax.eval_shape(lambda word: word, words[0])
    result = pallas.pallas_call(
        kernel,
        grid=(n // block,),
        in_specs=[spec] * num_words,
        out_specs=[spec] * (num_words + 2),
        out_shape=[form_of_word] * (num_words + 2),
        interpret=interpret,
    )(*words)
    return Played(jax.tree.unflatten(form, result[:num_words]), *result[num_words:])
