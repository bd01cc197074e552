"""The champion with thinking time: it plays its ideas out, many times, before it chooses.

For each decision it samples worlds that fit what it has seen, tries the actions that its network
likes best in all of them, lets the network play on for both sides (each on what that side could
see), and lets it judge where that leads. The better half is tried in more worlds, and so on until
one is left (sequential halving: Karnin, Koren and Somekh, 2013). All playouts of a pass are one
batch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from time import perf_counter
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from kahuna.batch import State, act, from_core, is_over, legal_masks, mover, observe, outcome
from kahuna.bots.memory import Memory
from kahuna.bots.network import Judgement, Weights, judge
from kahuna.bots.neural import HEAT, champion_weights, policy
from kahuna.core import ACTIONS, Action, Belief, View, legal_actions, world
from kahuna.encoding import action_mask, encode_view, memory_of

Floats: TypeAlias = npt.NDArray[np.float64]

IDEAS: Final = 12
"""How many actions are tried at most; also such as the network never plays: it has blind spots."""
FEW: Final = 4
"""Worlds of the first pass where time counts: it tells how many there is time for."""
MANY: Final = 64
"""Worlds of a pass, at most: between two passes it looks at the clock."""
HORIZON: Final = 12
"""Decisions that are played on."""
FAITH: Final = 0.004
"""How much the network's first thought counts beside what the playouts say."""
BEHIND: Final = 3.0
"""An idea is dropped when it is so many standard errors behind the best..."""
SEEN: Final = 16
"""...in so many worlds or more."""


class ThinkingBot:
    """Thinks for a time, or for a number of worlds; then it is deterministic for a seed.

    Worlds are those of the first round; each round has twice as many for half of the ideas. At
    least so likely must the network find an action, for it to be tried.
    """

    def __init__(
        self,
        rng: Random,
        *,
        seconds: float | None = 2.0,
        worlds: int | None = None,
        least: float = 0.0,
        weights: Weights | None = None,
    ) -> None:
        self._rng = rng
        self._seconds = seconds
        self._worlds = worlds
        self._least = least
        self._weights = champion_weights() if weights is None else weights
        self._memory = Memory()

    @property
    def name(self) -> str:
        """Its kind, and how long it thinks."""
        return f"champion:{f'{self._seconds:g}s' if self._worlds is None else self._worlds}"

    def decide(self, view: View) -> Action:
        """The idea that did best."""
        began = perf_counter()
        legal = legal_actions(view)
        if len(legal) == 1:
            return legal[0]
        judgement = judge(self._weights, encode_view(view)[None], np)
        ideas = ideas_of(judgement, legal, least=self._least)
        if len(ideas) > 1:
            ideas = self._think(view, ideas, judgement.logits[0], began)
        return ACTIONS[ideas[0]]

    def _think(self, view: View, ideas: list[int], likings: Floats, began: float) -> list[int]:
        """The ideas that are left in the end, the best first."""
        belief = self._memory.update(view)
        results: dict[int, list[Floats]] = {idea: [] for idea in ideas}
        rounds = (len(ideas) - 1).bit_length()
        for number in range(rounds):
            for num in self._passes(number, rounds, began):
                found = try_out(view, belief, ideas, num, self._weights, self._rng)
                for idea, values in zip(ideas, found, strict=True):
                    results[idea].append(values)
            ideas = _better_half(ideas, results, likings)
            if len(ideas) == 1:
                break
        return ideas

    def _passes(self, number: int, rounds: int, began: float) -> Iterator[int]:
        """How many worlds each pass of this round has: every round takes about as long."""
        if self._worlds is not None:
            whole, rest = divmod(self._worlds << number, MANY)
            yield from [MANY] * whole
            yield from [rest] * (rest > 0)
            return
        assert self._seconds is not None
        end = began + self._seconds * (number + 1) / rounds
        num = FEW if number == 0 or perf_counter() < end else 0
        while num >= FEW:
            at = perf_counter()
            yield num
            now = perf_counter()
            num = min(MANY, int(num * (end - now) / (now - at)))


def _better_half(ideas: list[int], results: dict[int, list[Floats]], likings: Floats) -> list[int]:
    """The better half of the ideas, without those that are clearly behind; the best first."""
    values = {idea: np.concatenate(results[idea]) for idea in ideas}
    scores = {idea: values[idea].mean() + FAITH * likings[idea] for idea in ideas}
    ideas = sorted(ideas, key=scores.__getitem__, reverse=True)[: (len(ideas) + 1) // 2]
    best = ideas[0]

    def is_close(idea: int) -> bool:
        num = len(values[idea])
        error = (values[best] - values[idea]).std() / np.sqrt(num)
        return num < SEEN or bool(scores[best] - scores[idea] <= BEHIND * error)

    return list(filter(is_close, ideas))


def ideas_of(judgement: Judgement, legal: Sequence[Action], *, least: float = 0.0) -> list[int]:
    """The actions that are tried, as places in ``ACTIONS``, the best liked first."""
    likings, mask = judgement.logits[0], action_mask(legal)
    chances = policy(judgement, mask[None], 1.0)[0]
    places = np.flatnonzero(mask & (chances >= min(least, chances.max())))
    return [int(place) for place in places[np.argsort(-likings[places])][:IDEAS]]


def try_out(
    view: View, belief: Belief, ideas: list[int], num: int, weights: Weights, rng: Random
) -> list[Floats]:
    """For each idea, what the viewer can expect in each of so many worlds it can believe in."""
    worlds = [world(view, belief.sample(rng)) for _ in range(num)]
    seed = rng.getrandbits(32)
    states = from_core(worlds, memories=[memory_of(view)] * num, seed=seed)
    return playouts(states, ideas, weights, np.random.default_rng(seed))


def playouts(
    states: State, ideas: list[int], weights: Weights, rng: np.random.Generator
) -> list[Floats]:
    """For each idea, what the mover can expect in each of the worlds after it.

    All ideas meet the same worlds and the same chance.
    """
    num = states.clock.shape[0]
    copies = np.tile(np.arange(num), len(ideas))
    is_black = _movers(states)[copies]
    states = _take(states, copies)
    actions = np.repeat(np.array(ideas, np.uint32), num)
    for _ in range(HORIZON):
        states = act(states, actions).states
        seats = _movers(states)
        logits = judge(weights, observe(states, seats), np).logits / HEAT
        noise = rng.gumbel(size=logits.shape)
        legal: Any = legal_masks(states)
        actions = np.where(legal, logits + noise, -np.inf).argmax(1).astype(np.uint32)
    seats = _movers(states)
    expected = judge(weights, observe(states, seats), np).value * np.where(seats, -1.0, 1.0)
    winner: Any = outcome(states).winner
    result = np.array([1.0, -1.0, 0.0])[winner]
    over: Any = is_over(states)
    white = np.where(over >= 1, result, expected)
    values: Floats = np.where(is_black, -white, white)
    return list(values.reshape(len(ideas), num))


def _movers(states: State) -> Any:  # noqa: ANN401  # an array, as the batch engine wants it
    return mover(states) & 1


def _take(states: State, places: npt.NDArray[np.intp]) -> State:
    """The games at these places."""
    pick = [
        tuple(array[places] for array in field) if isinstance(field, tuple) else field[places]
        for field in states
    ]
    return State(*pick)  # type: ignore[arg-type]  # mypy cannot count them
