"""Explain why a move is illegal: what would be right, and the paragraph of the rules."""

from __future__ import annotations

from kahuna.core import (
    Action,
    Build,
    Bury,
    Island,
    Line,
    PlaceHandicap,
    Reason,
    Remove,
    Replace,
    Seat,
    TakeOpen,
    Turn,
    View,
    bits,
    format_island,
    format_line,
    line_names,
)
from kahuna.terminal.narrate import Narrator
from kahuna.terminal.texts import ENGLISH, TerminalTexts


def explain(
    view: View,
    action: Action,
    reason: Reason,
    words: TerminalTexts = ENGLISH,
    *,
    is_any: bool = False,
) -> str:
    """Return the explanation; ``is_any`` if no particular payment was given."""
    form = f"{words.shared.reasons[reason]} {words.advice[reason]}"
    if reason is Reason.CARD_NOT_HELD:
        if isinstance(action, Remove):
            form = words.no_pair
        elif isinstance(action, Build) and is_any:
            form = words.no_payment
    return form.format(**_facts(view, action, words))


def _facts(view: View, action: Action, words: TerminalTexts) -> dict[str, str]:
    """Collect everything that an explanation may mention."""
    board, public = view.ruleset.board, view.public
    seat = view.viewer if isinstance(view.viewer, Seat) else Seat.WHITE
    narrator = Narrator(words.shared.seats, seat, words, board)
    line = _line_of(action, view)
    theirs = public.bridges[seat.other]
    names = [board.names[i] for i in bits(board.held(theirs)) if i in board.ends[line]]
    has_own = public.bridges[seat] >> line & 1
    their_lines = ", ".join(line_names(theirs, board))
    other = words.shared.seats[seat.other]
    return {
        **narrator.ends(line),
        "a_letter": format_island(board.ends[line][0]),
        "card": _card_of(action, view),
        "hand": narrator.cards(view.cards),
        "open": narrator.cards(public.open_cards),
        "bridge": words.own_bridge if has_own else words.other_bridge.format(name=other),
        "them": other,
        "their_lines": their_lines or words.nothing,
        "trespassed": words.and_.join(names) or words.nothing,
        "all_lines": " ".join(format_line(Line(i), board) for i in board.lines),
    }


def _line_of(action: Action, view: View) -> Line:
    """Return the line of an action; any line for an action without one."""
    phase, board = view.public.phase, view.ruleset.board
    if isinstance(action, Build | Remove | PlaceHandicap) and action.line < len(board.ends):
        return action.line
    if isinstance(action, Replace) and isinstance(phase, Turn) and phase.cleared is not None:
        return phase.cleared
    return Line(0)


def _card_of(action: Action, view: View) -> str:
    """Return the card that causes the problem."""
    board = view.ruleset.board
    cards: tuple[Island, ...]
    match action:
        case Build(line, card):
            cards = (card,)
        case Remove(line, cards):
            ends = board.ends[line] if line < len(board.ends) else ()
            cards = tuple(card for card in cards if card not in ends) or cards
        case Bury(card) | TakeOpen(card):
            cards = (card,)
        case _:
            return ""
    return board.names[cards[0]] if cards[0] < len(board.names) else ""
