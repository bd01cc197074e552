"""A whole game as text for people to read and write.

    kahuna game
    rules: kosmos-2015
    white: Ada
    black: Bob
    first: white
    deal: ABC DEF GHI
    result: white points 1:0 0:2 4:0

    1. white +AB/A <H=K
    2. black <*=C

``deal`` is White's hand, Black's hand (``???`` where unknown) and the open cards; ``result`` is
the winner (``nobody``), how, and the scores, and is left out of an unfinished game. Players without
a name have no line ``white`` or ``black``. ``assisted``
names the seats whose players asked a program for help, if any did. A line of moves is one turn; its
number and seat help the reader, and are checked. ``#`` starts a comment, except in the header.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

from kahuna.core import (
    ARCHIPELAGO,
    SEATS,
    Island,
    Outcome,
    PlaceHandicap,
    Seat,
    Termination,
    format_cards,
    seat_of,
)
from kahuna.record.errors import Flaw, RecordError
from kahuna.record.game_record import MAX_NAME, MAX_PLIES, GameRecord, Hand, check_copies
from kahuna.record.notation import UNKNOWN, Ply, format_ply, parse_cards, parse_ply
from kahuna.record.rules_text import format_ruleset, parse_ruleset

TITLE = "kahuna game"
_KEYS = ("rules", "white", "black", "first", "deal", "assisted", "result")
_OPTIONAL = ("white", "black", "assisted", "result")
_T = TypeVar("_T")
_UNKNOWN_HAND = UNKNOWN * ARCHIPELAGO.dealt
_TURN = re.compile(r"(?P<number>\d{1,4})\.\s+(?P<seat>white|black)\b(?P<moves>.*)", re.ASCII)


def format_game(record: GameRecord) -> str:
    """Write a game as text."""
    hands = [_UNKNOWN_HAND if hand is None else format_cards(hand) for hand in record.hands]
    lines = [
        TITLE,
        f"rules: {format_ruleset(record.ruleset)}",
        *(f"{seat}: {record.players[seat]}" for seat in SEATS if record.players[seat] is not None),
        f"first: {record.first}",
        f"deal: {hands[0]} {hands[1]} {format_cards(record.open_cards)}",
    ]
    if record.assisted:
        lines.append("assisted: " + " ".join(map(str, record.assisted)))
    if record.outcome is not None:
        lines.append(f"result: {_format_result(record.outcome)}")
    lines.append("")
    for number, seat, plies in turns_of(record):
        moves = " ".join(format_ply(ply, record.ruleset.board) for ply in plies)
        lines.append(f"{number}. {seat} {moves}")
    return "\n".join(lines) + "\n"


def parse_game(text: str) -> GameRecord:
    """Read a game from text; an error names the line."""
    header: dict[str, tuple[int, str]] = {}
    turns: list[_WrittenTurn] = []
    lines = enumerate(map(_without_comment, text.split("\n")), 1)
    content = [(number, line) for number, line in lines if line]
    if not content or content[0][1].lower() != TITLE:
        raise RecordError(
            "this is not a game",
            where="line 1",
            expected=f"{TITLE!r} as the title",
            flaw=Flaw.NO_RECORD,
        )
    num_plies = 0
    for number, line in content[1:]:
        with _located(number):
            if match := _TURN.fullmatch(line):
                plies = tuple(_plies_of(match["moves"], num_plies))
                num_plies += len(plies)
                turn = TurnPlies(int(match["number"]), seat_of(match["seat"]), plies)
                turns.append(_WrittenTurn(number, turn))
            else:
                key, value = _header_of(line, header)
                header[key] = (number, value)
    record = _record_of(header, tuple(ply for _, turn in turns for ply in turn.plies))
    for (number, turn), meant in zip(turns, turns_of(record), strict=False):
        if turn != meant:
            with _located(number):
                expected = f"{meant.number}. {meant.seat}, one turn per line"
                raise RecordError("the turns are not in order here", expected=expected)
    return record


class TurnPlies(NamedTuple):
    """The plies of one turn; handicap bridges, before the first turn, have number 0."""

    number: int
    seat: Seat
    plies: tuple[Ply, ...]


class _WrittenTurn(NamedTuple):
    line: int
    turn: TurnPlies


def turns_of(record: GameRecord) -> Iterator[TurnPlies]:
    """Group the plies of a record by turn."""
    plies = list(record.plies)
    placed = [ply for ply in plies if isinstance(ply.action, PlaceHandicap)]
    if placed and record.ruleset.handicap_seat is not None:
        yield TurnPlies(0, record.ruleset.handicap_seat, tuple(placed))
        plies = plies[len(placed) :]
    number, seat = 1, record.first
    turn: list[Ply] = []
    for ply in plies:
        turn.append(ply)
        if ply.ends_turn:
            yield TurnPlies(number, seat, tuple(turn))
            number, seat, turn = number + 1, seat.other, []
    if turn:
        yield TurnPlies(number, seat, tuple(turn))


def _plies_of(moves: str, num_before: int) -> Iterator[Ply]:
    for number, token in enumerate(moves.split(), num_before + 1):
        try:
            yield parse_ply(token)
        except RecordError as error:
            raise error.at(f"ply {number}", ply=number) from None


def _without_comment(line: str) -> str:
    is_header = line.partition(":")[0] in _KEYS  # A name may contain a "#".
    return line.strip() if is_header else line.split("#")[0].strip()


@contextmanager
def _located(line: int) -> Iterator[None]:
    """Add the line of the text to errors raised inside."""
    try:
        yield
    except RecordError as error:
        raise error.at(f"line {line}", line=line) from None


def _header_of(line: str, header: Mapping[str, object]) -> tuple[str, str]:
    key, colon, value = line.partition(":")
    if not colon or key not in _KEYS:
        expected = "a turn such as '3. white +AB/A <*', or one of " + " ".join(_KEYS)
        raise RecordError(f"{line[:40]!r} cannot be read", expected=expected)
    if key in header:
        raise RecordError(f"{key!r} occurs twice")
    return key, value.strip()


def _record_of(header: dict[str, tuple[int, str]], plies: tuple[Ply, ...]) -> GameRecord:
    if missing := [key for key in _KEYS if key not in {*header, *_OPTIONAL}]:
        raise RecordError(f"there is no {' and no '.join(map(repr, missing))} line")
    if len(plies) > MAX_PLIES:
        raise RecordError(f"{len(plies)} moves are too many", expected=f"at most {MAX_PLIES}")

    def read(key: str, parse: Callable[[str], _T]) -> _T:
        line, value = header[key]
        with _located(line):
            return parse(value)

    def read_if_given(key: str, parse: Callable[[str], _T]) -> _T | None:
        return read(key, parse) if key in header else None

    white, black, open_cards = read("deal", _parse_deal)
    return GameRecord(
        ruleset=read("rules", parse_ruleset),
        players=(read_if_given("white", _parse_name), read_if_given("black", _parse_name)),
        first=read("first", _parse_seat),
        hands=(white, black),
        open_cards=open_cards,
        plies=plies,
        outcome=read_if_given("result", _parse_result),
        assisted=read_if_given("assisted", _parse_seats) or (),
    )


def _parse_deal(text: str) -> tuple[Hand, Hand, tuple[Island, ...]]:
    zones = text.split()
    if len(zones) != 3 or {len(zone) for zone in zones} != {ARCHIPELAGO.dealt}:
        expected = "White's hand, Black's hand and the open cards: ABC DEF GHI"
        raise RecordError(f"{text[:40]!r} is not a deal", expected=expected)
    hands = [None if zone == _UNKNOWN_HAND else parse_cards(zone) for zone in zones[:2]]
    open_cards = parse_cards(zones[2])
    check_copies(ARCHIPELAGO, hands, open_cards)
    return hands[0], hands[1], open_cards


def _parse_name(text: str) -> str:
    if len(text) > MAX_NAME or not text.isprintable():
        raise RecordError("this name is too long", expected=f"{MAX_NAME} printable characters")
    return text


def _parse_seat(text: str) -> Seat:
    if text not in ("white", "black"):
        raise RecordError(f"{text[:40]!r} is not a seat", expected="white or black")
    return seat_of(text)


def _parse_seats(text: str) -> tuple[Seat, ...]:
    return tuple(sorted({_parse_seat(name) for name in text.split()}))


def _format_result(outcome: Outcome) -> str:
    winner = "nobody" if outcome.winner is None else str(outcome.winner)
    scores = [f"{white}:{black}" for white, black in outcome.scores]
    return " ".join((winner, outcome.termination, *scores))


def _parse_result(text: str) -> Outcome:
    match = re.fullmatch(r"(white|black|nobody) (\w+)((?: \d{1,2}:\d{1,2}){0,3})", text, re.ASCII)
    if match is None or match[2] not in set(Termination):
        expected = "winner, how, scores: white points 1:0 0:2 4:0"
        raise RecordError(f"{text[:40]!r} is not a result", expected=expected)
    winner = None if match[1] == "nobody" else _parse_seat(match[1])
    scores = (score.split(":") for score in match[3].split())
    return Outcome(
        winner, Termination(match[2]), tuple((int(white), int(black)) for white, black in scores)
    )
