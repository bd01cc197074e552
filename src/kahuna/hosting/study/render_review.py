"""Render reviews of finished games."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kahuna.core import Seat
from kahuna.hosting.play.render_names import seat_name
from kahuna.hosting.play.vocabulary import Letter, LineName
from kahuna.hosting.study.review_types import (
    ReviewedDecision,
    ReviewedMove,
    ReviewedSeat,
    ReviewReportOut,
)

if TYPE_CHECKING:  # The coach needs NumPy; only its worker process loads it.
    from kahuna.coach.report import DecisionReport, MoveText, ReviewReport, SeatReport


def render_review(report: ReviewReport) -> ReviewReportOut:
    """Render a review."""
    return {
        "summary": list(report.summary),
        "white": _seat(report.seats[Seat.WHITE]),
        "black": _seat(report.seats[Seat.BLACK]),
        "values": list(report.values),
        "decisions": [render_decision(decision) for decision in report.decisions],
    }


def _seat(seat: SeatReport) -> ReviewedSeat:
    return {
        "skill": seat.skill,
        "skill_error": seat.skill_error,
        "luck": seat.luck,
        "hidden": seat.hidden,
        "mean_loss": seat.mean_loss,
    }


def render_decision(decision: DecisionReport) -> ReviewedDecision:
    """Render a graded decision."""
    return {
        "ply": decision.ply,
        "seat": seat_name(decision.seat),
        "label": decision.label.value,
        "label_text": decision.label_text,
        "loss": decision.loss,
        "error": decision.error,
        "win_probability": decision.win_probability,
        "played": render_move(decision.played),
        "better": render_move(decision.better),
        "reasons": list(decision.reasons),
    }


def render_move(move: MoveText) -> ReviewedMove:
    """Render a move."""
    return {
        "notation": move.notation,
        "words": move.words,
        "line": cast("LineName | None", move.line),
        "cards": cast("list[Letter]", list(move.cards)),
    }
