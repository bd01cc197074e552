"""Render the game as text: map or sentences, hand, open cards, score, log and moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import TypeAlias

from kahuna import chart
from kahuna.core import (
    ARCHIPELAGO,
    SEATS,
    Action,
    Build,
    Bury,
    Decline,
    DrawPile,
    Handicap,
    Islands,
    Lines,
    PlaceHandicap,
    Remove,
    Replace,
    Seat,
    TakeOpen,
    Turn,
    View,
    bits,
    count_stones,
    num_bridges_left,
    preview,
    size,
)
from kahuna.core.events import ControlGained, ControlLost, SeenEvent, TurnStarted
from kahuna.terminal.console import Console
from kahuna.terminal.moves import numbered
from kahuna.terminal.narrate import Narrator

Bridges: TypeAlias = tuple[Lines, Lines]
"""The bridges of White and of Black."""
NARROW, WIDE = 60, 80
"""Widths of the map: the narrowest readable one, and a comfortable one."""
WIDE_ROWS = 35
"""Number of lines of the comfortable map."""
ROOM_BESIDE_MAP = 20
"""Number of lines on a screen for everything but the map."""
ASCII_MARKS = chart.Marks(land=":", free=".")
"""Marks for an ASCII terminal."""


def draw_map(
    bridges: Bridges,
    *,
    columns: int,
    rows: int,
    words: chart.ChartTexts = chart.ENGLISH,
    is_ascii: bool = False,
) -> list[str]:
    """Draw the map as large as the screen allows."""
    width = WIDE if columns >= WIDE and rows >= WIDE_ROWS + ROOM_BESIDE_MAP else NARROW
    marks = ASCII_MARKS if is_ascii else chart.PLAIN
    drawn = chart.draw_text(
        bridges=bridges, stones=held(bridges), width=width, words=words, marks=marks
    )
    return drawn.splitlines()


def show_board(
    console: Console, bridges: Bridges, words: chart.ChartTexts, *, rows: int | None = None
) -> None:
    """Show the map, or sentences in plain mode and where the screen is too narrow."""
    drawn = draw_map(
        bridges,
        columns=console.columns,
        rows=console.rows if rows is None else rows,
        words=words,
        is_ascii=console.is_ascii,
    )
    if console.is_plain or max(map(len, drawn)) > console.columns:
        console.write(island_sentences(bridges, words))
    else:
        console.show_map(drawn)


def held(bridges: Bridges) -> tuple[Islands, Islands]:
    """Return the islands that each seat controls."""
    return ARCHIPELAGO.held(bridges[0]), ARCHIPELAGO.held(bridges[1])


def island_sentences(bridges: Bridges, words: chart.ChartTexts = chart.ENGLISH) -> list[str]:
    """Describe each island in one sentence."""
    return chart.describe(bridges=bridges, stones=held(bridges), words=words)


def title(view: View, narrator: Narrator) -> list[str]:
    """Describe the round and the turn."""
    words, public, phase = narrator.words, view.public, view.public.phase
    lines = [words.title.format(round=public.round, turn=public.turn)]
    if isinstance(phase, Handicap):
        lines.append(words.handicap.format(who=narrator.label(phase.seat), left=phase.left))
    if isinstance(phase, Turn) and phase.last_turns:
        lines.append(words.last_turns)
    return lines


def score(view: View, narrator: Narrator) -> list[str]:
    """List islands, bridges, cards and points, one line per seat."""
    words, public = narrator.words, view.public
    lines = []
    for seat in SEATS:
        islands = held(public.bridges)[seat]
        names = ", ".join(narrator.board.names[i] for i in bits(islands))
        lines.append(
            words.score.format(
                who=narrator.label(seat),
                islands=count_stones(view.ruleset, public.bridges)[seat],
                bridges=public.bridges[seat].bit_count(),
                left=num_bridges_left(view.ruleset, public, seat),
                cards=view.hand_sizes[seat] + size(public.shown[seat]),
                buried=view.buried_sizes[seat],
                points=narrator.points(sum(points[seat] for points in public.points)),
            )
        )
        if islands:
            lines.append("  " + words.islands_of.format(who=narrator.name(seat), islands=names))
        if public.shown[seat]:
            cards = narrator.cards(public.shown[seat])
            lines.append("  " + words.shown.format(who=narrator.name(seat), cards=cards))
    return lines


def hand(view: View, narrator: Narrator) -> str:
    """List the reader's own cards."""
    words, cards = narrator.words, narrator.cards(view.cards)
    shown = view.public.shown[view.viewer] if isinstance(view.viewer, Seat) else 0
    if shown:
        return words.hand_open.format(cards=cards, shown=narrator.cards(shown))
    return words.hand.format(cards=cards)


def open_cards(view: View, narrator: Narrator) -> list[str]:
    """List the cards to draw from, and those out of play."""
    words, public = narrator.words, view.public
    lines = [words.open_cards.format(cards=narrator.cards(public.open_cards), pile=view.pile_size)]
    if public.discards:
        lines.append(words.discards.format(cards=narrator.cards(public.discards)))
    return lines


def log(history: Sequence[SeenEvent], narrator: Narrator, *, last: int | None = None) -> list[str]:
    """Describe the game so far, turn by turn; optionally only the last turns."""
    turns: list[list[SeenEvent]] = [[]]
    for event in history:
        if isinstance(event, TurnStarted):
            turns.append([])
        turns[-1].append(event)
    told = list(enumerate(turns))
    if last is not None:
        told = told[-last:] if last else []
    lines: list[str] = []
    for number, events in told:
        prefix = narrator.words.log_turn.format(number=number) if number else ""
        for line in narrator.lines(events):
            lines.append(prefix + line)
            prefix = ""
    return lines


def list_moves(view: View, narrator: Narrator, *, columns: int = WIDE) -> list[str]:
    """List the numbered moves in groups; ``*`` marks those that change control of an island."""
    groups: dict[str, list[str]] = {}
    is_starred = False
    for number, action in enumerate(numbered(view), 1):
        star = "*" if changes_control(view, action) else ""
        is_starred = is_starred or bool(star)
        item = f"{number} {_short(action, view, narrator)}{star}"
        groups.setdefault(_heading(action, narrator), []).append(item)
    lines: list[str] = []
    for heading, items in groups.items():
        # A non-breaking space keeps a number and its move on the same line.
        text = heading.format(moves="  ".join(item.replace(" ", "\0") for item in items))
        wrapped = wrap(text, columns, subsequent_indent="    ", break_long_words=False)
        lines += [line.replace("\0", " ") for line in wrapped]
    return [*lines, narrator.words.list_key] if is_starred else lines


def say_moves(view: View, narrator: Narrator) -> Iterator[str]:
    """List the numbered moves, one sentence each."""
    for number, action in enumerate(numbered(view), 1):
        changed = narrator.words.say_change if changes_control(view, action) else ""
        yield _sentence(number, action, narrator, view) + changed


def changes_control(view: View, action: Action) -> bool:
    """Return whether a move would change who controls an island."""
    if not isinstance(action, Build | Remove | Replace | PlaceHandicap):
        return False
    return any(isinstance(e, ControlGained | ControlLost) for e in preview(view, action))


def _heading(action: Action, narrator: Narrator) -> str:
    words = narrator.words
    match action:
        case Build(_, card):
            return words.list_builds.replace("{card}", narrator.board.names[card])
        case Remove():
            return words.list_removes
        case Replace():
            return words.list_free
        case Bury():
            return words.list_buries
        case PlaceHandicap():
            return words.list_handicap
        case TakeOpen() | DrawPile() | Decline():
            return words.list_draws


def _short(action: Action, view: View, narrator: Narrator) -> str:
    """Describe a move within its group."""
    words, board = narrator.words, narrator.board
    match action:
        case Build(line, _) | PlaceHandicap(line):
            return narrator.ends(line)["line"]
        case Remove(line, cards):
            names = "+".join(board.names[card] for card in cards)
            return words.with_cards.format(line=narrator.ends(line)["line"], cards=names)
        case Replace():
            phase = view.public.phase
            assert isinstance(phase, Turn)
            assert phase.cleared is not None
            return narrator.ends(phase.cleared)["line"]
        case Bury(card) | TakeOpen(card):
            return board.names[card]
        case DrawPile():
            return words.by_pile
        case Decline():
            return words.by_decline


def _sentence(number: int, action: Action, narrator: Narrator, view: View) -> str:
    words, names = narrator.words, narrator.board.names
    match action:
        case Build(line, card):
            return words.say_build.format(number=number, card=names[card], **narrator.ends(line))
        case Remove(line, cards):
            both = words.and_.join(names[card] for card in cards)
            return words.say_remove.format(number=number, cards=both, **narrator.ends(line))
        case Replace():
            return words.say_replace.format(number=number, line=_short(action, view, narrator))
        case Bury(card):
            return words.say_bury.format(number=number, card=names[card])
        case TakeOpen(card):
            return words.say_take.format(number=number, card=names[card])
        case DrawPile():
            return words.say_pile.format(number=number)
        case Decline():
            return words.say_decline.format(number=number)
        case PlaceHandicap(line):
            return words.say_handicap.format(number=number, **narrator.ends(line))
