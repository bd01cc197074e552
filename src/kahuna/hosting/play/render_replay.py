"""Render a finished game position by position, with every card.

This is the only module of the server that reads a core ``State``. Call it for finished games only.
"""

from __future__ import annotations

from itertools import islice

from kahuna.chart import Look, draw_chart
from kahuna.core import SPECTATOR, Event, Seat, State, mover, seen, size
from kahuna.core.scoring import count_stones
from kahuna.hosting.play.bodies import MomentOut, OpenSide
from kahuna.hosting.play.events import GameEvent
from kahuna.hosting.play.render_game import render_mover, render_side
from kahuna.hosting.play.render_log import render_events, render_pair
from kahuna.hosting.play.render_names import letters, seat_name
from kahuna.record import GameRecord, format_ply, replay


def render_replay(record: GameRecord) -> list[MomentOut]:
    """Render every position of a finished game."""
    assert record.outcome is not None
    moments: list[MomentOut] = []
    player: Seat | None = None
    turn = 0
    for moment in replay(record):
        state = moment.state
        public = state.public
        moments.append(
            {
                "number": moment.number,
                "ply": None if moment.ply is None else format_ply(moment.ply),
                "seat": None if player is None else seat_name(player),
                "events": _render_open_events(moment.events, turn),
                "round": public.round,
                "turn": public.turn,
                "to_move": render_mover(public.phase),
                "white": _render_open_side(state, Seat.WHITE),
                "black": _render_open_side(state, Seat.BLACK),
                "open_cards": letters(public.open_cards),
                "pile_size": size(state.pile),
                "discards": letters(public.discards),
                "rounds": [render_pair(points) for points in public.points],
            }
        )
        player, turn = mover(public.phase), public.turn
    return moments


def draw_position(record: GameRecord, ply: int, look: Look) -> str:
    """Draw the board of a finished game after a number of plies, as SVG."""
    assert record.outcome is not None
    board = record.ruleset.board
    white, black = next(islice(replay(record), ply, None)).state.public.bridges
    stones = (board.held(white), board.held(black))
    title = f"Kahuna: {record.players[0]} – {record.players[1]}, ply {ply}"
    return draw_chart(bridges=(white, black), stones=stones, look=look, title=title)


def _render_open_events(events: tuple[Event, ...], turn: int) -> list[GameEvent]:
    """Render each event from the acting seat's view, so that every card shows."""
    visible = [seen(event, getattr(event, "seat", SPECTATOR)) for event in events]
    return render_events(visible, turn=turn)


def _render_open_side(state: State, seat: Seat) -> OpenSide:
    public, private = state.public, state.private[seat]
    side = render_side(public.bridges[seat])
    return {
        "bridges": side["bridges"],
        "control": side["control"],
        "stones": count_stones(state.ruleset, public.bridges)[seat],
        "hand": letters(private.hand),
        "shown": letters(public.shown[seat]),
        "buried": letters(private.buried),
    }
