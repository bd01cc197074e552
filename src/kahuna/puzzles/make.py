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

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from kahuna.batch import State, new
from kahuna.bots.neural import TEMPERATURE, champion_weights
from kahuna.core import Ruleset
from kahuna.puzzles import search
from kahuna.puzzles.drafts import as_set_up, begins_turn, draft_puzzle
from kahuna.puzzles.puzzle import Puzzle, format_turn
from kahuna.puzzles.turns import DECLINE_NUMBER, Ints, Turns, enumerate_turns, join_turns
from kahuna.train.batched_search import advance
from kahuna.train.shared import Weights, half

Floats = npt.NDArray[np.float64]

MIN_MARGIN: Final = 15.0
"""Points by which a solution leads every turn with another effect..."""
MIN_ERRORS: Final = 2.0
"""...and by this many standard errors more."""
MAX_LOSS: Final = 5.0
"""Turns with the effect of the solution are accepted if they lose less."""
MAX_TIE: Final = 1.0
"""Among turns that differ by less, the shortest is the solution."""
FIRST_MARGINS: Final = (2.0, 7.5, 12.0)
"""Minimum margins after each of the first three passes, which are more and more exact."""
MIN_DECISIONS: Final = 40
MAX_DECISIONS: Final = 112
"""Decisions after which a game is stopped; few positions of the first round are puzzles..."""
MAX_TURN: Final = 24
"""...and those that it may take to the beginning of the next turn."""


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


class Candidate(NamedTuple):
    """A position of a round, its turns by number, and what they are worth."""

    root: int
    turns: Ints
    effects: Ints
    """One number per turn; equal numbers mean equal effects."""
    values: Floats

    def best_first(self) -> Ints:
        """Return the indices of the turns, best first."""
        return np.argsort(-self.values, kind="stable")

    def leaders(self) -> Ints:
        """Return the index of the best turn of each effect, best first."""
        order = self.best_first()
        _, first = np.unique(self.effects[order], return_index=True)
        return order[np.sort(first)]

    def margin(self) -> float:
        """Return by how much the best effect leads the second."""
        leaders = self.leaders()
        if len(leaders) < 2:
            return 0.0
        return float(self.values[leaders[0]] - self.values[leaders[1]])

    def only(self, places: Ints, values: Floats) -> Candidate:
        """Keep some turns, with new values."""
        return self._replace(turns=self.turns[places], effects=self.effects[places], values=values)


class Round:
    """One round: positions, their turns, and the searches over them."""

    def __init__(
        self, weights: Weights, sizes: Sizes, roots: State, turns: Turns, seed: int
    ) -> None:
        self._weights = weights
        self._sizes = sizes
        self.roots = roots
        self.turns = turns
        self._key = jax.random.key(seed)
        self._num_calls = 0

    def _next_key(self) -> Any:  # noqa: ANN401
        self._num_calls += 1
        return jax.random.fold_in(self._key, self._num_calls)

    def first_look(self) -> list[Candidate]:
        """Evaluate all turns by the network alone."""
        sizes, turns = self._sizes, self.turns
        num = len(turns.node)
        root = turns.root[turns.node]
        hidden = search.sample_hidden(
            search.to_jax(self.roots), self._next_key(), num=sizes.first_worlds
        )
        values = np.empty(num)
        for start in range(0, num, sizes.first_turns):
            part = np.arange(start, min(start + sizes.first_turns, num))
            padded = np.resize(part, sizes.first_turns)
            values[part] = search.first_values(
                self._weights,
                search.to_jax(turns.states.take(turns.node[padded])),
                jnp.asarray(turns.end[padded].astype(np.uint32)),
                jnp.asarray(root[padded]),
                hidden,
            )[: len(part)]
        effects = turns.effects()
        order = np.argsort(root, kind="stable")
        ends = np.flatnonzero(np.diff(root[order])) + 1
        return [
            Candidate(int(root[part[0]]), part, effects[part], values[part])
            for part in np.split(order, ends)
            if len(part)
        ]

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
            roots = np.resize([c.root for c, _ in part], group)
            key = self._next_key()
            hidden = search.sample_hidden(
                search.to_jax(self.roots.take(roots)), key, num=worlds, forgets=forgets
            )
            states = self.turns.states.take(self.turns.node[chosen])
            actions = jnp.asarray(self.turns.end[chosen].astype(np.uint32))
            found = np.asarray(
                search.playout_values(
                    self._weights, search.to_jax(states), actions, hidden, key, horizon=horizon
                ),
                np.float64,
            )
            for (_, p), values in zip(part, found, strict=False):
                yield values[: len(p)]

    def puzzles(self) -> Iterator[Puzzle]:
        """Yield the puzzles among the positions, without their difficulty."""
        sizes = self._sizes
        first, second, third = FIRST_MARGINS
        everything = {c.root: c for c in self.first_look()}
        found = [c for c in everything.values() if c.margin() > first]
        places = [_spread(c, sizes.effects, sizes.turns) for c in found]
        found = [
            c
            for c in self._played_out(found, places, sizes.turns, sizes.worlds, sizes.horizon)
            if c.margin() > second
        ]
        deep = partial(
            self._played_out,
            turns=sizes.finalists,
            worlds=sizes.deep_worlds,
            horizon=sizes.deep_horizon,
        )
        places = [_spread(c, sizes.finalists, sizes.finalists) for c in found]
        found = [c for c in deep(found, places) if c.margin() > third]
        same = [_same_effect(everything[c.root], c, sizes.finalists) for c in found]
        same = deep(same, [np.arange(len(c.turns)) for c in same])
        finals = [self._final(c, s) for c, s in zip(found, same, strict=True)]
        puzzles = list(self._verified(finals, same))
        print(
            f"  {len(everything)} positions, {len(self.turns.node)} turns: {len(finals)} may have "
            f"one best turn, {len(puzzles)} have",
            flush=True,
        )
        yield from puzzles

    def _final(self, candidate: Candidate, same: Candidate) -> Candidate:
        """Return the solution and the best turns of other effects."""
        others = candidate.leaders()[1:]
        solution = self._simplest(same)
        return Candidate(
            candidate.root,
            np.append(same.turns[solution], candidate.turns[others]),
            np.append(same.effects[solution], candidate.effects[others]),
            np.append(same.values[solution], candidate.values[others]),
        )

    def _played_out(
        self,
        found: Sequence[Candidate],
        places: Sequence[Ints],
        turns: int,
        worlds: int,
        horizon: int,
    ) -> list[Candidate]:
        values = self.play_out(found, places, turns=turns, worlds=worlds, horizon=horizon)
        return [
            candidate.only(place, samples.mean(axis=1))
            for candidate, place, samples in zip(found, places, values, strict=True)
        ]

    def _verified(self, finals: Sequence[Candidate], same: Sequence[Candidate]) -> Iterator[Puzzle]:
        """Measure the margins on fresh worlds, with and without a memory for cards."""
        forgetful = self._repeated(finals, 1, forgets=True)
        drafts = []
        for final, equals, values in zip(finals, same, forgetful, strict=True):
            draft = self._draft(final, equals, needs_counting=_is_behind(values))
            if draft is not None:
                drafts.append((draft, final))
        first = self._repeated([final for _, final in drafts], 2)
        going = [
            (draft, final, values)
            for (draft, final), values in zip(drafts, first, strict=True)
            if _margin(values).highest >= MIN_MARGIN
        ]
        rest = self._repeated([final for _, final, _ in going], self._sizes.repeats - 2)
        for (draft, final, early), late in zip(going, rest, strict=True):
            values = np.concatenate([early, late], axis=1)
            margin = _margin(values)
            if margin.lowest >= MIN_MARGIN:
                turn = self.turns.actions(final.turns[margin.second])
                yield replace(
                    draft,
                    refutation=format_turn(draft.view, turn),
                    value=round(float(values[0].mean()), 1),
                    margin=round(margin.mean, 1),
                    error=round(margin.error, 2),
                )

    def _repeated(
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

    def _simplest(self, equals: Candidate) -> int:
        """Return the index of the shortest turn among those that are as good as the best."""
        is_best = equals.values > equals.values.max() - MAX_TIE
        places = [int(place) for place in np.flatnonzero(is_best)]
        return min(
            places, key=lambda i: (len(self.turns.actions(equals.turns[i])), -equals.values[i])
        )

    def _draft(self, final: Candidate, equals: Candidate, *, needs_counting: bool) -> Puzzle | None:
        """Return a puzzle that is not verified yet; ``None`` if it has no theme."""
        is_close = equals.values.max() - equals.values < MAX_LOSS
        return draft_puzzle(
            self.roots.take(final.root),
            self.turns.actions(final.turns[0]),
            [self.turns.actions(turn) for turn in equals.turns[is_close]],
            needs_counting=needs_counting,
        )


class Margin(NamedTuple):
    """By how much a solution leads the second turn, with its standard error."""

    mean: float
    error: float
    second: int

    @property
    def lowest(self) -> float:
        """Return how small the margin may be."""
        return self.mean - MIN_ERRORS * self.error

    @property
    def highest(self) -> float:
        """Return how large the margin may be."""
        return self.mean + MIN_ERRORS * self.error


def _margin(values: Floats) -> Margin:
    """Compare the first row with the best of the others."""
    lead = values[0] - values[1:]
    second = int(lead.mean(axis=1).argmin())
    samples = lead[second]
    error = float(samples.std(ddof=1) / np.sqrt(len(samples)))
    return Margin(float(samples.mean()), error, second + 1)


def _is_behind(values: Floats) -> bool:
    """Return whether another turn is clearly better than the first."""
    return _margin(values).highest < 0


def _spread(candidate: Candidate, effects: int, turns: int) -> Ints:
    """Choose the best turns of the best effects, then the best others, up to a number."""
    leaders = candidate.leaders()[:effects]
    rest = candidate.best_first()
    rest = rest[~np.isin(rest, leaders)]
    return np.concatenate([leaders, rest])[:turns]


def _same_effect(everything: Candidate, best: Candidate, num: int) -> Candidate:
    """Return the best turns with the effect of the best one, as far as the first look tells."""
    leader = best.leaders()[0]
    order = everything.best_first()
    turns = everything.turns[order][everything.effects[order] == best.effects[leader]]
    turns = np.append(best.turns[leader], turns[turns != best.turns[leader]])[:num]
    effects = np.full(len(turns), best.effects[leader])
    return Candidate(best.root, turns, effects, np.zeros(len(turns)))


def playing_weights() -> Weights:
    """Return the champion's weights, in half precision where that is faster."""
    weights = {name: jnp.asarray(array) for name, array in champion_weights().items()}
    return weights if jax.default_backend() == "cpu" else half(weights)


def compile_all(weights: Weights, sizes: Sizes) -> None:
    """Compile everything at the same time, by running it on meaningless positions."""
    roots = search.to_numpy(new(sizes.roots, Ruleset(), seed=1))
    num = np.zeros(sizes.roots, np.int64)
    turns = Turns(roots, num, num - 1, num, num, np.full(sizes.roots, DECLINE_NUMBER))
    candidates = [Candidate(0, np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros(1))]
    dummy = Round(weights, sizes, roots, turns, 1)

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
        partial(scatter, weights, sizes.roots, 1),
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
        yield list(Round(weights, sizes, roots, turns, number).puzzles())


class _Prepared(NamedTuple):
    roots: State
    parts: list[Future[Turns]]
    seed: int


def _prepare(weights: Weights, sizes: Sizes, executor: Executor, seed: int) -> _Prepared:
    roots = scatter(weights, sizes.roots, seed)
    size = max(sizes.roots // 64, 1)
    parts = [
        executor.submit(
            enumerate_turns, roots.take(slice(start, start + size)), max_nodes=sizes.max_nodes
        )
        for start in range(0, len(roots), size)
    ]
    return _Prepared(roots, parts, seed)


def scatter(weights: Weights, num: int, seed: int) -> State:
    """Play games and stop each at the beginning of a random turn, as if it were set up."""
    states = new(num, Ruleset(), seed=seed, space=jnp)
    found: State = search.to_numpy(_play_to_turns(weights, states, jax.random.key(seed)))
    return as_set_up(found.take(np.asarray(begins_turn(found))))


@jax.jit
def _play_to_turns(weights: Weights, states: State, key: Any) -> State:  # noqa: ANN401
    stop = jax.random.randint(key, states.clock.shape, MIN_DECISIONS, MAX_DECISIONS)

    def step(i: Any, states: State) -> State:  # noqa: ANN401
        after = advance(weights, states, TEMPERATURE, jax.random.fold_in(key, i))
        goes_on = (i < stop) | ~begins_turn(states)
        moved: State = jax.tree.map(partial(jnp.where, goes_on), after, states)
        return moved

    played: State = jax.lax.fori_loop(0, MAX_DECISIONS + MAX_TURN, step, states)
    return played
