"""Observations for all games at once, with the fields of ``kahuna.encoding``. [R15]

Shapes: (n,) for a number, (n, k) for a field, (n, SIZE) for an observation, as uint8; with what a
seat remembers it is (n, SIZE + MEMORY_SIZE), as float32.
"""

from __future__ import annotations

from kahuna.batch.arrays import (
    Array,
    Pair,
    bits_at,
    equal,
    one_hot,
    pick,
    popcount,
    swap,
)
from kahuna.batch.cards import counts, size
from kahuna.batch.constants import LANES, NUM_LINES
from kahuna.batch.errors import to_seats
from kahuna.batch.ruleset import is_on, number
from kahuna.batch.scoring import count_stones, scores_of
from kahuna.batch.seat_memory import SeatMemories, memory_features
from kahuna.batch.state import (
    Clock,
    Phase,
    State,
    TurnActivity,
    black_mask,
    doubt,
    num_games,
    over_mask,
    pile,
    taken_cards,
    unseen_cards,
)
from kahuna.core import Seat
from kahuna.core.scoring import ROUNDS
from kahuna.encoding.layout import FIELDS, PHASES

LAST_TURNS = (2, 1)
"""What the clock says in the last turn but one, and in the last."""


def observe(states: State, seat: Array, memories: SeatMemories | None = None) -> Array:
    """Return the observations of a seat, or of one seat per game: uint8 of shape (n, SIZE).

    With ``memories``, what that seat remembers follows: float32 of shape (n, SIZE + MEMORY_SIZE).
    """
    n = num_games(states)
    is_black = 0 - ((states.clock & 0) + to_seats("seat", seat, n))
    pieces = {
        **_board_pieces(states, is_black),
        **_card_pieces(states, is_black),
        **_point_pieces(states, is_black),
        **_phase_pieces(states, is_black),
        **_ruleset_pieces(states, is_black),
    }
    space = states.clock.__array_namespace__()
    columns = [pieces[piece.name].reshape(n, piece.size) for piece in FIELDS]
    observation = space.concatenate(columns, axis=1).astype(space.uint8)
    if memories is None:
        return observation
    remembered = memory_features(memories, states, is_black)
    return space.concatenate([observation.astype(space.float32), remembered], axis=1)


def _board_pieces(states: State, is_black: Array) -> dict[str, Array]:
    own, their = swap(is_black, states.bridges)
    own_islands, their_islands = swap(is_black, states.held)
    own_stones, their_stones = swap(is_black, count_stones(states))
    bridges = number(states.rules, "bridges")
    return {
        "own_bridges": bits_at(own, range(NUM_LINES)),
        "their_bridges": bits_at(their, range(NUM_LINES)),
        "own_islands": bits_at(own_islands, LANES.places),
        "their_islands": bits_at(their_islands, LANES.places),
        "own_supply": bridges - popcount(own),
        "their_supply": bridges - popcount(their),
        "own_stones": own_stones,
        "their_stones": their_stones,
    }


def _card_pieces(states: State, is_black: Array) -> dict[str, Array]:
    own, their = swap(is_black, states.cards)
    own_taken, their_taken = swap(is_black, states.taken)
    own_buried, their_buried = swap(is_black, states.buried)
    return {
        "own_cards": counts(own),
        "their_cards": size(their),
        "own_taken": counts(taken_cards(own_taken)),
        "their_taken": counts(taken_cards(their_taken)),
        "own_doubt": doubt(own_taken),
        "their_doubt": doubt(their_taken),
        "own_buried": counts(own_buried),
        "their_buried": size(their_buried),
        "open_cards": counts(states.open_cards),
        "discards": counts(states.discards),
        "unseen": counts(unseen_cards(states, is_black)),
        "pile": size(pile(states)),
    }


def _point_pieces(states: State, is_black: Array) -> dict[str, Array]:
    scores: list[Pair] = [swap(is_black, pair) for pair in scores_of(states)]
    round_number = Clock.ROUND.of(states.clock)
    return {
        "own_points": _stack([own for own, _ in scores]),
        "their_points": _stack([their for _, their in scores]),
        "round": one_hot(round_number, range(1, ROUNDS + 1)),
        "turn": Clock.TURN.of(states.clock),
    }


def _phase_pieces(states: State, is_black: Array) -> dict[str, Array]:
    clock = states.clock
    phase, activity = Clock.PHASE.of(clock), Clock.ACTIVITY.of(clock)
    numbers = [getattr(Phase, name.upper()) for name in PHASES]
    is_own = ~(black_mask(states) ^ is_black) & ~over_mask(states)
    begins = ~(0 - Clock.SEAT.of(clock) ^ is_black) & equal(phase, Phase.HANDICAP)
    cleared = (1 << Clock.CLEARED.of(clock)) >> 1
    return {
        "phase": one_hot(phase, numbers),
        "own_phase": is_own & 1,
        "own_start": begins & 1,
        "left": Clock.LEFT.of(clock),
        "must_draw": Clock.MUST_DRAW.of(clock),
        "has_played": equal(activity, TurnActivity.PLAYED) & 1,
        "has_buried": equal(activity, TurnActivity.BURIED) & 1,
        "cleared": bits_at(cleared, range(NUM_LINES)),
        "last_turns": one_hot(Clock.LAST_TURNS.of(clock), LAST_TURNS),
    }


def _ruleset_pieces(states: State, is_black: Array) -> dict[str, Array]:
    rules = states.rules
    handicap = number(rules, "handicap")
    is_own = ~(is_on(rules, "handicap_seat", Seat.BLACK) ^ is_black)
    return {
        "bridges": number(rules, "bridges"),
        "stones": number(rules, "stones"),
        "is_instead": number(rules, "discard"),
        "is_own_stones": number(rules, "final_scoring"),
        "no_trespass": number(rules, "no_trespass"),
        "open_hands": number(rules, "open_hands"),
        "own_handicap": pick(is_own, handicap, handicap & 0),
        "their_handicap": pick(is_own, handicap & 0, handicap),
    }


def _stack(columns: list[Array]) -> Array:
    """Stack numbers side by side: (n, k)."""
    return columns[0].__array_namespace__().stack(columns, axis=1)
