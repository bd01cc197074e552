"""A whole position in one line of text, for tests, bug reports and set-ups.

Nine fields, separated by blanks; ``-`` is nothing, ``/`` stands between White and Black::

    bridges hands open discards buried points round.turn phase rules
    AD,DE/AB,AH B/HH(E) GHI AAB C/- 1:0 2.9 w kosmos-2015+2

Cards in brackets lie open in front of the player (variant 2). The pile is every other card.
Phases: ``w`` or ``b`` to move, followed by ``!`` (must draw), ``+`` (has played), ``x`` (has
discarded), ``~AB`` (AB was just cleared), ``:2`` (of the last turns, two are left); ``w3b`` White
places three handicap bridges, then Black begins; ``w<`` White's card is refilled; ``w*`` White
draws; ``w|3`` three cards are opened before White's turn; ``#w=points`` over. Rules: an edition,
then ``+1``, ``+2`` and ``+h2w`` for the variants and a handicap; ``custom`` has its other options
in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import blake2b
from typing import TypeVar, assert_never

from kahuna.core import (
    ARCHIPELAGO,
    SEATS,
    Board,
    Drawing,
    Handicap,
    Island,
    Opening,
    Outcome,
    Over,
    Phase,
    Refilling,
    Setup,
    State,
    Termination,
    Turn,
    TurnActivity,
    format_cards,
    format_line,
    setup_of,
    state_of,
)
from kahuna.core.scoring import Pair
from kahuna.record.errors import RecordError
from kahuna.record.notation import format_lines, parse_cards, parse_line, parse_lines
from kahuna.record.rules_text import SEAT_LETTERS, SEATS_BY_LETTER, format_ruleset, parse_ruleset

_FIELDS = ("bridges", "hands", "open", "discards", "buried", "points", "clock", "phase", "rules")
_ACTIVITY_SIGNS = {TurnActivity.NOTHING: "", TurnActivity.PLAYED: "+", TurnActivity.BURIED: "x"}
_T = TypeVar("_T")


def format_position(state: State) -> str:
    """Write a state as one line of text."""
    setup, board = setup_of(state), state.ruleset.board
    return " ".join(
        (
            "/".join(format_lines(setup.bridges[seat], board) for seat in SEATS),
            "/".join(_format_hand(setup.hands[seat], setup.shown[seat]) for seat in SEATS),
            format_cards(setup.open_cards) or "-",
            format_cards(setup.discards) or "-",
            "/".join(format_cards(setup.buried[seat]) or "-" for seat in SEATS),
            ",".join(f"{white}:{black}" for white, black in setup.points) or "-",
            f"{setup.round}.{setup.turn}",
            _format_phase(setup.phase, board),
            format_ruleset(setup.ruleset),
        )
    )


def parse_position(text: str, board: Board = ARCHIPELAGO) -> State:
    """Read a state from one line; an impossible one is refused with all its problems."""
    return state_of(parse_setup(text, board))


def parse_setup(text: str, board: Board = ARCHIPELAGO) -> Setup:
    """Read a set-up from one line of text, possible or not."""
    fields = text.split()
    if len(fields) != len(_FIELDS):
        raise RecordError(
            f"a position has {len(_FIELDS)} fields, not {len(fields)}", expected=" ".join(_FIELDS)
        )

    def read(name: str, parse: Callable[[str], _T]) -> _T:
        try:
            return parse(fields[_FIELDS.index(name)])
        except RecordError as error:
            raise error.at(name) from None

    def cards(part: str) -> tuple[Island, ...]:
        return () if part == "-" else parse_cards(part, board)

    white, black = read("hands", lambda text: _pair(text, lambda half: _parse_hand(half, board)))
    points = read("points", _parse_points)
    number, turn = read("clock", _parse_clock)
    return Setup(
        ruleset=read("rules", lambda text: parse_ruleset(text, board)),
        bridges=read("bridges", lambda text: _pair(text, lambda half: parse_lines(half, board))),
        hands=(white[0], black[0]),
        shown=(white[1], black[1]),
        buried=read("buried", lambda text: _pair(text, cards)),
        open_cards=read("open", cards),
        discards=read("discards", cards),
        points=points,
        round=number,
        turn=turn,
        phase=read("phase", lambda text: _parse_phase(text, points, board)),
    )


def position_hash(state: State) -> str:
    """Return sixteen hexadecimal digits that identify a position."""
    return blake2b(format_position(state).encode(), digest_size=8).hexdigest()


def _pair(text: str, parse: Callable[[str], _T]) -> tuple[_T, _T]:
    white, slash, black = text.partition("/")
    if not slash:
        raise RecordError(f"{text!r} is only one part", expected="White's and Black's, as in A/B")
    return parse(white), parse(black)


def _format_hand(hidden: tuple[Island, ...], shown: tuple[Island, ...]) -> str:
    return (format_cards(hidden) + (f"({format_cards(shown)})" if shown else "")) or "-"


def _parse_hand(text: str, board: Board) -> tuple[tuple[Island, ...], tuple[Island, ...]]:
    if text == "-":
        return (), ()
    match = re.fullmatch(r"([A-Za-z]*)(?:\(([A-Za-z]+)\))?", text)
    if match is None:
        raise RecordError(
            f"{text!r} is not a hand", expected="letters, open cards in brackets: AB(C)"
        )
    return parse_cards(match[1], board), parse_cards(match[2] or "", board)


def _parse_points(text: str) -> tuple[Pair, ...]:
    if text == "-":
        return ()
    return tuple(
        _parse_numbers(r"(\d{1,3}):(\d{1,3})", part, "1:0,0:2") for part in text.split(",")
    )


def _parse_clock(text: str) -> Pair:
    return _parse_numbers(r"(\d{1,3})\.(\d{1,5})", text, "round.turn, as in 2.17")


def _parse_numbers(pattern: str, text: str, expected: str) -> Pair:
    match = re.fullmatch(pattern, text, re.ASCII)
    if match is None:
        raise RecordError(f"{text!r} cannot be read", expected=expected)
    return int(match[1]), int(match[2])


def _format_phase(phase: Phase, board: Board) -> str:
    match phase:
        case Turn(seat, must_draw, activity, cleared, last_turns):
            line = "" if cleared is None else f"~{format_line(cleared, board)}"
            last = f":{last_turns}" if last_turns else ""
            return SEAT_LETTERS[seat] + "!" * must_draw + _ACTIVITY_SIGNS[activity] + line + last
        case Handicap(seat, left, first):
            return f"{SEAT_LETTERS[seat]}{left}{SEAT_LETTERS[first]}"
        case Refilling(seat):
            return f"{SEAT_LETTERS[seat]}<"
        case Drawing(seat):
            return f"{SEAT_LETTERS[seat]}*"
        case Opening(seat, left):
            return f"{SEAT_LETTERS[seat]}|{left}"
        case Over(outcome):
            winner = "-" if outcome.winner is None else SEAT_LETTERS[outcome.winner]
            return f"#{winner}={outcome.termination}"
        case _:
            assert_never(phase)


_PHASE = re.compile(
    r"""
      \#(?P<winner>[wb-])=(?P<termination>[a-z_]+)
    | (?P<seat>[wb])
      (?: (?P<refilling><) | (?P<drawing>\*) | \|(?P<opening>\d)
        | (?P<handicap>[1-3])(?P<first>[wb])
        | (?P<must_draw>!)? (?P<did>[+x])? (?:~(?P<cleared>[A-Z]{2}))? (?::(?P<last>[12]))?
      )
    """,
    re.VERBOSE,
)


def _parse_phase(text: str, points: tuple[Pair, ...], board: Board) -> Phase:
    match = _PHASE.fullmatch(text)
    if match is None or (match["termination"] or "points") not in set(Termination):
        raise RecordError(
            f"{text!r} is not a phase", expected="w or b, with the marks in docs/record-format.md"
        )
    if match["termination"]:
        winner = SEATS_BY_LETTER.get(match["winner"])
        return Over(Outcome(winner, Termination(match["termination"]), points))
    seat = SEATS_BY_LETTER[match["seat"]]
    if match["refilling"]:
        return Refilling(seat)
    if match["drawing"]:
        return Drawing(seat)
    if match["opening"]:
        return Opening(seat, int(match["opening"]))
    if match["handicap"]:
        return Handicap(seat, int(match["handicap"]), SEATS_BY_LETTER[match["first"]])
    return Turn(
        seat,
        bool(match["must_draw"]),
        next(did for did, sign in _ACTIVITY_SIGNS.items() if sign == (match["did"] or "")),
        parse_line(match["cleared"], board) if match["cleared"] else None,
        int(match["last"] or 0),
    )
