"""Reviews of finished games, put into words.

The coach's verdicts become plain data here, once for all front ends: the page, the command line and
stored reviews. Grading needs NumPy; words do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from kahuna.coach.facts import is_concrete
from kahuna.coach.labels import Label
from kahuna.coach.remarks import Remark
from kahuna.coach.texts import CoachTexts, coach_texts
from kahuna.coach.wording import (
    describe_action,
    describe_remarks,
    describe_steps,
    describe_turning_points,
    summarize,
)
from kahuna.core import Action, Seat, View
from kahuna.hosting.play.choices import render_action
from kahuna.hosting.play.game_view import SideOut
from kahuna.hosting.play.names import Letter, LineName, SeatName, seat_name
from kahuna.hosting.play.render_game import render_side
from kahuna.hosting.schema import TypedDict, closed
from kahuna.record import GameRecord, Players

if TYPE_CHECKING:  # These need NumPy.
    from kahuna.coach import Review, Verdict
    from kahuna.coach.engine import FutureStep

ReviewLabel: TypeAlias = Literal["best", "only_move", "good", "inaccuracy", "mistake", "blunder"]
ReviewStatus: TypeAlias = Literal["none", "waiting", "running", "done", "failed"]


@closed
class ReviewedMove(TypedDict):
    """A move in notation and in words, and what it is about on the board."""

    notation: str
    words: str
    line: LineName | None
    cards: list[Letter]


@closed
class AlternativeOut(TypedDict):
    """A move that the coach compared with the better one."""

    notation: str
    is_as_good: bool
    """Whether it is practically as good as the better move."""
    reasons: list[str]
    """Why the better move is better, unless this one is as good."""


@closed
class ContinuationStep(TypedDict):
    """A move of a continuation, and the board after it."""

    seat: SeatName
    words: str
    white: SideOut
    black: SideOut


@closed
class ContinuationsOut(TypedDict):
    """How the game could go on with best play, until the player's next turn.

    What the player did not know is the same in both, and typical.
    """

    played: list[ContinuationStep]
    better: list[ContinuationStep]


@closed
class ReviewedDecision(TypedDict):
    """A graded decision; numbers are percentage points of win probability."""

    ply: int
    """The number of the ply, from 1."""
    turn: int
    """The number of the turn, as in the log."""
    seat: SeatName
    label: ReviewLabel
    label_text: str
    margin_loss: float | None
    """The points and islands that the move lost, if the game was decided; else null."""
    loss: float
    error: float
    """The standard error of the loss."""
    win_probability: float
    """The mover's win probability after the move, given what the mover knew."""
    played: ReviewedMove
    better: ReviewedMove
    reasons: list[str]
    """Why the better move is better, addressed to the player who decided."""
    is_explained: bool
    """Whether there is a concrete reason, not only figures."""
    alternatives: list[AlternativeOut]
    """Other moves that the player could have tried; only for errors."""
    continuations: ContinuationsOut | None
    """What both moves could lead to; only for errors."""


@closed
class ReviewedSeat(TypedDict):
    """A player's part in the result, in points for this player."""

    player: str
    """The name, or the word for the seat, as in the sentences."""
    skill: float
    """Own decisions, compared with the champion's."""
    skill_error: float
    luck: float
    """Drawn cards."""
    hidden: float
    """Cards that could not be known."""
    mean_loss: float


@closed
class TurningPointOut(TypedDict):
    """A turn that brought the winner nearer to the win, by play or by luck."""

    turn: int
    """The number of the turn, as in the log."""
    ply: int
    """Its first ply, from 1."""
    seat: SeatName
    swing: float
    """Percentage points of win probability that it brought the winner."""
    margin: int
    """Points and islands that it brought the winner."""


@closed
class ReviewReportOut(TypedDict):
    """A review in one language."""

    is_quick: bool
    """Whether it was made with little effort, in a browser."""
    is_partial: bool
    """Whether only the moves that look worst have been judged yet; then there is no summary."""
    summary: list[str]
    white: ReviewedSeat
    black: ReviewedSeat
    expected: float
    """White's win probability after the deal."""
    result: float
    end: float
    residual: float
    values: list[float]
    """White's win probability before each ply, and at the end."""
    turning_points: list[TurningPointOut]
    """The two or three turns that decided the game, in order."""
    decisions: list[ReviewedDecision]


@closed
class ReviewOut(TypedDict):
    """The status of a game's review."""

    status: ReviewStatus
    progress: float
    """From 0 to 1."""
    report: ReviewReportOut | None
    """The review as far as there is one: a glance, a first one, and the refined one when done."""


class ReviewService(Protocol):
    """Reviews games in the background."""

    async def start(self, game_id: str, record: GameRecord, *, player: str) -> None:
        """Review a game unless that is done or in progress; retry a failed review.

        Players are served in turn.
        """
        ...

    async def state(self, game_id: str, language: str) -> ReviewOut:
        """Return the status of a game's review, and the review as far as it is done."""
        ...

    async def close(self) -> None:
        """Stop at once."""
        ...


def render_review(review: Review, language: str, *, is_quick: bool = False) -> ReviewReportOut:
    """Put a review into words."""
    texts, players = coach_texts(language), review.record.players
    titles = _with_names(players, texts.shared.seats)
    ledger = review.ledger

    def render_seat(seat: Seat) -> ReviewedSeat:
        skill = ledger.skill(seat)
        return {
            "player": titles[seat],
            "skill": rounded(skill.mean),
            "skill_error": rounded(skill.error),
            "luck": rounded(ledger.luck(seat)),
            "hidden": rounded(ledger.hidden(seat)),
            "mean_loss": rounded(review.mean_loss(seat)),
        }

    return {
        "is_quick": is_quick,
        "is_partial": review.is_partial,
        "summary": [] if review.is_partial else _summarize(review, texts),
        "white": render_seat(Seat.WHITE),
        "black": render_seat(Seat.BLACK),
        "expected": rounded(ledger.expected),
        "result": rounded(ledger.result),
        "end": rounded(ledger.end),
        "residual": rounded(ledger.residual),
        "values": list(map(rounded, ledger.values)),
        "turning_points": [
            {
                "turn": point.turn,
                "ply": point.ply,
                "seat": seat_name(point.seat),
                "swing": rounded(point.swing),
                "margin": point.margin,
            }
            for point in review.turning_points
        ],
        "decisions": render_verdicts(review.verdicts, players, language),
    }


def _summarize(review: Review, texts: CoachTexts) -> list[str]:
    names = _with_names(review.record.players, texts.nameless)
    return [
        *summarize(review.ledger, names, texts),
        *describe_turning_points(review.turning_points, texts),
    ]


def render_verdicts(
    verdicts: Iterable[Verdict], players: Players, language: str
) -> list[ReviewedDecision]:
    """Put the verdicts on some decisions into words."""
    texts = coach_texts(language)

    def render(verdict: Verdict) -> ReviewedDecision:
        decision, view = verdict.decision, verdict.decision.situation.view

        def describe(remarks: Sequence[Remark]) -> list[str]:
            return describe_remarks(remarks, view, players[decision.seat.other], texts)

        return {
            "ply": decision.ply,
            "turn": view.public.turn,
            "seat": seat_name(decision.seat),
            "label": verdict.label.value,
            "label_text": texts.labels[verdict.label],
            "margin_loss": _margin_loss(verdict),
            "loss": rounded(max(verdict.loss.mean, 0.0)),
            "error": rounded(verdict.loss.error),
            "win_probability": rounded(verdict.win_probability),
            "played": render_move(decision.played, view, language, is_past=True),
            "better": render_move(verdict.best, view, language),
            "reasons": describe(verdict.remarks),
            "is_explained": is_concrete(verdict.remarks),
            "alternatives": [
                {
                    "notation": render_action(other.action, view.public.phase)["action"],
                    "is_as_good": other.is_as_good,
                    "reasons": describe(other.remarks),
                }
                for other in verdict.alternatives
            ],
            "continuations": _render_continuations(verdict, texts),
        }

    return list(map(render, verdicts))


def _render_continuations(verdict: Verdict, texts: CoachTexts) -> ContinuationsOut | None:
    if verdict.continuations is None:
        return None
    view = verdict.decision.situation.view

    def render(steps: Sequence[FutureStep]) -> list[ContinuationStep]:
        described = describe_steps(steps, view, texts)
        return [
            {
                "seat": seat_name(step.seat),
                "words": words,
                "white": render_side(step.bridges[Seat.WHITE]),
                "black": render_side(step.bridges[Seat.BLACK]),
            }
            for step, words in zip(steps, described, strict=True)
        ]

    played, better = map(render, verdict.continuations)
    return {"played": played, "better": better}


def _margin_loss(verdict: Verdict) -> float | None:
    return None if verdict.margin_loss is None else rounded(max(verdict.margin_loss, 0.0))


def render_move(
    action: Action, view: View, language: str, *, is_past: bool = False
) -> ReviewedMove:
    """Write a move in notation and in words; ``is_past`` if it was played."""
    parts = render_action(action, view.public.phase)
    return {
        "notation": parts["action"],
        "words": describe_action(action, view, coach_texts(language), is_past=is_past),
        "line": parts["line"],
        "cards": parts["cards"],
    }


def errors_of(report: ReviewReportOut) -> list[ReviewedDecision]:
    """Return the decisions that lost something, the costliest first."""
    errors = [decision for decision in report["decisions"] if Label(decision["label"]).is_error]
    return sorted(errors, key=lambda decision: -decision["loss"])


def rounded(points: float) -> float:
    """Round percentage points for display; never return a negative zero."""
    return round(points, 1) + 0.0


def _with_names(players: Players, nameless: tuple[str, str]) -> tuple[str, str]:
    """Return the names of the players, with words for those who have none of their own."""
    white, black = players
    if white == black:
        return nameless
    return white or nameless[Seat.WHITE], black or nameless[Seat.BLACK]
