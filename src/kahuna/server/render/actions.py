"""Render what a viewer may do now, and what the rules forbid, with the reason."""

from __future__ import annotations

from functools import lru_cache
from typing import assert_never

from kahuna.core import (
    ARCHIPELAGO,
    DECLINE,
    DRAW_PILE,
    Action,
    Build,
    Bury,
    Cards,
    Decline,
    DrawPile,
    Island,
    Phase,
    PlaceHandicap,
    Reason,
    Remove,
    Replace,
    Seat,
    TakeOpen,
    Turn,
    View,
    catalogue,
    kinds,
    legal_actions,
    why_illegal,
)
from kahuna.core.state import turn_of
from kahuna.record import format_action
from kahuna.server.wire.game_view import (
    BlockedAction,
    LegalAction,
)
from kahuna.server.wire.vocabulary import (
    Letter,
    letter,
    line_name,
)

_SOME_PHASE = turn_of(Seat.WHITE)
"""Only the free bridge of variant 1 is written differently from phase to phase."""


def choices_out(view: View) -> tuple[list[LegalAction], list[BlockedAction]]:
    """What the viewer may do now; and ends of the turn and discards in sight that are forbidden."""
    legal = legal_actions(view)
    if not legal:
        return [], []
    phase = view.public.phase
    allowed = [_WORDS.get(action) or action_out(action, phase) for action in legal]
    if not isinstance(phase, Turn):
        return allowed, []
    blocked = [
        _blocked(action, reason)
        for action in _in_sight(view.public.open_cards, view.cards)
        if action not in legal and (reason := why_illegal(view, action)) is not None
    ]
    return allowed, blocked


@lru_cache(maxsize=1 << 13)
def _in_sight(open_cards: Cards, cards: Cards) -> tuple[Action, ...]:
    """What a player may think of doing with the cards in sight, apart from bridges."""
    takes = [TakeOpen(card) for card in kinds(open_cards)]
    return (*takes, DRAW_PILE, DECLINE, *(Bury(card) for card in kinds(cards)))


@lru_cache(maxsize=1 << 10)
def _blocked(action: Action, reason: Reason) -> BlockedAction:
    words = _WORDS[action]
    return {
        "action": words["action"],
        "kind": words["kind"],
        "cards": words["cards"],
        "reason": reason,
        "paragraph": reason.paragraph,
    }


def action_out(action: Action, phase: Phase) -> LegalAction:
    """An action in notation, and in parts."""
    text = format_action(action, phase)
    match action:
        case Build(line, card):
            return {
                "action": text,
                "kind": "build",
                "line": line_name(line),
                "cards": [letter(card)],
            }
        case Remove(line, cards):
            return {
                "action": text,
                "kind": "remove",
                "line": line_name(line),
                "cards": _each(cards),
            }
        case Replace():
            assert isinstance(phase, Turn)
            assert phase.cleared is not None
            name = line_name(phase.cleared)
            return {"action": text, "kind": "replace", "line": name, "cards": []}
        case Bury(card):
            return {"action": text, "kind": "bury", "line": None, "cards": [letter(card)]}
        case TakeOpen(card):
            return {"action": text, "kind": "take", "line": None, "cards": [letter(card)]}
        case DrawPile():
            return {"action": text, "kind": "draw", "line": None, "cards": []}
        case Decline():
            return {"action": text, "kind": "decline", "line": None, "cards": []}
        case PlaceHandicap(line):
            return {"action": text, "kind": "handicap", "line": line_name(line), "cards": []}
        case _:
            assert_never(action)


def _each(cards: tuple[Island, ...]) -> list[Letter]:
    return [letter(card) for card in cards]


_WORDS: dict[Action, LegalAction] = {
    action: action_out(action, _SOME_PHASE)
    for action in catalogue(ARCHIPELAGO)
    if not isinstance(action, Replace)
}
"""Every action but the free bridge, put into words once."""
