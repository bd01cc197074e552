"""Convert states of the core to a batch and back. Slow: for tests, examples and bug reports."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType

import numpy

from kahuna.batch import ruleset as options
from kahuna.batch.arrays import Array
from kahuna.batch.chance import seeds
from kahuna.batch.constants import BOARD, LANES
from kahuna.batch.errors import BatchError
from kahuna.batch.scoring import TERMINATIONS, WIPEOUT, outcome
from kahuna.batch.state import (
    DOUBT_SHIFT,
    BitField,
    Clock,
    Phase,
    State,
    TurnActivity,
    pile,
    shown,
    state_of,
)
from kahuna.core import (
    Drawing,
    Handicap,
    Line,
    Opening,
    Outcome,
    Over,
    Private,
    Public,
    Refilling,
    Ruleset,
    Seat,
    Turn,
    bits,
    size,
)
from kahuna.core import Phase as CorePhase
from kahuna.core import State as CoreState
from kahuna.core import TurnActivity as CoreTurnActivity
from kahuna.core.memory import Memory
from kahuna.core.scoring import ROUNDS, Pair
from kahuna.core.state import turn_of

_ACTIVITIES = {
    CoreTurnActivity.NOTHING: TurnActivity.NOTHING,
    CoreTurnActivity.PLAYED: TurnActivity.PLAYED,
    CoreTurnActivity.BURIED: TurnActivity.BURIED,
}
_CORE_ACTIVITIES = {number: activity for activity, number in _ACTIVITIES.items()}


def from_core(
    states: Sequence[CoreState],
    *,
    memories: Sequence[Memory] | None = None,
    seed: int = 0,
    space: ModuleType = numpy,
) -> State:
    """Make a batch of states of the core.

    A state of the core does not say who took which card openly; ``memories`` does. Without them,
    all positions count as just set up.
    """
    if isinstance(states, CoreState):
        raise BatchError(
            "from_core wants a sequence of states; for a single one, from_core([state])"
        )
    if not states:
        raise BatchError("a batch has at least one game")
    if memories is None:
        memories = [Memory.at_start(state.public.shown) for state in states]
    if len(memories) != len(states):
        raise BatchError(f"{len(states)} games need {len(states)} memories, not {len(memories)}")
    columns = zip(*map(_words, states, memories), strict=True)
    words = [space.asarray(column, dtype=space.uint32) for column in columns]
    return state_of([*words, seeds(len(states), seed, space)])


def to_core(states: State) -> list[CoreState]:
    """Convert a batch to states of the core."""
    result = outcome(states)
    columns = [
        *(array for pair in (states.bridges, states.cards, shown(states)) for array in pair),
        *states.buried,
        states.open_cards,
        states.discards,
        pile(states),
        states.clock,
        states.rules,
        result.winner,
        result.termination,
        *(array for pair in result.scores for array in pair),
    ]
    rulesets = {word: options.unpack(word) for word in set(_listed(states.rules))}
    return [_core_state(row, rulesets) for row in zip(*map(_listed, columns), strict=True)]


def _listed(array: Array) -> list[int]:
    return [int(number) for number in numpy.asarray(array).tolist()]


def _words(state: CoreState, memory: Memory) -> list[int]:
    """Return the fourteen words of a game, without its generator."""
    public, private = state.public, state.private
    held = [
        sum(1 << LANES.places[island] for island in bits(BOARD.held(bridges)))
        for bridges in public.bridges
    ]
    return [
        *public.bridges,
        *held,
        *(private[seat].hand + public.shown[seat] for seat in Seat),
        *(memory.taken[seat] | memory.doubt[seat] << DOUBT_SHIFT for seat in Seat),
        *(private[seat].buried for seat in Seat),
        public.open_cards,
        public.discards,
        _clock(state),
        options.pack(state.ruleset),
    ]


def _clock(state: CoreState) -> int:
    public = state.public
    if not 0 <= public.turn < 1 << Clock.TURN.width:
        raise BatchError(f"a batch counts turns up to {(1 << Clock.TURN.width) - 1}")
    phase = _phase_fields(state)
    leaders = [1 if white > black else 2 if black > white else 0 for white, black in public.points]
    points = sum(leader << 2 * i for i, leader in enumerate(leaders[: ROUNDS - 1]))
    fields: list[tuple[BitField, int]] = [
        *phase,
        (Clock.ROUND, public.round),
        (Clock.POINTS, points),
        (Clock.TURN, public.turn),
    ]
    return sum(field.at(int(value)) for field, value in fields)


def _phase_fields(state: CoreState) -> list[tuple[BitField, int]]:
    phase = state.public.phase
    places = size(state.public.open_cards)
    match phase:
        case Turn(seat, must_draw, activity, cleared, last_turns):
            return [
                (Clock.SEAT, seat),
                (Clock.MUST_DRAW, must_draw),
                (Clock.ACTIVITY, _ACTIVITIES[activity]),
                (Clock.CLEARED, 0 if cleared is None else cleared + 1),
                (Clock.LAST_TURNS, last_turns),
            ]
        case Handicap(_, left, first):
            return [(Clock.PHASE, Phase.HANDICAP), (Clock.LEFT, left), (Clock.SEAT, first)]
        case Refilling(seat):
            return [(Clock.PHASE, Phase.REFILLING), (Clock.SEAT, seat)]
        case Drawing(seat):
            if places < BOARD.open_places:
                raise BatchError("nobody draws from the pile while an open card is missing")
            return [(Clock.PHASE, Phase.DRAWING), (Clock.SEAT, seat)]
        case Opening(seat, left):
            return [(Clock.PHASE, Phase.OPENING), (Clock.SEAT, seat), (Clock.LEFT, left)]
        case Over(result):
            if result.termination not in TERMINATIONS:
                raise BatchError(
                    f"a batch supports only endings by the rules, not {result.termination}"
                )
            return [(Clock.PHASE, Phase.OVER)]


def _core_state(row: tuple[int, ...], rulesets: dict[int, Ruleset]) -> CoreState:
    white, black, *row_rest = row
    white_cards, black_cards, white_shown, black_shown, *row_rest = row_rest
    white_buried, black_buried, open_cards, discards, left, clock, rules, *result = row_rest
    ruleset = rulesets[rules]
    points = _points(clock, result)
    public = Public(
        (white, black),
        open_cards,
        (white_shown, black_shown),
        discards,
        points,
        _get(clock, Clock.ROUND),
        _get(clock, Clock.TURN),
        _core_phase(clock, ruleset, result, points),
    )
    private = (
        Private(white_cards - white_shown, white_buried),
        Private(black_cards - black_shown, black_buried),
    )
    return CoreState(ruleset, public, private, left)


def _get(clock: int, field: BitField) -> int:
    return clock >> field.shift & (1 << field.width) - 1


def _points(clock: int, result: list[int]) -> tuple[Pair, ...]:
    _, termination, *scores = result
    num_scored = _get(clock, Clock.ROUND) - 1
    if termination not in (0, WIPEOUT):
        num_scored = ROUNDS
    return tuple((scores[2 * i], scores[2 * i + 1]) for i in range(num_scored))


def _core_phase(
    clock: int,
    ruleset: Ruleset,
    result: list[int],
    points: tuple[Pair, ...],
) -> CorePhase:
    seat, left = Seat(_get(clock, Clock.SEAT)), _get(clock, Clock.LEFT)
    match _get(clock, Clock.PHASE):
        case Phase.HANDICAP:
            assert ruleset.handicap_seat is not None
            return Handicap(ruleset.handicap_seat, left, seat)
        case Phase.REFILLING:
            return Refilling(seat)
        case Phase.DRAWING:
            return Drawing(seat)
        case Phase.OPENING:
            return Opening(seat, left)
        case Phase.OVER:
            winner, termination, *_ = result
            how = TERMINATIONS[termination]
            assert how is not None
            return Over(Outcome(Seat(winner) if winner < 2 else None, how, points))
        case _:
            cleared = _get(clock, Clock.CLEARED)
            return turn_of(
                seat,
                bool(_get(clock, Clock.MUST_DRAW)),
                _CORE_ACTIVITIES[_get(clock, Clock.ACTIVITY)],
                Line(cleared - 1) if cleared else None,
                _get(clock, Clock.LAST_TURNS),
            )
