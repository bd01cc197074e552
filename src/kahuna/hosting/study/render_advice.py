"""Render move rankings and positions to study."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kahuna.core import SEATS, Seat, View
from kahuna.hosting.play.game_view import GameOut
from kahuna.hosting.play.render_game import SeatStatus, render_game, render_public
from kahuna.hosting.play.render_log import render_events
from kahuna.hosting.play.render_names import letters
from kahuna.hosting.play.render_ruleset import render_ruleset
from kahuna.hosting.study.advice_types import (
    AnalysisOut,
    RankedMoveOut,
    StudyOut,
)
from kahuna.hosting.study.render_review import render_move
from kahuna.record import TriedTurn, known_cards

if TYPE_CHECKING:  # The coach needs NumPy; only its worker process loads it.
    from kahuna.coach.report import RankedMove, RankingReport


def render_ranking(report: RankingReport) -> AnalysisOut:
    """Render a ranking."""
    return {
        "moves": [_render_ranked(move) for move in report.moves],
        "progress": report.progress,
    }


def _render_ranked(move: RankedMove) -> RankedMoveOut:
    return {
        "move": render_move(move.move),
        "value": move.value,
        "error": move.error,
        "loss": move.loss,
    }


def render_study(tried: TriedTurn, text: str, num_actions: int) -> StudyOut:
    """Render a position to study after some actions."""
    is_over = tried.ending is not None
    return {
        "state": render_turn(tried.view, num_actions, is_over=is_over),
        "log": render_events(tried.events, turn=tried.view.public.turn),
        "is_over": is_over,
        "position": text,
        "known": letters(known_cards(tried.view)),
    }


def render_turn(view: View, num_actions: int, *, is_over: bool) -> GameOut:
    """Render a view in the form of a game, so that the page displays both alike."""
    me = view.viewer
    assert isinstance(me, Seat)
    white, black = (SeatStatus(seat.name.capitalize(), "human") for seat in SEATS)
    game = render_game(
        view,
        render_public(view, (white, black)),
        ruleset=render_ruleset(view.ruleset),
        version=num_actions,
        holds=(me,),
        can_undo=num_actions > 0,
    )
    if is_over:
        game["to_move"] = None
        game["legal"] = []
        game["blocked"] = []
    return game
