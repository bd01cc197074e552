"""Encode a view: its observation and its legal actions. [R15]

Only the functions that return arrays import NumPy, so that a browser can do without it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from kahuna.core import (
    ACTIONS,
    ARCHIPELAGO,
    Action,
    Discard,
    Drawing,
    FinalScoring,
    Handicap,
    Opening,
    Over,
    Phase,
    Refilling,
    Ruleset,
    Seat,
    Turn,
    TurnActivity,
    View,
    action_numbers,
    count_stones,
    legal_actions,
    num_bridges_left,
    size,
)
from kahuna.core.memory import Memory, memory_of
from kahuna.core.scoring import ROUNDS, Pair
from kahuna.encoding.layout import FIELDS, MOST_TURNS, NUM_ISLANDS, NUM_LINES, PHASES, SIZE, SLICES

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_NUMBERS: Final = action_numbers(ARCHIPELAGO)
_NINE: Final = tuple(bytes(mask >> i & 1 for i in range(9)) for mask in range(1 << 9))
_SIX: Final = tuple(bytes(cards >> 2 * i & 3 for i in range(6)) for cards in range(1 << 12))
_NO_LINE: Final = bytes(NUM_LINES)


class SpectatorError(ValueError):
    """A spectator has no observation."""


def observation_of(view: View, *, memory: Memory | None = None) -> bytes:
    """Return the observation of a seat, one byte per number.

    The cards taken openly are folded from the history of the view; callers that encode after every
    event can keep a :class:`Memory` and pass it in.
    """
    viewer = view.viewer
    if not isinstance(viewer, Seat):
        raise SpectatorError("a spectator has no observation; only a seat has")
    fields = _fields(view, viewer, memory_of(view) if memory is None else memory)
    return b"".join([fields[field.name] for field in FIELDS])


def forget_cards(observation: bytes) -> bytes:
    """Erase what card counting knows: discards and cards that the opponent took openly."""
    less = bytearray(observation)
    unseen, discards = (range(SIZE)[SLICES[name]] for name in ("unseen", "discards"))
    for at, discarded in zip(unseen, discards, strict=True):
        less[at] += less[discarded]
    for name in ("discards", "their_taken", "their_doubt"):
        for at in range(SIZE)[SLICES[name]]:
            less[at] = 0
    return bytes(less)


def encode_view(view: View, *, memory: Memory | None = None) -> npt.NDArray[np.uint8]:
    """Return the observation of a seat as an array of uint8."""
    import numpy as np

    return np.frombuffer(observation_of(view, memory=memory), np.uint8).copy()


def legal_mask(view: View) -> npt.NDArray[np.bool_]:
    """Return which actions of the catalogue are legal for the viewer now."""
    return action_mask(legal_actions(view))


def action_mask(actions: Iterable[Action]) -> npt.NDArray[np.bool_]:
    """Return which actions of the catalogue are among these."""
    import numpy as np

    mask = np.zeros(len(ACTIONS), dtype=np.bool_)
    mask[[_NUMBERS[action] for action in actions]] = True
    return mask


def _fields(view: View, viewer: Seat, memory: Memory) -> dict[str, bytes]:
    other = viewer.other
    ruleset, public = view.ruleset, view.public
    board = ruleset.board
    bridges = public.bridges
    stones = count_stones(ruleset, bridges)
    shown = public.shown
    located = view.cards + view.own.buried + public.open_cards + public.discards + shown[other]
    return {
        "own_bridges": _lines(bridges[viewer]),
        "their_bridges": _lines(bridges[other]),
        "own_islands": _islands(board.held(bridges[viewer])),
        "their_islands": _islands(board.held(bridges[other])),
        "own_supply": _number(num_bridges_left(ruleset, public, viewer)),
        "their_supply": _number(num_bridges_left(ruleset, public, other)),
        "own_stones": _number(stones[viewer]),
        "their_stones": _number(stones[other]),
        "own_cards": _cards(view.cards),
        "their_cards": _number(view.hand_sizes[other] + size(shown[other])),
        "own_taken": _cards(memory.taken[viewer]),
        "their_taken": _cards(memory.taken[other]),
        "own_doubt": _number(memory.doubt[viewer]),
        "their_doubt": _number(memory.doubt[other]),
        "own_buried": _cards(view.own.buried),
        "their_buried": _number(view.buried_sizes[other]),
        "open_cards": _cards(public.open_cards),
        "discards": _cards(public.discards),
        "unseen": _cards(board.deck - located),
        "pile": _number(view.pile_size),
        "own_points": _points(public.points, viewer),
        "their_points": _points(public.points, other),
        "round": _one_of(public.round - 1, ROUNDS),
        "turn": _number(min(public.turn, MOST_TURNS)),
        **_phase_fields(public.phase, viewer),
        **_ruleset_fields(ruleset, viewer),
    }


def _phase_fields(phase: Phase, viewer: Seat) -> dict[str, bytes]:
    is_own = not isinstance(phase, Over) and phase.seat is viewer
    turn = phase if isinstance(phase, Turn) else Turn(viewer)
    left = phase.left if isinstance(phase, Handicap | Opening) else 0
    return {
        "phase": _one_of(_PHASE_NUMBERS[type(phase)], len(PHASES)),
        "own_phase": _number(is_own),
        "own_start": _number(isinstance(phase, Handicap) and phase.first is viewer),
        "left": _number(left),
        "must_draw": _number(turn.must_draw),
        "has_played": _number(turn.activity is TurnActivity.PLAYED),
        "has_buried": _number(turn.activity is TurnActivity.BURIED),
        "cleared": _NO_LINE if turn.cleared is None else _lines(1 << turn.cleared),
        "last_turns": bytes((turn.last_turns == 2, turn.last_turns == 1)),
    }


def _ruleset_fields(ruleset: Ruleset, viewer: Seat) -> dict[str, bytes]:
    is_own_handicap = ruleset.handicap_seat is viewer
    return {
        "bridges": _number(ruleset.bridges),
        "stones": _number(ruleset.stones),
        "is_instead": _number(ruleset.discard is Discard.INSTEAD),
        "is_own_stones": _number(ruleset.final_scoring is FinalScoring.OWN_STONES),
        "no_trespass": _number(ruleset.no_trespass),
        "open_hands": _number(ruleset.open_hands),
        "own_handicap": _number(ruleset.handicap if is_own_handicap else 0),
        "their_handicap": _number(0 if is_own_handicap else ruleset.handicap),
    }


_PHASE_TYPES: Final = (Turn, Handicap, Refilling, Drawing, Opening, Over)
_PHASE_NUMBERS: Final[dict[type[Any], int]] = {
    kind: PHASES.index(kind.__name__.lower()) for kind in _PHASE_TYPES
}


def _number(value: int) -> bytes:
    return bytes((value,))


def _one_of(place: int, num: int) -> bytes:
    return bytes(i == place for i in range(num))


def _points(points: tuple[Pair, ...], seat: Seat) -> bytes:
    return bytes([pair[seat] for pair in points] + [0] * (ROUNDS - len(points)))


def _lines(lines: int) -> bytes:
    return _NINE[lines & 511] + _NINE[lines >> 9 & 511] + _NINE[lines >> 18]


def _islands(islands: int) -> bytes:
    return (_NINE[islands & 511] + _NINE[islands >> 9])[:NUM_ISLANDS]


def _cards(cards: int) -> bytes:
    return _SIX[cards & 4095] + _SIX[cards >> 12]
