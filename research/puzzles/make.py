"""Find puzzles in games of the champion: positions with one clearly best turn.

1. Play games of all editions and variants, and stop each at the beginning of a random turn.
   Forget its history: a solver sees the position alone.
2. Enumerate all turns. Turns that leave the same bridges, and both draw or both decline, have the
   same *effect*.
3. Evaluate every turn by the network, then the better ones by short playouts, then the best by
   playouts to the end, as long as one effect may be far enough ahead.
4. Compare the turns with the best effect: the best one is the solution, and those that are hardly
   worse are accepted too.
5. Verify on fresh worlds, by playouts of two networks to the end, that the solution leads the best
   turns of all other effects.

Steps 3 to 5 run on an accelerator, step 2 in worker processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from itertools import count
from typing import NamedTuple

import numpy as np

from kahuna.batch import State, new
from kahuna.core import Ruleset
from kahuna.puzzles.puzzle import Puzzle
from kahuna.train.shared import Weights
from research.jax_rollouts import to_numpy
from research.puzzles.candidates import Candidate
from research.puzzles.finder import PuzzleFinder
from research.puzzles.positions import sample_positions
from research.puzzles.turn_evaluator import Sizes, TurnEvaluator
from research.puzzles.turns import DECLINE_NUMBER, Turns, enumerate_turns, join_turns


def compile_all(networks: Sequence[Weights], sizes: Sizes) -> None:
    """Compile everything at the same time, by running it on meaningless positions."""
    roots = to_numpy(new(sizes.roots, Ruleset(), seed=1))
    num = np.zeros(sizes.roots, np.int64)
    turns = Turns(roots, num, num - 1, num, num, np.full(sizes.roots, DECLINE_NUMBER))
    candidates = [Candidate(0, np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros(1))]
    places = [np.zeros(1, np.int64)]
    dummy = TurnEvaluator(networks, sizes, roots, turns, 1)
    works: list[Callable[[], object]] = [
        partial(sample_positions, networks[0], sizes.roots, 1),
        dummy.first_look,
        partial(dummy.look, candidates, places, horizon=0),
        partial(dummy.favourites, [0]),
        *(
            lambda network=network: list(dummy.play_to_the_end(candidates, places, network=network))
            for network in range(len(networks))
        ),
    ]
    with ThreadPoolExecutor() as threads:
        list(threads.map(lambda work: work(), works))


def make_puzzles(
    networks: Sequence[Weights], sizes: Sizes, executor: Executor, *, seed: int
) -> Iterator[list[Puzzle]]:
    """Yield the puzzles of one round after the other, without end.

    The first network has no memory. It plays the games that positions are taken from.
    """
    seeds = count(seed * 1000)
    waiting = [_prepare(networks[0], sizes, executor, next(seeds)) for _ in range(2)]
    while True:
        roots, parts, number = waiting.pop(0)
        turns = join_turns([part.result() for part in parts])
        # The workers enumerate while the accelerator searches.
        waiting.append(_prepare(networks[0], sizes, executor, next(seeds)))
        yield list(PuzzleFinder(networks, sizes, roots, turns, number).puzzles())


class _Prepared(NamedTuple):
    roots: State
    parts: list[Future[Turns]]
    seed: int


def _prepare(weights: Weights, sizes: Sizes, executor: Executor, seed: int) -> _Prepared:
    roots = sample_positions(weights, sizes.roots, seed)
    return _Prepared(roots, start_enumerating(roots, executor, sizes), seed)


def start_enumerating(roots: State, executor: Executor, sizes: Sizes) -> list[Future[Turns]]:
    """Enumerate the turns of positions in worker processes."""
    size = max(sizes.roots // 64, 1)
    return [
        executor.submit(
            enumerate_turns, roots.take(slice(start, start + size)), max_nodes=sizes.max_nodes
        )
        for start in range(0, len(roots), size)
    ]
