"""The line protocol for external programs; docs/bot-protocol.md is its specification.

Both sides write JSON objects, one per line. All functions here are pure: views become messages,
lines become replies. A message is made from a :class:`View`, so it contains only what the seat
may know.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final, TypeAlias

from kahuna import __version__
from kahuna.core import (
    SEATS,
    Handicap,
    Island,
    Line,
    Lines,
    Seat,
    Turn,
    View,
    bits,
    legal_actions,
    line_names,
    num_bridges_left,
)
from kahuna.core.events import SeenStart
from kahuna.record import (
    format_action,
    format_cards,
    format_line,
    format_ply,
    plies_of,
    ruleset_to_dict,
)

PROTOCOL: Final = 1
"""Version of the protocol."""

Message: TypeAlias = dict[str, object]
"""A JSON object of the protocol."""


@dataclass(frozen=True, slots=True)
class BotHello:
    """The program is ready, speaks the protocol, and has a name."""

    name: str


@dataclass(frozen=True, slots=True)
class BestMove:
    """The program's answer to the view with this number."""

    id: int
    move: str


class GarbledReplyError(ValueError):
    """A line that is not a message of the protocol."""


def encode(message: Message) -> bytes:
    """Encode a message as a line."""
    return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"


def hello() -> Message:
    """Return the host's first message."""
    return {"type": "hello", "protocol": PROTOCOL, "host": f"kahuna {__version__}"}


def quit_() -> Message:
    """Return the host's last message."""
    return {"type": "quit"}


def new_game(view: View, seed: int) -> Message:
    """Describe what stays the same during a game: rules, board, seat, deal and a seed."""
    board = view.ruleset.board
    return {
        "type": "new_game",
        "seat": view.viewer if isinstance(view.viewer, Seat) else None,
        "ruleset": ruleset_to_dict(view.ruleset),
        "islands": list(board.names),
        "lines": [format_line(Line(line), board) for line in board.lines],
        "start": next((_start(e) for e in view.history if isinstance(e, SeenStart)), None),
        "seed": seed,
    }


def view_message(view: View, number: int, *, move_time: float) -> Message:
    """Ask for a decision: everything the seat to move may know, and its legal moves."""
    public, ruleset = view.public, view.ruleset
    board = ruleset.board
    return {
        "type": "view",
        "id": number,
        "round": public.round,
        "turn": public.turn,
        "phase": _phase(view),
        "bridges": [_lines(view, bridges) for bridges in public.bridges],
        "bridges_left": [num_bridges_left(ruleset, public, seat) for seat in SEATS],
        "control": [_islands(board.held(bridges)) for bridges in public.bridges],
        "points": public.points,
        "hand": format_cards(view.own.hand),
        "buried": format_cards(view.own.buried),
        "shown": [format_cards(cards) for cards in public.shown],
        "open": format_cards(public.open_cards),
        "discards": format_cards(public.discards),
        "hand_sizes": view.hand_sizes,
        "buried_sizes": view.buried_sizes,
        "pile": view.pile_size,
        "log": [[seat, format_ply(ply, board)] for _, seat, ply in plies_of(view.history)],
        "legal": [format_action(action, public.phase, board) for action in legal_actions(view)],
        "clock": {"move_time": move_time},
    }


def parse_reply(line: bytes) -> BotHello | BestMove | None:
    """Parse a program's line; return ``None`` for messages of other types, which may be ignored.

    Raises :class:`GarbledReplyError` with a readable reason.
    """
    try:
        message = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        raise GarbledReplyError(f"{_excerpt(line)} is not JSON") from None
    match message:
        case {"type": "hello", "protocol": protocol} if protocol == PROTOCOL:
            name = message.get("name")
            if not isinstance(name, str) or not name.isprintable() or not 1 <= len(name) <= 80:
                raise GarbledReplyError("its hello has no name of 1 to 80 printable characters")
            return BotHello(name)
        case {"type": "hello"}:
            raise GarbledReplyError(f"its hello does not say protocol {PROTOCOL}")
        case {"type": "bestmove", "id": int(number), "move": str(move)} if type(number) is int:
            return BestMove(number, move)
        case {"type": "bestmove"}:
            raise GarbledReplyError("its bestmove has no id and move")
        case {"type": str()}:
            return None
        case _:
            raise GarbledReplyError(f"{_excerpt(line)} is not an object with a type")


def _excerpt(line: bytes) -> str:
    """Return the beginning of a line, escaped so that it cannot harm a terminal."""
    text = ascii(line[:40].decode("utf-8", "replace"))
    return text + ("..." if len(line) > 40 else "")


def _phase(view: View) -> Message | None:
    """Describe what the seat to move has to decide."""
    phase, board = view.public.phase, view.ruleset.board
    if isinstance(phase, Handicap):
        return {"name": "handicap", "left": phase.left, "first": phase.first}
    if not isinstance(phase, Turn):
        return None
    return {
        "name": "turn",
        "must_draw": phase.must_draw,
        "did": phase.activity.value,
        "cleared": None if phase.cleared is None else format_line(phase.cleared, board),
        "last_turns": phase.last_turns,
    }


def _lines(view: View, bridges: Lines) -> list[str]:
    return line_names(bridges, view.ruleset.board)


def _islands(mask: int) -> str:
    return format_cards(tuple(Island(island) for island in bits(mask)))


def _start(start: SeenStart) -> Message:
    return {
        "hand": format_cards(start.own_hand),
        "buried": format_cards(start.own_buried),
        "shown": [format_cards(cards) for cards in start.shown],
        "open": format_cards(start.open_cards),
        "discards": format_cards(start.discards),
        "hand_sizes": start.hand_sizes,
        "buried_sizes": start.buried_sizes,
        "pile": start.pile_size,
    }
