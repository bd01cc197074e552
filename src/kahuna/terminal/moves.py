"""Parse moves as people type them, and number the legal moves."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from kahuna.core import (
    DECLINE,
    DRAW_PILE,
    REPLACE,
    Action,
    Build,
    Bury,
    Decline,
    DrawPile,
    Handicap,
    Island,
    Line,
    PlaceHandicap,
    Remove,
    Replace,
    Seat,
    SpellingError,
    TakeOpen,
    Turn,
    View,
    island,
    islands,
    legal_actions,
    line,
    line_names,
    why_illegal,
)
from kahuna.core.board import LETTERS
from kahuna.record import format_action
from kahuna.terminal.reasons import explain
from kahuna.terminal.texts import ENGLISH, TerminalTexts

_SIGNS: Final = "+-=!<*."
_TOKEN: Final = re.compile(r"[A-Z]+|[0-9]+|[+\-=!<*.?]")


class NotAMoveError(ValueError):
    """Text that is not a legal move; the message says what would be."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A typed move: what to do, and the letters of the islands."""

    verb: str
    letters: str


def numbered(view: View) -> tuple[Action, ...]:
    """Return the legal moves in the order of the list; the first has number 1."""
    return tuple(sorted(legal_actions(view), key=_group))


def _group(action: Action) -> tuple[int, int]:
    """Order moves: free bridges, builds by card, removals, discards, draws, end of turn."""
    match action:
        case PlaceHandicap() | Replace():
            return 0, 0
        case Build(_, card):
            return 1, card
        case Remove():
            return 2, 0
        case Bury():
            return 3, 0
        case TakeOpen():
            return 4, 0
        case DrawPile():
            return 5, 0
        case Decline():
            return 6, 0


def read_move(text: str, view: View, words: TerminalTexts = ENGLISH) -> Action:
    """Return the legal move that was meant; raise :class:`NotAMoveError` with an explanation."""
    action = meant_by(text, view, words)
    if (reason := why_illegal(view, action)) is not None:
        raise NotAMoveError(explain(view, action, reason, words))
    return action


def meant_by(text: str, view: View, words: TerminalTexts = ENGLISH) -> Action:
    """Return the move that was meant, legal or not."""
    legal = numbered(view)
    if re.fullmatch(r"\s*\d{1,6}\s*", text, re.ASCII):
        if not 1 <= int(text) <= len(legal):
            raise NotAMoveError(words.no_number.format(number=int(text), count=len(legal)))
        return legal[int(text) - 1]
    candidates = _candidates(_typed(text, view, words), text, view, words)
    allowed = [action for action in candidates if action in legal]
    if len(allowed) > 1:
        phase, board = view.public.phase, view.ruleset.board
        tokens = ", ".join(format_action(action, phase, board) for action in allowed)
        raise NotAMoveError(words.ambiguous.format(moves=tokens))
    if not allowed and len(candidates) > 1:
        raise NotAMoveError(_why_none(candidates, view, words))
    return allowed[0] if allowed else candidates[0]


def example_move(view: View) -> str:
    """Return some legal move as an example of the notation."""
    legal = numbered(view)
    phase, board = view.public.phase, view.ruleset.board
    return format_action(legal[0], phase, board) if legal else "+AB/A"


def _typed(text: str, view: View, words: TerminalTexts) -> Typed:
    """Parse the verb and the letters; names of islands become letters."""
    verbs, fillers = {**ENGLISH.verbs, **words.verbs}, ENGLISH.fillers | words.fillers
    names = view.ruleset.board.names
    tokens = _TOKEN.findall(text.upper())
    rest = _TOKEN.sub("", text.upper())
    if not tokens or rest.strip(" /,;:\t") or any(token.isdigit() for token in tokens):
        raise _not_a_move(text, view, words)
    first = tokens[0]
    if first in verbs:
        verb, tokens = verbs[first], tokens[1:]
    elif first[0] == "X" and len(first) == 2:
        verb, tokens = "x", [first[1:], *tokens[1:]]
    else:
        verb = ""
    if verb == "<" and tokens and verbs.get(tokens[-1]) == "*":
        # Unless it is a card, what comes before the word can only be articles.
        cards = [token for token in tokens[:-1] if len(token) == 1 or token in names]
        verb, tokens = "*", cards
    letters = ""
    for token in tokens:
        if token in fillers or token == "-":
            continue
        if token in _SIGNS or token == "?" or (len(token) > 4 and token not in names):
            raise _not_a_move(text, view, words)
        letters += token[0] if token in names else token
    for letter in letters:
        if letter not in LETTERS[: len(names)]:
            is_word = not verb and len(letters) > 2
            raise (_not_a_move(text, view, words) if is_word else _no_island(letter, view, words))
    return Typed(verb, letters)


def _candidates(typed: Typed, text: str, view: View, words: TerminalTexts) -> list[Action]:
    """List every action that matches the typed text, legal or not."""
    verb, letters = typed.verb, typed.letters
    phase = view.public.phase
    if verb in ("*", ".") and not letters:
        return [DRAW_PILE if verb == "*" else DECLINE]
    if verb in ("<", "x") and len(letters) == 1:
        card = island(letters)
        return [TakeOpen(card) if verb == "<" else Bury(card)]
    if verb == "=" and not letters:
        return [REPLACE]
    if not verb and len(letters) == 1:
        raise _only_an_island(letters, view, words)
    if verb in ("*", ".", "<", "x") or len(letters) < 2:
        raise _not_a_move(text, view, words)
    line, cards = read_line(letters[:2], view, words), letters[2:]
    if verb == "=" and not cards:
        return [REPLACE]
    if isinstance(phase, Handicap) and not cards and verb in ("", "+", "!"):
        return [PlaceHandicap(line)]
    if verb == "!" and not cards:
        return [PlaceHandicap(line)]
    candidates: list[Action] = []
    if verb in ("", "+") and len(cards) <= 1:
        candidates += _builds(line, cards, view)
    if verb in ("", "-") and len(cards) in (0, 2):
        candidates += _removes(line, cards, view)
    if not verb and not cards and isinstance(phase, Turn) and phase.cleared == line:
        candidates.append(REPLACE)
    if not candidates:
        raise _not_a_move(text, view, words)
    return candidates


def _builds(line: Line, cards: str, view: View) -> list[Action]:
    ends = view.ruleset.board.ends[line]
    return [Build(line, end) for end in (islands(cards) or ends)]


def _removes(line: Line, cards: str, view: View) -> list[Action]:
    a, b = view.ruleset.board.ends[line]
    if cards:
        first, second = sorted(islands(cards))
        return [Remove(line, (first, second))]
    return [Remove(line, pair) for pair in ((a, a), (a, b), (b, b))]


def read_line(letters: str, view: View, words: TerminalTexts = ENGLISH) -> Line:
    """Parse the two letters of a line, in either order."""
    board = view.ruleset.board
    try:
        return line("".join(sorted(letters)), board)
    except SpellingError:
        end = island(letters[0], board)
        own = " ".join(line_names(board.lines_at[end], board))
        raise NotAMoveError(
            words.no_line.format(line=letters, name=board.names[end], lines=own)
        ) from None


def read_island(text: str, view: View, words: TerminalTexts = ENGLISH) -> Island:
    """Parse the letter or the name of an island."""
    try:
        return island(text.strip(), view.ruleset.board)
    except SpellingError:
        raise _no_island(text.strip(), view, words) from None


def _why_none(candidates: list[Action], view: View, words: TerminalTexts) -> str:
    """Explain why none of the candidates is legal, choosing the kind that the line calls for."""
    opposing = 0
    if isinstance(view.viewer, Seat):
        opposing = view.public.bridges[view.viewer.other]
    is_opposing = any(isinstance(a, Remove) and opposing >> a.line & 1 for a in candidates)
    fitting = [a for a in candidates if isinstance(a, Remove) == is_opposing] or candidates
    reason = why_illegal(view, fitting[0])
    assert reason is not None
    return explain(view, fitting[0], reason, words, is_any=True)


def _not_a_move(text: str, view: View, words: TerminalTexts) -> NotAMoveError:
    shown = repr(text.strip()[:40])
    return NotAMoveError(words.not_a_move.format(text=shown, move=example_move(view)))


def _no_island(text: str, view: View, words: TerminalTexts) -> NotAMoveError:
    names = " ".join(view.ruleset.board.names)
    return NotAMoveError(words.no_island.format(text=repr(text[:40]), names=names))


def _only_an_island(letter: str, view: View, words: TerminalTexts) -> NotAMoveError:
    board = view.ruleset.board
    number = island(letter, board)
    name, first = board.names[number], line_names(board.lines_at[number], board)[0]
    return NotAMoveError(words.only_an_island.format(name=name, letter=letter, line=first))
