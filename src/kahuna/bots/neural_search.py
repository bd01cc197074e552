"""The champion with search: playouts of candidate actions in sampled determinizations.

For each decision, sample states consistent with the view from the exact belief, apply every
candidate action in all of them, let the network play on for both seats (each on what it sees and
remembers) and evaluate the final positions with the value head. Keep the better half, double
the determinizations, repeat until one candidate is left (sequential halving: Karnin, Koren and
Somekh, 2013). All playouts of a batch run together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from time import perf_counter
from typing import Any, Final

import numpy as np

from kahuna.batch import SeatMemories, State, from_core, memories_from_core, mover
from kahuna.bots.network import NetworkOutput, Weights
from kahuna.bots.neural import champion_weights, forward_view, policy
from kahuna.bots.rollouts import Floats, rollout
from kahuna.bots.trackers import track_belief, track_recollection
from kahuna.core import (
    ACTIONS,
    Action,
    Belief,
    Recollection,
    View,
    legal_actions,
    world,
)
from kahuna.encoding import action_mask, memory_of

MAX_CANDIDATES: Final = 12
"""Maximum number of candidate actions. Unlikely ones count too: the policy has blind spots."""
FIRST_BATCH: Final = 4
"""Determinizations of the first batch under a time limit; it tells how many more fit."""
MAX_BATCH: Final = 64
"""Maximum determinizations per batch; the clock is checked between batches."""
HORIZON: Final = 11
"""Decisions per playout after the candidate action; near the end of a game there is no limit."""
PRIOR_WEIGHT: Final = 0.004
"""Weight of the policy logit beside the playout value."""
PRUNE_ERRORS: Final = 3.0
"""Drop a candidate this many standard errors behind the best..."""
PRUNE_AFTER: Final = 16
"""...after at least this many determinizations."""


class NeuralSearchBot:
    """Search for a time, or with a number of determinizations; the latter is deterministic.

    ``determinizations`` is the number of the first round; each round doubles it for half of the
    candidates. Only actions whose prior probability is at least ``min_prior`` are candidates.
    """

    def __init__(
        self,
        rng: Random,
        *,
        name: str | None = None,
        seconds: float | None = 2.0,
        determinizations: int | None = None,
        min_prior: float = 0.0,
        weights: Weights | None = None,
    ) -> None:
        self.name = name or f"champion:{determinizations or f'{seconds:g}s'}"
        self._rng = rng
        self._seconds = seconds
        self._determinizations = determinizations
        self._min_prior = min_prior
        self._weights = champion_weights() if weights is None else weights
        self._beliefs = track_belief()
        self._recollections = track_recollection()

    def decide(self, view: View) -> Action:
        """Return the best candidate."""
        began = perf_counter()
        legal = legal_actions(view)
        if len(legal) == 1:
            return legal[0]
        recollection = self._recollections.update(view)
        output = forward_view(self._weights, view, recollection)
        candidates = select_candidates(output, legal, min_prior=self._min_prior)
        if len(candidates) > 1:
            situation = (view, self._beliefs.update(view), recollection)
            candidates = self._search(situation, candidates, output.logits[0], began)
        return ACTIONS[candidates[0]]

    def _search(
        self,
        situation: tuple[View, Belief, Recollection],
        candidates: list[int],
        logits: Floats,
        began: float,
    ) -> list[int]:
        """Return the candidates left after sequential halving, best first."""
        results: dict[int, list[Floats]] = {candidate: [] for candidate in candidates}
        rounds = (len(candidates) - 1).bit_length()
        for number in range(rounds):
            for num in self._batches(number, rounds, began):
                found = evaluate(*situation, candidates, num, self._weights, self._rng)
                for candidate, values in zip(candidates, found, strict=True):
                    results[candidate].append(values)
            candidates = _better_half(candidates, results, logits)
            if len(candidates) == 1:
                break
        return candidates

    def _batches(self, number: int, rounds: int, began: float) -> Iterator[int]:
        """Yield the sizes of this round's batches; every round takes about the same time."""
        if self._determinizations is not None:
            whole, rest = divmod(self._determinizations << number, MAX_BATCH)
            yield from [MAX_BATCH] * whole
            yield from [rest] * (rest > 0)
            return
        assert self._seconds is not None
        end = began + self._seconds * (number + 1) / rounds
        num = FIRST_BATCH if number == 0 or perf_counter() < end else 0
        while num >= FIRST_BATCH:
            at = perf_counter()
            yield num
            now = perf_counter()
            num = min(MAX_BATCH, int(num * (end - now) / (now - at)))


def _better_half(
    candidates: list[int], results: dict[int, list[Floats]], logits: Floats
) -> list[int]:
    """Return the better half, best first, without those that are clearly behind."""
    values = {candidate: np.concatenate(results[candidate]) for candidate in candidates}
    scores = {
        candidate: values[candidate].mean() + PRIOR_WEIGHT * logits[candidate]
        for candidate in candidates
    }
    candidates = sorted(candidates, key=scores.__getitem__, reverse=True)[
        : (len(candidates) + 1) // 2
    ]
    best = candidates[0]

    def is_close(candidate: int) -> bool:
        num = len(values[candidate])
        error = (values[best] - values[candidate]).std() / np.sqrt(num)
        return num < PRUNE_AFTER or bool(scores[best] - scores[candidate] <= PRUNE_ERRORS * error)

    return list(filter(is_close, candidates))


def select_candidates(
    output: NetworkOutput, legal: Sequence[Action], *, min_prior: float = 0.0
) -> list[int]:
    """Return the candidate actions as indices into ``ACTIONS``, most likely first."""
    logits, mask = output.logits[0], action_mask(legal)
    probabilities = policy(output, mask[None], 1.0)[0]
    places = np.flatnonzero(mask & (probabilities >= min(min_prior, probabilities.max())))
    return [int(place) for place in places[np.argsort(-logits[places])][:MAX_CANDIDATES]]


def evaluate(
    view: View,
    belief: Belief,
    recollection: Recollection,
    candidates: list[int],
    num: int,
    weights: Weights,
    rng: Random,
) -> list[Floats]:
    """Return each candidate's playout values in ``num`` states sampled from the belief."""
    worlds = [world(view, belief.sample(rng)) for _ in range(num)]
    seed = rng.getrandbits(32)
    states = from_core(worlds, memories=[memory_of(view)] * num, seed=seed)
    memories = memories_from_core([recollection.of_both()]).take(np.zeros(num, np.intp))
    return playouts(states, memories, candidates, weights, seed)


def playouts(
    states: State, memories: SeatMemories, candidates: list[int], weights: Weights, seed: int
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
        horizon=HORIZON,
        weights=weights,
        seed=seed,
    )
    is_black: Any = mover(states)
    return list(np.where(is_black, -1.0, 1.0) * played.values.reshape(len(candidates), num))
