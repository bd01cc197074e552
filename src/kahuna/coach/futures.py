"""Play on after an action with NumPy, in many believed worlds: see ``engine``."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final, Protocol

import numpy as np

from kahuna.batch import SeatMemories, State, from_core, is_over, memories_from_core, mover
from kahuna.batch.state import Clock, taken_cards
from kahuna.bots.rollouts import Ints, play
from kahuna.coach.decisions import Situation
from kahuna.coach.engine import MAX_DECISIONS, MAX_DECISIONS_OF_ROUND, Future, FutureStep
from kahuna.core import ACTIONS, ARCHIPELAGO, Build, Island, Remove, Seat, world

_PAYS: Final = np.array(
    [
        [
            (isinstance(action, Build) and action.card == island)
            or (isinstance(action, Remove) and island in action.cards)
            for island in ARCHIPELAGO.islands
        ]
        for action in ACTIONS
    ]
)
"""Which actions pay with which cards: (actions, islands)."""


class Choose(Protocol):
    """Sample an action of each game from the policy; equal streams draw equal noise."""

    def __call__(self, states: State, memories: SeatMemories, streams: Ints, seed: int) -> Any:  # noqa: ANN401  # an array of the batch engine
        """Return the numbers of the actions."""
        ...


def play_on(
    situation: Situation, numbers: Sequence[int], *, num_worlds: int, choose: Choose, seed: str
) -> list[list[Future]]:
    """Return what each action leads to, world by world; all actions share the worlds."""
    rng = Random(seed)
    worlds = [world(situation.view, situation.belief.sample(rng)) for _ in range(num_worlds)]
    noise = rng.getrandbits(32)
    states = from_core(worlds, memories=[situation.memory] * num_worlds, seed=noise)
    copies = np.tile(np.arange(num_worlds), len(numbers))
    ends = _until_next_turn(
        states.take(copies),
        _memories(situation, len(copies)),
        np.repeat(np.array(numbers), num_worlds),
        copies,
        situation.seat,
        choose,
        noise,
    )
    return [ends[i * num_worlds : (i + 1) * num_worlds] for i in range(len(numbers))]


def _memories(situation: Situation, num: int) -> SeatMemories:
    """Return what both seats remember, for ``num`` worlds of a situation."""
    return memories_from_core([situation.recollection.of_both()]).take(np.zeros(num, np.intp))


def _until_next_turn(
    states: State,
    memories: SeatMemories,
    actions: Ints,
    streams: Ints,
    seat: Seat,
    choose: Choose,
    seed: int,
) -> list[Future]:
    found: dict[int, Future] = {}
    steps: list[list[FutureStep]] = [[] for _ in actions]
    places = np.arange(len(actions))
    turn = _turns(states)
    chosen: Any = actions
    for depth in range(MAX_DECISIONS):
        movers: Any = np.asarray(mover(states))
        states, memories = play(states, memories, chosen)
        for place, who, number, *bridges in zip(
            places, movers, chosen, *map(np.asarray, states.bridges), strict=True
        ):
            white, black = map(int, bridges)
            steps[place].append(FutureStep(Seat(int(who)), ACTIONS[number], (white, black)))
        over: Any = is_over(states) >= 1
        done = over | ((np.asarray(mover(states)) == seat) & (_turns(states) != turn))
        if depth == MAX_DECISIONS - 1:
            done[:] = True
        for i in np.flatnonzero(done):
            place = int(places[i])
            found[place] = _future(states, int(i), seat, steps[place])
        going = np.flatnonzero(~done)
        if not len(going):
            break
        states, memories = states.take(going), memories.take(going)
        places, turn = places[going], turn[going]
        chosen = choose(states, memories, streams[places], seed + depth)
    return [found[place] for place in range(len(actions))]


def wins_before_scoring(
    situation: Situation,
    numbers: Sequence[int],
    card: Island,
    *,
    num_worlds: int,
    choose: Choose,
    seed: str,
) -> list[list[bool]]:
    """Return in which worlds the player wins an island with a card before the next scoring."""
    rng = Random(seed)
    worlds = [world(situation.view, situation.belief.sample(rng)) for _ in range(num_worlds)]
    noise = rng.getrandbits(32)
    start = from_core(worlds, memories=[situation.memory] * num_worlds, seed=noise)
    copies = np.tile(np.arange(num_worlds), len(numbers))
    states, memories = start.take(copies), _memories(situation, len(copies))
    number_of_round = _rounds(states)
    won = np.zeros(len(copies), np.bool_)
    places = np.arange(len(copies))
    chosen: Any = np.repeat(np.array(numbers), num_worlds)
    for depth in range(MAX_DECISIONS_OF_ROUND):
        after, memories = play(states, memories, chosen)
        if depth:
            is_own = np.asarray(mover(states)) == situation.seat
            won[places] |= is_own & _spends(chosen, card) & _wins_island(states, after, situation)
        over: Any = is_over(after) >= 1
        going = np.flatnonzero(~over & (_rounds(after) == number_of_round[places]))
        if not len(going):
            break
        states, memories, places = after.take(going), memories.take(going), places[going]
        chosen = choose(states, memories, copies[places], noise + depth)
    return [
        [bool(hit) for hit in won[i * num_worlds : (i + 1) * num_worlds]]
        for i in range(len(numbers))
    ]


def _spends(actions: Any, card: Island) -> Any:  # noqa: ANN401  # arrays
    """Return which actions pay for a bridge or a removal with a card."""
    return _PAYS[actions, card]


def _wins_island(before: State, after: State, situation: Situation) -> Any:  # noqa: ANN401
    """Return in which games the player has more islands, or the opponent fewer."""
    own, their = situation.seat, situation.seat.other
    gained = np.asarray(after.held[own]) & ~np.asarray(before.held[own])
    broken = np.asarray(before.held[their]) & ~np.asarray(after.held[their])
    return (gained | broken) != 0


def _rounds(states: State) -> Any:  # noqa: ANN401  # an array of the batch engine
    return np.asarray(Clock.ROUND.of(states.clock))


def _turns(states: State) -> Any:  # noqa: ANN401  # an array of the batch engine
    return states.clock >> Clock.TURN.shift & ((1 << Clock.TURN.width) - 1)


def _future(states: State, place: int, seat: Seat, steps: Sequence[FutureStep]) -> Future:
    taken = np.asarray(taken_cards(states.taken[seat.other]))
    return Future(steps[-1].bridges, int(taken[place]), tuple(steps))
