"""The champion with search: playouts of candidate actions in sampled determinizations.

For each decision, sample states consistent with the view from the exact belief, apply every
candidate action in all of them, let the network play on for both seats (each on what it sees and
remembers) and evaluate the final positions with the value head. Keep the better half, double
the determinizations, repeat until one candidate is left (sequential halving: Karnin, Koren and
Somekh, 2013). All playouts of a batch run together: on the batch engine if the network runs on
NumPy, otherwise by the core.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from functools import partial
from math import exp, sqrt
from random import Random
from statistics import fmean, pstdev
from time import perf_counter
from typing import Final, Protocol

from kahuna.bots.core_rollouts import Situation, rollout_values
from kahuna.bots.networks import Evaluation, ForeignNetwork, Network, load_network
from kahuna.bots.trackers import track_belief, track_recollection
from kahuna.core import ACTIONS, ARCHIPELAGO, Action, View, action_numbers, legal_actions
from kahuna.encoding import inputs_of

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

_NUMBERS: Final = action_numbers(ARCHIPELAGO)


class Playouts(Protocol):
    """A way to play candidates out in sampled states, step by step."""

    def __call__(
        self, situation: Situation, candidates: Sequence[int], num: int, rng: Random
    ) -> Generator[None, None, list[list[float]]]:
        """Return each candidate's values in ``num`` states, for the seat to move."""
        ...


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
        network: Network | None = None,
        playouts: Playouts | None = None,
    ) -> None:
        self.name = name or f"champion:{determinizations or f'{seconds:g}s'}"
        self._rng = rng
        self._seconds = seconds
        self._determinizations = determinizations
        self._min_prior = min_prior
        self._network = load_network() if network is None else network
        self._playouts = playouts or playouts_with(self._network)
        self._beliefs = track_belief()
        self._recollections = track_recollection()

    def decide(self, view: View) -> Action:
        """Return the best candidate."""
        steps = self.search(view)
        try:
            while True:
                next(steps)
        except StopIteration as done:
            action: Action = done.value
            return action

    def search(self, view: View) -> Generator[None, None, Action]:
        """Return the best candidate, step by step: others can work in between, or abandon it."""
        began = perf_counter()
        legal = legal_actions(view)
        if len(legal) == 1:
            return legal[0]
        recollection = self._recollections.update(view)
        inputs = inputs_of(view, version=self._network.version, recollection=recollection)
        [evaluation] = self._network.evaluate([inputs])
        candidates = select_candidates(evaluation, legal, min_prior=self._min_prior)
        if len(candidates) > 1:
            situation = Situation(view, self._beliefs.update(view), recollection)
            candidates = yield from self._halve(situation, candidates, evaluation.logits, began)
        return ACTIONS[candidates[0]]

    def _halve(
        self, situation: Situation, candidates: list[int], logits: Sequence[float], began: float
    ) -> Generator[None, None, list[int]]:
        """Return the candidates left after sequential halving, best first."""
        results: dict[int, list[float]] = {candidate: [] for candidate in candidates}
        rounds = (len(candidates) - 1).bit_length()
        for number in range(rounds):
            for num in self._batches(number, rounds, began):
                found = yield from self._playouts(situation, candidates, num, self._rng)
                for candidate, values in zip(candidates, found, strict=True):
                    results[candidate] += values
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


def playouts_with(network: Network) -> Playouts:
    """Return the fastest playouts for a network."""
    if isinstance(network, ForeignNetwork):
        return partial(rollout_values, network, horizon=HORIZON)
    from kahuna.bots.batch_playouts import batch_values  # Import NumPy lazily.
    from kahuna.bots.neural import NumpyNetwork

    assert isinstance(network, NumpyNetwork)
    return partial(batch_values, network.weights, horizon=HORIZON)


def _better_half(
    candidates: list[int], results: dict[int, list[float]], logits: Sequence[float]
) -> list[int]:
    """Return the better half, best first, without those that are clearly behind."""
    scores = {
        candidate: fmean(results[candidate]) + PRIOR_WEIGHT * logits[candidate]
        for candidate in candidates
    }
    candidates = sorted(candidates, key=scores.__getitem__, reverse=True)[
        : (len(candidates) + 1) // 2
    ]
    best = candidates[0]

    def is_close(candidate: int) -> bool:
        leads = [a - b for a, b in zip(results[best], results[candidate], strict=True)]
        error = pstdev(leads) / sqrt(len(leads))
        is_behind = scores[best] - scores[candidate] > PRUNE_ERRORS * error
        return len(leads) < PRUNE_AFTER or not is_behind

    return list(filter(is_close, candidates))


def select_candidates(
    evaluation: Evaluation, legal: Sequence[Action], *, min_prior: float = 0.0
) -> list[int]:
    """Return the candidate actions as indices into ``ACTIONS``, most likely first."""
    logits = evaluation.logits
    places = sorted((_NUMBERS[action] for action in legal), key=lambda place: -logits[place])
    odds = [exp(logits[place] - logits[places[0]]) for place in places]
    least = min_prior * sum(odds)
    likely = [place for place, odd in zip(places, odds, strict=True) if odd >= least]
    return (likely or places[:1])[:MAX_CANDIDATES]
