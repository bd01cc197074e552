"""Find puzzles in games of the champion: positions with one clearly best turn.

1. Play games and stop each at the beginning of a random turn. Forget its history: a solver sees
   the position alone.
2. Enumerate all turns. Turns that leave the same bridges, and both draw or both decline, have the
   same *effect*.
3. Evaluate every turn by the network, then the better ones by playouts in more and more worlds, as
   long as one effect may be far enough ahead.
4. Compare the turns with the best effect: the best one is the solution, and those that are hardly
   worse are accepted too.
5. Verify on fresh worlds that the solution leads the best turns of all other effects.

Steps 3 to 5 run on an accelerator, step 2 in worker processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from itertools import count
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from kahuna.batch import State, new
from kahuna.bots.networks import TEACHER
from kahuna.bots.neural import champion_weights
from kahuna.core import Ruleset
from kahuna.puzzles import search
from kahuna.puzzles.candidates import Candidate
from kahuna.puzzles.finder import PuzzleFinder
from kahuna.puzzles.positions import sample_positions
from kahuna.puzzles.puzzle import Puzzle
from kahuna.puzzles.turn_evaluator import Sizes, TurnEvaluator
from kahuna.puzzles.turns import DECLINE_NUMBER, Turns, enumerate_turns, join_turns
from kahuna.train.shared import Weights, half


def playing_weights() -> Weights:
    """Return the champion's weights, in half precision where that is faster."""
    weights = {name: jnp.asarray(array) for name, array in champion_weights(TEACHER).items()}
    return weights if jax.default_backend() == "cpu" else half(weights)


def compile_all(weights: Weights, sizes: Sizes) -> None:
    """Compile everything at the same time, by running it on meaningless positions."""
    roots = search.to_numpy(new(sizes.roots, Ruleset(), seed=1))
    num = np.zeros(sizes.roots, np.int64)
    turns = Turns(roots, num, num - 1, num, num, np.full(sizes.roots, DECLINE_NUMBER))
    candidates = [Candidate(0, np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros(1))]
    dummy = TurnEvaluator(weights, sizes, roots, turns, 1)

    def play_out(turns: int, worlds: int, horizon: int, *, forgets: bool = False) -> None:
        found = dummy.play_out(
            candidates,
            [np.zeros(1, np.int64)],
            turns=turns,
            worlds=worlds,
            horizon=horizon,
            forgets=forgets,
        )
        list(found)

    deep = (sizes.finalists, sizes.deep_worlds, sizes.deep_horizon)
    works: list[Callable[[], object]] = [
        partial(sample_positions, weights, sizes.roots, 1),
        dummy.first_look,
        partial(play_out, sizes.turns, sizes.worlds, sizes.horizon),
        partial(play_out, *deep),
    ]
    with ThreadPoolExecutor() as threads:
        list(threads.map(lambda work: work(), works))
    play_out(*deep, forgets=True)


def make_puzzles(
    weights: Weights, sizes: Sizes, executor: Executor, *, seed: int
) -> Iterator[list[Puzzle]]:
    """Yield the puzzles of one round after the other, without end."""
    compile_all(weights, sizes)
    seeds = count(seed * 1000)
    waiting = [_prepare(weights, sizes, executor, next(seeds)) for _ in range(2)]
    while True:
        roots, parts, number = waiting.pop(0)
        turns = join_turns([part.result() for part in parts])
        # The workers enumerate while the accelerator searches.
        waiting.append(_prepare(weights, sizes, executor, next(seeds)))
        yield list(PuzzleFinder(weights, sizes, roots, turns, number).puzzles())


class _Prepared(NamedTuple):
    roots: State
    parts: list[Future[Turns]]
    seed: int


def _prepare(weights: Weights, sizes: Sizes, executor: Executor, seed: int) -> _Prepared:
    roots = sample_positions(weights, sizes.roots, seed)
    size = max(sizes.roots // 64, 1)
    parts = [
        executor.submit(
            enumerate_turns, roots.take(slice(start, start + size)), max_nodes=sizes.max_nodes
        )
        for start in range(0, len(roots), size)
    ]
    return _Prepared(roots, parts, seed)
