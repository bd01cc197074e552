"""Evaluate the turns of many positions, by the network and by playouts in sampled worlds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np

from kahuna.batch import State
from kahuna.bots.core_rollouts import TO_THE_END
from kahuna.train.shared import Weights
from research.jax_rollouts import sample_worlds, to_jax
from research.puzzles import search
from research.puzzles.candidates import Candidate, Floats
from research.puzzles.turns import Ints, Turns

Samples: TypeAlias = list[Floats]
"""For each network, the values of some turns: (turns, batches of worlds)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """How much is searched; all shapes are fixed, so each step is compiled once."""

    roots: int = 2048
    """Positions of a round."""
    max_nodes: int = 600
    """Skip positions with more different plays than this in one turn."""
    first_turns: int = 1 << 17
    """Turns that are evaluated at once."""
    first_worlds: int = 4
    playouts: int = 1 << 17
    """Playouts at once."""
    effects: int = 32
    """Effects whose best turns are played out in the second step..."""
    turns: int = 48
    """...among this many turns."""
    worlds: int = 32
    horizon: int = 9
    """Decisions that the second step plays, after the first of a turn."""
    finalists: int = 8
    """Effects that are compared in the end, and turns of one effect; all are played to the end."""
    deep_worlds: int = 512
    repeats: int = 2
    """Times ``deep_worlds`` fresh worlds that verify a margin, with every network."""


class TurnEvaluator:
    """Evaluates the turns of the positions of a round.

    The first network has no memory; it looks at turns first.
    """

    def __init__(
        self, networks: Sequence[Weights], sizes: Sizes, roots: State, turns: Turns, seed: int
    ) -> None:
        self._networks = networks
        self._sizes = sizes
        self._roots = roots
        self._turns = turns
        self._key = jax.random.key(seed)
        self._num_calls = 0

    def first_look(self) -> list[Candidate]:
        """Evaluate all turns by the network alone."""
        sizes, turns = self._sizes, self._turns
        num = len(turns.node)
        root = turns.root[turns.node]
        roots = to_jax(self._roots)
        worlds = sample_worlds(roots, self._next_key(), num=sizes.first_worlds)
        values = np.empty(num)
        for start in range(0, num, sizes.first_turns):
            part = np.arange(start, min(start + sizes.first_turns, num))
            padded = np.resize(part, sizes.first_turns)
            values[part] = search.first_values(
                self._networks[0],
                to_jax(turns.states.take(turns.node[padded])),
                jnp.asarray(turns.end[padded].astype(np.uint32)),
                jnp.asarray(root[padded]),
                roots,
                worlds,
                num=sizes.first_worlds,
            )[: len(part)]
        effects = turns.effects()
        order = np.argsort(root, kind="stable")
        ends = np.flatnonzero(np.diff(root[order])) + 1
        return [
            Candidate(int(root[part[0]]), part, effects[part], values[part])
            for part in np.split(order, ends)
            if len(part)
        ]

    def favourites(self, places: Sequence[int]) -> Ints:
        """Return the actions that the first network likes best at the beginning of turns."""
        padded = np.resize(places, self._sizes.roots)
        found = search.favourites(self._networks[0], to_jax(self._roots.take(padded)))
        return np.asarray(found)[: len(places)].astype(np.int64)

    def look(
        self, found: Sequence[Candidate], places: Sequence[Ints], *, horizon: int
    ) -> list[Candidate]:
        """Keep some turns of each candidate, with values from playouts of the first network."""
        sizes = self._sizes
        values = self._play_out(found, places, sizes.turns, sizes.worlds, horizon, 0)
        return _reevaluated(found, places, values)

    def look_deeper(self, found: Sequence[Candidate], places: Sequence[Ints]) -> list[Candidate]:
        """Keep some turns of each candidate, with values from the last network's playouts."""
        return _reevaluated(found, places, self.play_to_the_end(found, places, network=-1))

    def play_to_the_end(
        self,
        found: Sequence[Candidate],
        places: Sequence[Ints],
        *,
        network: int,
        forgets: bool = False,
    ) -> Iterator[Floats]:
        """Yield the values of some turns of each candidate: (turns, batches of worlds)."""
        num_turns, num_worlds = self._sizes.finalists, self._sizes.deep_worlds
        return self._play_out(
            found, places, num_turns, num_worlds, TO_THE_END, network, forgets=forgets
        )

    def verify(self, finals: Sequence[Candidate]) -> Iterator[Samples]:
        """Yield the values of all turns of each candidate, in fresh worlds."""
        places = [np.arange(len(c.turns)) for c in finals]
        runs = [
            [self.play_to_the_end(finals, places, network=i) for _ in range(self._sizes.repeats)]
            for i in range(len(self._networks))
        ]
        for _ in finals:
            yield [np.concatenate([next(run) for run in repeats], axis=1) for repeats in runs]

    def _play_out(
        self,
        candidates: Sequence[Candidate],
        places: Sequence[Ints],
        num_turns: int,
        num_worlds: int,
        horizon: int,
        network: int,
        *,
        forgets: bool = False,
    ) -> Iterator[Floats]:
        group = max(self._sizes.playouts // (num_turns * num_worlds), 1)
        pairs = list(zip(candidates, places, strict=True))
        for start in range(0, len(pairs), group):
            part = pairs[start : start + group]
            chosen = np.array([np.resize(c.turns[p], num_turns) for c, p in part])
            chosen = np.resize(chosen, (group, num_turns))
            sequences = self._turns.sequences(chosen.reshape(-1))
            roots = to_jax(self._roots.take(np.resize([c.root for c, _ in part], group)))
            key = self._next_key()
            found = np.asarray(
                search.playout_values(
                    self._networks[network],
                    jnp.asarray(sequences.reshape(group, num_turns, -1).astype(np.int32)),
                    sample_worlds(roots, key, num=num_worlds, forgets=forgets),
                    key,
                    num=num_worlds,
                    horizon=horizon,
                ),
                np.float64,
            )
            for (_, p), values in zip(part, found, strict=False):
                yield values[: len(p)]

    def _next_key(self) -> Any:  # noqa: ANN401
        self._num_calls += 1
        return jax.random.fold_in(self._key, self._num_calls)


def _reevaluated(
    found: Sequence[Candidate], places: Sequence[Ints], values: Iterable[Floats]
) -> list[Candidate]:
    return [
        candidate.only(place, samples.mean(axis=1))
        for candidate, place, samples in zip(found, places, values, strict=True)
    ]
