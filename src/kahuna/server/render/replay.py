"""A finished game, position by position, with every card."""

from __future__ import annotations

from kahuna.core import SPECTATOR, Event, Seat, State, mover, seen, size
from kahuna.core.scoring import count_stones
from kahuna.record import GameRecord, format_ply, replay
from kahuna.server.render.log import numbers, tell
from kahuna.server.render.view import side_out, to_move
from kahuna.server.wire.events import GameEvent
from kahuna.server.wire.http_bodies import MomentOut, OpenSide
from kahuna.server.wire.vocabulary import letters, seat_name


def moments_of(record: GameRecord) -> list[MomentOut]:
    """Every position of a game that is over. Never call this for one that is not."""
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
                "events": _told(moment.events, turn),
                "round": public.round,
                "turn": public.turn,
                "to_move": to_move(public.phase),
                "white": _side(state, Seat.WHITE),
                "black": _side(state, Seat.BLACK),
                "open_cards": letters(public.open_cards),
                "pile_size": size(state.pile),
                "discards": letters(public.discards),
                "rounds": [numbers(points) for points in public.points],
            }
        )
        player, turn = mover(public.phase), public.turn
    return moments


def _told(events: tuple[Event, ...], turn: int) -> list[GameEvent]:
    """Events with every card: each as the seat saw it that it is about."""
    return tell([seen(event, getattr(event, "seat", SPECTATOR)) for event in events], turn=turn)


def _side(state: State, seat: Seat) -> OpenSide:
    public, private = state.public, state.private[seat]
    side = side_out(public.bridges[seat])
    return {
        "bridges": side["bridges"],
        "control": side["control"],
        "stones": count_stones(state.ruleset, public.bridges)[seat],
        "hand": letters(private.hand),
        "shown": letters(public.shown[seat]),
        "buried": letters(private.buried),
    }
