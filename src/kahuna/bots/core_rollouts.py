"""Play sampled worlds on with a network, by the core alone: ``rollouts`` without NumPy.

All rollouts of a batch advance ply by ply, so that the network evaluates many positions at once.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from math import log
from random import Random
from typing import Final, NamedTuple, TypeAlias

from kahuna.bots.networks import TEMPERATURE, Evaluation, Network
from kahuna.core import (
    ACTIONS,
    ARCHIPELAGO,
    Action,
    Belief,
    Event,
    Over,
    Recollection,
    Seat,
    State,
    View,
    action_numbers,
    advance,
    legal_actions,
    mover,
    random_draw,
    seen,
    size,
    view_of,
    world,
)
from kahuna.core.memory import Memory, memory_of, remember
from kahuna.core.scoring import ROUNDS
from kahuna.encoding import inputs_of, observation_of

_NUMBERS: Final = action_numbers(ARCHIPELAGO)

Noise: TypeAlias = Sequence[float]
"""Gumbel noise for every action: the highest sum of logit and noise is a sample of the policy."""


BY_POLICY: Final = -1
"""In place of a first action: let the network choose it."""
TO_THE_END: Final = 1000
"""A horizon that no game reaches."""
LATE: Final = 10
"""Number of cards in the pile of the last round from which on games are played to the end: the
network's value misjudges such positions (docs/coach.md)."""


class Situation(NamedTuple):
    """What a seat that is to move knows."""

    view: View
    belief: Belief
    recollection: Recollection


class NoiseStream:
    """The noise of a world, ply by ply, as far as it is needed; all its rollouts share it."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._drawn: dict[int, Noise] = {}

    def at(self, ply: int) -> Noise:
        """Return the noise of a ply."""
        if ply not in self._drawn:
            self._drawn[ply] = _gumbel(self._rng)
        return self._drawn[ply]


@dataclass(slots=True)
class Rollout:
    """A world that is being played on."""

    state: State
    memory: Memory
    recollections: tuple[Recollection, Recollection]
    """What White and Black remember."""
    chance: Random
    """Draws the cards."""
    noise: NoiseStream

    @property
    def is_over(self) -> bool:
        """Return whether the game is over."""
        return isinstance(self.state.public.phase, Over)

    def play(self, action: Action) -> None:
        """Play one ply; both seats remember it."""
        self.state, events = advance(self.state, action, random_draw(self.chance))
        self.memory = remember(self.state.ruleset, events, self.memory)
        white, black = self.recollections
        self.recollections = (_after(white, events), _after(black, events))

    def view(self) -> View:
        """Return what the seat to move sees."""
        seat = mover(self.state.public.phase)
        assert seat is not None
        return view_of(self.state, seat)

    def inputs(self, view: View, network: Network) -> list[float]:
        """Return what a network is told about the view of a seat."""
        viewer = view.viewer
        assert isinstance(viewer, Seat)
        return inputs_of(
            view,
            version=network.version,
            observation=observation_of(view, memory=self.memory),
            recollection=self.recollections[viewer],
        )


def rollout_values(
    network: Network,
    situation: Situation,
    candidates: Sequence[int],
    num: int,
    rng: Random,
    *,
    horizon: int,
) -> Generator[None, None, list[list[float]]]:
    """Return each candidate's rollout values in ``num`` sampled worlds, for the seat to move.

    Candidates are numbers of actions. After one of them both sides play ``horizon`` decisions by
    the network's policy, or play to the end if it is near, and the network values where that leads.
    All candidates share the worlds, the cards that are drawn and the random numbers of the policy.
    Yield after every ply, so that others can work in between.
    """
    view, belief, recollection = situation
    worlds = [world(view, belief.sample(rng)) for _ in range(num)]
    seeds = [rng.getrandbits(64) for _ in worlds]
    noises = [NoiseStream(Random(rng.getrandbits(64))) for _ in worlds]
    memory = memory_of(view)
    rollouts = [
        Rollout(state, memory, both_recollections(recollection, state), Random(seed), noise)
        for _ in candidates
        for state, seed, noise in zip(worlds, seeds, noises, strict=True)
    ]
    actions = [candidate for candidate in candidates for _ in worlds]
    yield from play_out(network, rollouts, actions, horizon=horizon)
    values = values_for(network, rollouts, recollection.viewer)
    return [values[start : start + num] for start in range(0, len(values), num)]


def play_out(
    network: Network,
    rollouts: Sequence[Rollout],
    actions: Sequence[int],
    *,
    horizon: int,
    late: int = LATE,
    stops_at_scoring: bool = False,
) -> Generator[None]:
    """Play the first actions, then by the network's policy; yield after every ply.

    A rollout ends with the game, or after ``horizon`` decisions unless at most ``late`` cards are
    left in the last round, or at the next scoring if it ``stops_at_scoring``.
    """
    rounds = [rollout.state.public.round for rollout in rollouts]
    for rollout, action in zip(rollouts, actions, strict=True):
        rollout.play(ACTIONS[action])
    yield
    going = list(zip(rollouts, rounds, strict=True))
    for ply in count(1):
        going = [
            (rollout, number)
            for rollout, number in going
            if not rollout.is_over
            and (ply <= horizon or _is_late(rollout.state, late))
            and not (stops_at_scoring and rollout.state.public.round != number)
        ]
        if not going:
            break
        play_ply(network, [rollout for rollout, _ in going], ply)
        yield


def play_ply(network: Network, rollouts: Sequence[Rollout], ply: int) -> list[Action]:
    """Let the network play one ply in every game; return the actions."""
    chosen = choose(network, rollouts, ply)
    for rollout, action in zip(rollouts, chosen, strict=True):
        rollout.play(action)
    return chosen


def choose(network: Network, rollouts: Sequence[Rollout], ply: int) -> list[Action]:
    """Let the network choose an action in every game."""
    views = [rollout.view() for rollout in rollouts]
    legal = [legal_actions(view) for view in views]
    games = list(zip(rollouts, views, legal, strict=True))
    open_games = [(rollout, view) for rollout, view, actions in games if len(actions) > 1]
    evaluations = iter(_evaluate(network, open_games))
    chosen = []
    for rollout, _, actions in games:
        action = actions[0]
        if len(actions) > 1:
            action = _sample(next(evaluations), actions, rollout.noise.at(ply))
        chosen.append(action)
    return chosen


def values_for(network: Network, rollouts: Sequence[Rollout], viewer: Seat) -> list[float]:
    """Return the expected result of every game for a seat."""
    going = [rollout for rollout in rollouts if not rollout.is_over]
    evaluations = iter(_evaluate(network, [(rollout, rollout.view()) for rollout in going]))
    values = []
    for rollout in rollouts:
        phase = rollout.state.public.phase
        if isinstance(phase, Over):
            winner = phase.outcome.winner
            values.append(0.0 if winner is None else 1.0 if winner is viewer else -1.0)
        else:
            value = next(evaluations).value
            values.append(value if mover(phase) is viewer else -value)
    return values


def _evaluate(network: Network, positions: Sequence[tuple[Rollout, View]]) -> list[Evaluation]:
    if not positions:
        return []
    return network.evaluate([rollout.inputs(view, network) for rollout, view in positions])


def _sample(evaluation: Evaluation, actions: Sequence[Action], noise: Noise) -> Action:
    logits = evaluation.logits

    def preference(action: Action) -> float:
        number = _NUMBERS[action]
        return logits[number] / TEMPERATURE + noise[number]

    return max(actions, key=preference)


def _gumbel(rng: Random) -> Noise:
    return [-log(-log(rng.random() or 0.5)) for _ in ACTIONS]  # Never the logarithm of 0.


def _is_late(state: State, late: int) -> bool:
    return state.public.round == ROUNDS and size(state.pile) <= late


def _after(recollection: Recollection, events: Sequence[Event]) -> Recollection:
    return recollection.after([seen(event, recollection.viewer) for event in events])


def both_recollections(
    recollection: Recollection, state: State
) -> tuple[Recollection, Recollection]:
    """Return what White and Black remember in a world that fits this recollection."""
    viewer = recollection.viewer
    other = viewer.other
    (own, theirs), board = (state.private[viewer], state.private[other]), state.ruleset.board
    opposite = replace(
        recollection,
        viewer=other,
        theirs=recollection.own,
        own=recollection.theirs,
        hand=theirs.hand,
        buried=theirs.buried,
        unseen=state.pile + own.hand + own.buried,
        identified=recollection.theirs.likely_identified(board),
    )
    return (opposite, recollection) if viewer else (recollection, opposite)
