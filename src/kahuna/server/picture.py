"""A game as one viewer sees it, put into words: built from a view by selection.

Nothing here ever holds a state. What a view does not contain cannot be sent.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, assert_never

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
    Handicap,
    Island,
    Lines,
    Over,
    Phase,
    PlaceHandicap,
    Reason,
    Remove,
    Replace,
    Ruleset,
    Seat,
    TakeOpen,
    Turn,
    View,
    catalogue,
    kinds,
    legal_actions,
    mover,
    num_bridges_left,
    size,
    why_illegal,
)
from kahuna.core.state import turn_of
from kahuna.record import format_action
from kahuna.server.sight import (
    BlockedAction,
    LegalAction,
    OwnOut,
    PhaseOut,
    RulesetOut,
    SeatOut,
    SideOut,
)
from kahuna.server.words import (
    PARAGRAPHS,
    Letter,
    SeatName,
    island_letters,
    letter,
    letters,
    line_name,
    line_names,
    seat_name,
)

_SOME_PHASE = turn_of(Seat.WHITE)
"""Only the free bridge of variant 1 is written differently from phase to phase."""


def ruleset_out(ruleset: Ruleset) -> RulesetOut:
    """Every option."""
    seat = ruleset.handicap_seat
    return {
        "edition": ruleset.edition,
        "bridges": ruleset.bridges,
        "stones": ruleset.stones,
        "discard": ruleset.discard,
        "final_scoring": ruleset.final_scoring,
        "no_trespass": ruleset.no_trespass,
        "open_hands": ruleset.open_hands,
        "handicap": ruleset.handicap,
        "handicap_seat": None if seat is None else seat_name(seat),
    }


@lru_cache(maxsize=1 << 13)
def num_held(bridges: Lines) -> int:
    """How many islands bridges give to their owner."""
    return ARCHIPELAGO.held(bridges).bit_count()


@lru_cache(maxsize=1 << 13)
def side_out(bridges: Lines) -> SideOut:
    """One seat's bridges, and the islands they give it."""
    return {"bridges": line_names(bridges), "control": island_letters(ARCHIPELAGO.held(bridges))}


def own_out(view: View) -> OwnOut | None:
    """The viewer's own cards."""
    if not isinstance(view.viewer, Seat):
        return None
    return {"hand": letters(view.own.hand), "buried": letters(view.own.buried)}


def phase_out(phase: Phase) -> PhaseOut:
    """Where in the course of the game we are; chance is never left pending by an authority."""
    match phase:
        case Turn(seat, must_draw, did, cleared, last_turns):
            return {
                "kind": "turn",
                "seat": seat_name(seat),
                "must_draw": must_draw,
                "did": did,
                "cleared": None if cleared is None else line_name(cleared),
                "last_turns": last_turns,
            }
        case Handicap(seat, left, first):
            return {
                "kind": "handicap",
                "seat": seat_name(seat),
                "left": left,
                "first": seat_name(first),
            }
        case Over():
            return {"kind": "over"}
        case _:
            raise AssertionError("an authority answers chance at once")


def to_move(phase: Phase) -> SeatName | None:
    """The seat that is to move."""
    seat = mover(phase)
    return None if seat is None else seat_name(seat)


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
        "paragraph": PARAGRAPHS[reason],
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


def seat_out(
    view: View,
    seat: Seat,
    *,
    name: str,
    kind: Literal["human", "bot"],
    bot: str | None = None,
    joined: bool = True,
    present: bool = True,
    clock_ms: int | None = None,
) -> SeatOut:
    """What everybody sees of a seat, and who sits there."""
    public, ruleset = view.public, view.ruleset
    side = side_out(public.bridges[seat])
    stones = min(num_held(public.bridges[seat]), ruleset.stones)
    return {
        "name": name,
        "kind": kind,
        "bot": bot,
        "joined": joined,
        "present": present,
        "bridges": side["bridges"],
        "control": side["control"],
        "stones": stones,
        "bridges_left": num_bridges_left(ruleset, public, seat),
        "stones_left": ruleset.stones - stones,
        "hand_size": view.hand_sizes[seat] + size(public.shown[seat]),
        "shown": letters(public.shown[seat]),
        "buried_size": view.buried_sizes[seat],
        "clock_ms": clock_ms,
    }
