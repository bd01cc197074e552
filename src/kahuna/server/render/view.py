"""A game as one viewer sees it, put into words: built from a view by selection.

Nothing here ever holds a state. What a view does not contain cannot be sent.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from kahuna.core import (
    ARCHIPELAGO,
    Handicap,
    Lines,
    Over,
    Phase,
    Seat,
    Turn,
    View,
    count_stones,
    mover,
    num_bridges_left,
    size,
)
from kahuna.server.wire.game_view import (
    OwnOut,
    PhaseOut,
    SeatOut,
    SideOut,
)
from kahuna.server.wire.vocabulary import (
    SeatName,
    island_letters,
    letters,
    line_name,
    line_names,
    seat_name,
)


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
    stones = count_stones(ruleset, public.bridges)[seat]
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
