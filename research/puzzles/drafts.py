"""Turn positions of a batch into puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from kahuna.batch import State, mover, to_core
from kahuna.batch.arrays import nonzero, swap
from kahuna.batch.state import Clock, Phase, TurnActivity, black_mask, doubt, shown, taken_cards
from kahuna.core import NO_CARDS, Action, Seat
from kahuna.puzzles.puzzle import Puzzle, ending_of
from kahuna.record import format_view_position, view_with_known
from research.puzzles.puzzle_text import format_turn, puzzle_id
from research.puzzles.themes import theme_of

MAX_ACCEPTED: Final = 15
"""Maximum number of accepted turns besides the solution, the shortest first."""


def begins_turn(states: State) -> Any:  # noqa: ANN401  # an array of NumPy or JAX
    """Return in which positions a turn has just begun."""
    phase: Any = Clock.PHASE.of(states.clock)
    activity: Any = Clock.ACTIVITY.of(states.clock)
    return (phase == Phase.TURN) & (activity == TurnActivity.NOTHING)


def as_set_up(states: State) -> State:
    """Forget how a position came about, except the cards that the opponent surely holds.

    In variant 2 cards that were taken lie open; they stay there.
    """
    is_black = black_mask(states)
    _, theirs = swap(is_black, states.taken)
    own_shown, their_shown = swap(is_black, shown(states))
    known = taken_cards(theirs) & ~nonzero(doubt(theirs)) | their_shown
    return states._replace(taken=swap(is_black, (own_shown, known)))


def draft_puzzle(
    root: State,
    solution: Sequence[Action],
    equals: Sequence[Sequence[Action]],
    *,
    needs_counting: bool,
) -> Puzzle | None:
    """Return a puzzle without its figures; ``None`` if it has no theme.

    ``equals`` are the turns that count as solved. The history of the position is forgotten, except
    the cards that the opponent surely holds.
    """
    [state] = to_core(root)
    seat = Seat(int(np.asarray(mover(root))[0]))
    known = int(np.asarray(taken_cards(root.taken[seat.other]))[0])
    if state.ruleset.open_hands:
        known = NO_CARDS  # They lie open.
    if known == state.private[seat.other].hand != 0:
        return None  # The whole hand is known; without a "?" the notation would hide it.
    view = view_with_known(state, seat, known)
    position = format_view_position(view)
    theme = theme_of(view, solution, needs_counting=needs_counting)
    if theme is None:
        return None
    endings = {ending_of(view, solution)}
    accepted: list[str] = []
    for turn in sorted(equals, key=len):
        ending = ending_of(view, turn)
        if ending not in endings and len(accepted) < MAX_ACCEPTED:
            endings.add(ending)
            accepted.append(format_turn(view, turn))
    return Puzzle(
        id=puzzle_id(position),
        position=position,
        edition=view.ruleset.edition,
        theme=theme,
        difficulty=None,
        solution=format_turn(view, solution),
        accepted=tuple(accepted),
        refutation="",
        value=0.0,
        margin=0.0,
        error=0.0,
    )
