"""What a viewer may do now, what the rules forbid and why, and actions as clients write them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, TypeAlias, assert_never

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
from kahuna.core.actions import bury_of, take_of
from kahuna.hosting.play.names import Letter, LineName, letter, letters, line_name
from kahuna.hosting.schema import TypedDict, closed
from kahuna.record import format_action

ActionKind: TypeAlias = Literal[
    "build", "remove", "replace", "bury", "take", "draw", "decline", "handicap"
]


@closed
class LegalAction(TypedDict):
    """An action that the viewer may take now."""

    action: str
    """In notation, as the client sends it back."""
    kind: ActionKind
    line: LineName | None
    cards: list[Letter]
    """The cards it costs, or the open card it takes."""


@closed
class BlockedAction(TypedDict):
    """A draw or discard that is not legal now."""

    action: str
    kind: ActionKind
    cards: list[Letter]
    reason: Reason
    paragraph: str | None
    """The paragraph of RULES.md."""


_ANY_TURN = Turn(Seat.WHITE)
"""Only the notation of variant 1's free bridge depends on the phase."""


def render_choices(view: View) -> tuple[list[LegalAction], list[BlockedAction]]:
    """Render the legal actions, and the visible draws and discards that are illegal."""
    legal = legal_actions(view)
    if not legal:
        return [], []
    phase, ids = view.public.phase, list(map(id, legal))
    allowed = [
        _RENDERED_BY_ID.get(number) or render_action(action, phase)
        for number, action in zip(ids, legal, strict=True)
    ]
    if not isinstance(phase, Turn):
        return allowed, []
    blocked = [
        _blocked(action, reason)
        for action in _in_sight(view.public.open_cards, view.cards)
        if id(action) not in ids and (reason := why_illegal(view, action)) is not None
    ]
    return allowed, blocked


def _in_sight(open_cards: Cards, cards: Cards) -> list[Action]:
    """Return the actions that visible cards suggest, apart from bridges."""
    takes = [_TAKES[card] for card in kinds(open_cards)]
    buries = [_BURIES[card] for card in kinds(cards)]
    return [*takes, DRAW_PILE, DECLINE, *buries]


@lru_cache(maxsize=1 << 10)
def _blocked(action: Action, reason: Reason) -> BlockedAction:
    rendered = _RENDERED[action]
    return {
        "action": rendered["action"],
        "kind": rendered["kind"],
        "cards": rendered["cards"],
        "reason": reason,
        "paragraph": reason.paragraph,
    }


def render_action(action: Action, phase: Phase) -> LegalAction:
    """Render an action in notation and in parts."""
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
                "cards": letters(cards),
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


_ISLANDS: Final = tuple(map(Island, ARCHIPELAGO.islands))
_RENDERED: dict[Action, LegalAction] = {
    action: render_action(action, _ANY_TURN)
    for action in catalogue(ARCHIPELAGO)
    if not isinstance(action, Replace)
}
"""Every action but the free bridge, rendered once."""
_RENDERED_BY_ID: Final = {id(action): rendered for action, rendered in _RENDERED.items()}
"""The same by identity: the core creates each action once, and hashing one takes time."""
_TAKES: Final = tuple(map(take_of, _ISLANDS))
_BURIES: Final = tuple(map(bury_of, _ISLANDS))
