"""Try out a turn on what its player can see."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from kahuna.core import (
    Action,
    Decline,
    DrawPile,
    Phase,
    SeenEvent,
    TakeOpen,
    View,
    any_world,
    apply,
    seen,
    view_of,
)
from kahuna.record.errors import RecordError
from kahuna.record.notation import parse_ply, to_action


class TriedTurn(NamedTuple):
    """A turn as far as it was tried out. The action that ends it is not played: chance follows."""

    view: View
    events: tuple[SeenEvent, ...]
    ending: Action | None
    """The action that ends the turn, if there was one."""


def try_turn(view: View, actions: Iterable[str]) -> TriedTurn:
    """Play actions in notation for the viewer; raise if one is impossible or follows the end."""
    events: tuple[SeenEvent, ...] = ()
    ending: Action | None = None
    for text in actions:
        if ending is not None:
            raise RecordError(f"the turn is over before {text[:20]!r}")
        action = parse_action(text, view.public.phase)
        step = apply(any_world(view), action)
        if isinstance(action, TakeOpen | DrawPile | Decline):
            ending = action
            continue
        news = tuple(seen(event, view.viewer) for event in step.events)
        view = view_of(step.state, view.viewer, history=view.history and view.history + news)
        events += news
    return TriedTurn(view, events, ending)


def parse_action(text: str, phase: Phase) -> Action:
    """Read an action in notation; it must not name cards drawn by chance.

    Raises :class:`RecordError` for text that is no action, and ``IllegalActionError`` for a free
    bridge on another line than the one just cleared.
    """
    ply = parse_ply(text)
    if ply.card is not None or ply.opened:
        raise RecordError("an action does not say what chance answers", expected="<H, not <H=K")
    return to_action(ply.action, phase)
