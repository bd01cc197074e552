"""Say what a turn is about, by the events that it causes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from kahuna.core import Action, Build, Decline, Event, Remove, Replace, Seat, Turn, View
from kahuna.core.events import BridgeRemoved, ControlLost, RemovalCause
from kahuna.puzzles.puzzle import Theme
from research.puzzles.puzzle_text import steps_of

MANY: Final = 2
"""Swept bridges that make a chain reaction."""


def theme_of(view: View, turn: Sequence[Action], *, needs_counting: bool) -> Theme | None:
    """Return the rarest theme of a turn; ``None`` if it has none.

    ``needs_counting`` says that another turn looks better to a player who does not remember the
    discards and the cards that the opponent took.
    """
    found = themes_of(view, turn)
    if not found and not any(isinstance(action, Build | Remove | Replace) for action in turn):
        return None  # Doing nothing is a puzzle only if something depends on declining.
    if needs_counting:
        found.add(Theme.CARD_COUNTING)
    order = (
        Theme.DECLINING,
        Theme.LAST_TURN,
        Theme.CARD_COUNTING,
        Theme.CHAIN_REACTION,
        Theme.REMOVAL,
    )
    return next((theme for theme in order if theme in found), None)


def themes_of(view: View, turn: Sequence[Action]) -> set[Theme]:
    """Return all themes that the position and the events of a turn show."""
    seat, phase = view.viewer, view.public.phase
    assert isinstance(seat, Seat)
    assert isinstance(phase, Turn)
    events = [event for _, part in steps_of(view, turn) for event in part]
    found = set()
    if phase.last_turns:
        found.add(Theme.LAST_TURN)
    elif isinstance(turn[-1], Decline):
        found.add(Theme.DECLINING)
    if any(isinstance(action, Remove) for action in turn):
        found.add(Theme.REMOVAL)
    if is_chain_reaction(events, seat):
        found.add(Theme.CHAIN_REACTION)
    return found


def is_chain_reaction(events: Iterable[Event], seat: Seat) -> bool:
    """Return whether gained islands sweep two bridges, or cost the opponent an island. [R5.4]"""
    num_swept = 0
    is_swept = False
    for event in events:
        match event:
            case BridgeRemoved(owner, _, cause):
                is_swept = owner is seat.other and cause is RemovalCause.CONTROL
                num_swept += is_swept
            case ControlLost(loser, _) if loser is seat.other and is_swept:
                return True
            case _:
                pass
    return num_swept >= MANY
