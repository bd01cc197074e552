"""Everything about a game that one viewer is sent: the view, the match beside it, the record."""

from __future__ import annotations

import json
from collections.abc import Collection
from datetime import UTC, datetime
from typing import cast

from kahuna.core import Over, Seat, View
from kahuna.record import GameRecord, format_record
from kahuna.server.games.game import HostedGame
from kahuna.server.render.actions import choices_out
from kahuna.server.render.log import numbers, tell_outcome
from kahuna.server.render.ruleset import ruleset_out
from kahuna.server.render.view import (
    own_out,
    phase_out,
    seat_out,
    to_move,
)
from kahuna.server.storage.models import Clock, seats_of_bits
from kahuna.server.wire.game_view import ClockOut, GameOut, RecordOut, SeatOut
from kahuna.server.wire.http_bodies import GameFacts, PlayerOut
from kahuna.server.wire.vocabulary import letters, seat_name, viewer_name


def game_out(
    game: HostedGame, view: View, holds: tuple[Seat, ...], present: Collection[Seat], now: float
) -> GameOut:
    """A game as a viewer sees it now."""
    viewer, row, public, phase = view.viewer, game.row, view.public, view.public.phase
    legal, blocked = choices_out(view)
    outcome = phase.outcome if isinstance(phase, Over) else None
    return {
        "game": row.id,
        "mode": row.mode,
        "version": game.version_for(viewer),
        "viewer": viewer_name(viewer),
        "holds": [seat_name(seat) for seat in holds],
        "ruleset": game.ruleset_out,
        "clock": clock_out(row.clock),
        "seats": {
            "white": _seat_out(game, view, Seat.WHITE, present, now),
            "black": _seat_out(game, view, Seat.BLACK, present, now),
        },
        "own": own_out(view),
        "allows_knowledge": row.allows_knowledge,
        "knowledge": game.knowledge(view),
        "open_cards": letters(public.open_cards),
        "pile_size": view.pile_size,
        "discards": letters(public.discards),
        "rounds": [numbers(points) for points in public.points],
        "round": public.round,
        "turn": public.turn,
        "phase": phase_out(phase),
        "to_move": to_move(phase),
        "can_undo": view.is_to_move and game.authority.can_undo,
        "legal": legal,
        "blocked": blocked,
        "draw_offer": None if row.draw_offer is None else seat_name(row.draw_offer),
        "rematch": {
            "wanted_by": [seat_name(seat) for seat in seats_of_bits(row.rematch_wanted)],
            "game": row.rematch,
        },
        "outcome": None if outcome is None else tell_outcome(outcome),
        "record": None if outcome is None else record_out(game.record()),
    }


def _seat_out(
    game: HostedGame, view: View, seat: Seat, present: Collection[Seat], now: float
) -> SeatOut:
    player = game.row.players[seat]
    left = game.time.left(seat, game.mover, now)
    return seat_out(
        view,
        seat,
        name=player.name,
        kind="human" if player.bot is None else "bot",
        bot=player.bot,
        joined=is_joined(game, seat),
        present=player.bot is not None or seat in present,
        clock_ms=None if left is None else int(left * 1000),
    )


def is_joined(game: HostedGame, seat: Seat) -> bool:
    """Whether a seat is taken: by a bot, or by somebody with a token."""
    if game.row.invite_hash is None or game.row.players[seat].bot is not None:
        return True
    return any(seat in seats for seats in game.holders.values())


def clock_out(clock: Clock | None) -> ClockOut | None:
    """The clock that was agreed on."""
    return None if clock is None else {"kind": clock.kind, "seconds": clock.seconds}


def record_out(record: GameRecord) -> RecordOut:
    """A record as data."""
    return cast("RecordOut", json.loads(format_record(record)))


def facts_out(game: HostedGame) -> GameFacts:
    """What everybody may know of a game; a turn in progress is nobody's business."""
    row = game.row
    other = next(seat for seat in Seat if seat is not game.mover)
    public = game.authority.view(other).public
    outcome = game.authority.outcome
    return {
        "game": row.id,
        "mode": row.mode,
        "created_at": datetime.fromtimestamp(row.created_at, UTC).isoformat(timespec="seconds"),
        "ruleset": ruleset_out(row.ruleset),
        "clock": clock_out(row.clock),
        "allows_knowledge": row.allows_knowledge,
        "players": {
            "white": _player_out(game, Seat.WHITE),
            "black": _player_out(game, Seat.BLACK),
        },
        "can_join": row.invite_hash is not None,
        "round": public.round,
        "turn": public.turn,
        "to_move": to_move(public.phase),
        "outcome": None if outcome is None else tell_outcome(outcome),
        "rematch": row.rematch,
    }


def _player_out(game: HostedGame, seat: Seat) -> PlayerOut:
    player = game.row.players[seat]
    return {
        "name": player.name,
        "kind": "human" if player.bot is None else "bot",
        "bot": player.bot,
        "joined": is_joined(game, seat),
    }
