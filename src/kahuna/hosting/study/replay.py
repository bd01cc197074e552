"""Finished games, position by position, with every card.

Nothing else in this package reads a core ``State``.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from kahuna.core import SPECTATOR, Event, Lines, Seat, State, mover, seen, size
from kahuna.core.scoring import count_stones
from kahuna.hosting.errors import ApiError
from kahuna.hosting.play.game_log import GameEvent, Numbers, render_events, render_pair
from kahuna.hosting.play.game_view import GameFacts, SideOut
from kahuna.hosting.play.names import Letter, SeatName, letters, seat_name
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.render_game import render_mover, render_side
from kahuna.hosting.schema import TypedDict, closed
from kahuna.record import GameRecord, format_ply, replay

if TYPE_CHECKING:  # A browser loads it with the first picture.
    from kahuna.chart import Look


@closed
class OpenSide(SideOut):
    """Everything that a seat has, in a finished game."""

    stones: int
    hand: list[Letter]
    shown: list[Letter]
    buried: list[Letter]


@closed
class MomentOut(TypedDict):
    """A finished game after a number of plies."""

    number: int
    ply: str | None
    seat: SeatName | None
    """Who played the ply."""
    events: list[GameEvent]
    round: int
    turn: int
    to_move: SeatName | None
    white: OpenSide
    black: OpenSide
    open_cards: list[Letter]
    pile_size: int
    discards: list[Letter]
    rounds: list[Numbers]


@closed
class ReplayOut(TypedDict):
    """A finished game, position by position, with both hands."""

    facts: GameFacts
    moments: list[MomentOut]


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


def bridges_after(record: GameRecord, ply: int) -> tuple[Lines, Lines]:
    """Return the bridges of both seats in a finished game after a number of plies."""
    assert record.outcome is not None
    return next(islice(replay(record), ply, None)).state.public.bridges


def draw_position(record: GameRecord, ply: int, look: Look) -> str:
    """Draw the board of a finished game after a number of plies, as SVG."""
    board = record.ruleset.board
    white, black = bridges_after(record, ply)
    stones = (board.held(white), board.held(black))
    title = f"Kahuna: {record.players[0]} – {record.players[1]}, ply {ply}"
    from kahuna.chart import draw_chart

    return draw_chart(bridges=(white, black), stones=stones, look=look, title=title)


def _render_open_events(events: tuple[Event, ...], turn: int) -> list[GameEvent]:
    """Render each event from the acting seat's view, so that every card shows."""
    visible = [seen(event, getattr(event, "seat", SPECTATOR)) for event in events]
    return render_events(visible, turn=turn)


def _render_open_side(state: State, seat: Seat) -> OpenSide:
    public, private = state.public, state.private[seat]
    return {
        **render_side(public.bridges[seat]),
        "stones": count_stones(state.ruleset, public.bridges)[seat],
        "hand": letters(private.hand),
        "shown": letters(public.shown[seat]),
        "buried": letters(private.buried),
    }


async def finished_game(registry: GameRegistry, game_id: str) -> tuple[GameRecord, GameFacts]:
    """Return a finished game with every card; refuse a running one."""
    async with registry.room(game_id) as room, registry.locked(room) as game:
        if not game.is_over:
            raise ApiError("conflict", "the game is not over")
        return game.record(), game.facts()
