"""Evaluate the turns of many positions, by the network and by playouts in sampled worlds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from kahuna.batch import State
from kahuna.train.shared import Weights
from research.jax_rollouts import sample_worlds, to_jax
from research.puzzles import search
from research.puzzles.candidates import Candidate, Floats
from research.puzzles.turns import Ints, Turns


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
    horizon: int = 6
    finalists: int = 8
    """Effects that are compared in the end, and turns of one effect."""
    deep_worlds: int = 512
    deep_horizon: int = 8
    repeats: int = 10
    """Times ``deep_worlds`` fresh worlds that verify a margin."""


class TurnEvaluator:
    """Evaluates the turns of the positions of a round."""

    def __init__(
        self, weights: Weights, sizes: Sizes, roots: State, turns: Turns, seed: int
    ) -> None:
        self._weights = weights
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
                self._weights,
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

    def reevaluate(
        self,
        found: Sequence[Candidate],
        places: Sequence[Ints],
        *,
        turns: int,
        worlds: int,
        horizon: int,
    ) -> list[Candidate]:
        """Keep some turns of each candidate, with values from playouts."""
        values = self.play_out(found, places, turns=turns, worlds=worlds, horizon=horizon)
        return [
            candidate.only(place, samples.mean(axis=1))
            for candidate, place, samples in zip(found, places, values, strict=True)
        ]

    def play_out_repeatedly(
        self, finals: Sequence[Candidate], repeats: int, *, forgets: bool = False
    ) -> list[Floats]:
        """Play turns out in several times ``deep_worlds`` worlds."""
        sizes = self._sizes
        places = [np.arange(len(c.turns)) for c in finals]
        runs = [
            list(
                self.play_out(
                    finals,
                    places,
                    turns=sizes.finalists,
                    worlds=sizes.deep_worlds,
                    horizon=sizes.deep_horizon,
                    forgets=forgets,
                )
            )
            for _ in range(repeats)
        ]
        return [np.concatenate(parts, axis=1) for parts in zip(*runs, strict=True)]

    def play_out(
        self,
        candidates: Sequence[Candidate],
        places: Sequence[Ints],
        *,
        turns: int,
        worlds: int,
        horizon: int,
        forgets: bool = False,
    ) -> Iterator[Floats]:
        """Yield the values of some turns of each candidate: (turns, batches of worlds)."""
        group = max(self._sizes.playouts // (turns * worlds), 1)
        pairs = list(zip(candidates, places, strict=True))
        for start in range(0, len(pairs), group):
            part = pairs[start : start + group]
            chosen = np.array([np.resize(c.turns[p], turns) for c, p in part])
            chosen = np.resize(chosen, (group, turns)).reshape(-1)
            roots = to_jax(self._roots.take(np.resize([c.root for c, _ in part], group)))
            key = self._next_key()
            found = np.asarray(
                search.playout_values(
                    self._weights,
                    to_jax(self._turns.states.take(self._turns.node[chosen])),
                    jnp.asarray(self._turns.end[chosen].astype(np.uint32)),
                    roots,
                    sample_worlds(roots, key, num=worlds, forgets=forgets),
                    key,
                    num=worlds,
                    horizon=horizon,
                ),
                np.float64,
            )
            for (_, p), values in zip(part, found, strict=False):
                yield values[: len(p)]

    def _next_key(self) -> Any:  # noqa: ANN401
        self._num_calls += 1
        return jax.random.fold_in(self._key, self._num_calls)
