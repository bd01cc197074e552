"""A review as plain data and finished sentences, for every front end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from kahuna.coach.labels import Label
from kahuna.coach.ranking import Ranking
from kahuna.coach.review import Review, Verdict
from kahuna.coach.texts import CoachTexts, coach_texts
from kahuna.coach.wording import describe_action, describe_remarks, summarize
from kahuna.core import (
    SEATS,
    Action,
    Build,
    Bury,
    Decline,
    DrawPile,
    Island,
    Line,
    PlaceHandicap,
    Remove,
    Replace,
    Seat,
    TakeOpen,
    Turn,
    View,
)
from kahuna.record import Players, format_action, format_island, format_line


@dataclass(frozen=True, slots=True)
class MoveText:
    """A move in notation and in words, and what it is about on the board."""

    notation: str
    words: str
    line: str | None
    cards: tuple[str, ...]
    """The cards that are played, discarded or taken."""


@dataclass(frozen=True, slots=True)
class DecisionReport:
    """One graded decision; numbers are percentage points."""

    ply: int
    seat: Seat
    label: Label
    label_text: str
    loss: float
    error: float
    """The standard error of the loss."""
    win_probability: float
    played: MoveText
    better: MoveText
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatReport:
    """One player's part in the result, in points for this player."""

    player: str
    skill: float
    skill_error: float
    luck: float
    hidden: float
    mean_loss: float


@dataclass(frozen=True, slots=True)
class ReviewReport:
    """A reviewed game in one language."""

    seats: tuple[SeatReport, SeatReport]
    summary: tuple[str, ...]
    expected: float
    """White's chance after the deal, in points."""
    result: float
    end: float
    residual: float
    values: tuple[float, ...]
    """White's chance before each ply, and at the end."""
    decisions: tuple[DecisionReport, ...]

    @property
    def moments(self) -> list[DecisionReport]:
        """Return the decisions that lost something, the costliest first."""
        errors = [decision for decision in self.decisions if decision.label.is_error]
        return sorted(errors, key=lambda decision: -decision.loss)


@dataclass(frozen=True, slots=True)
class RankedMove:
    """A move and the mover's chance to win with it; numbers are percentage points."""

    move: MoveText
    value: float
    error: float
    """The standard error of the value."""
    loss: float
    """What it loses against the best move."""
    num_worlds: int


@dataclass(frozen=True, slots=True)
class RankingReport:
    """The moves of a position, best first, in one language."""

    moves: tuple[RankedMove, ...]
    progress: float


def make_report(review: Review, language: str) -> ReviewReport:
    """Put a review into words."""
    texts = coach_texts(language)
    players = review.record.players
    titles = _with_names(players, texts.shared.seats)
    ledger = review.ledger

    def seat_report(seat: Seat) -> SeatReport:
        skill = ledger.skill(seat)
        return SeatReport(
            player=titles[seat],
            skill=_rounded(skill.mean),
            skill_error=_rounded(skill.error),
            luck=_rounded(ledger.luck(seat)),
            hidden=_rounded(ledger.hidden(seat)),
            mean_loss=_rounded(review.mean_loss(seat)),
        )

    first, second = map(seat_report, SEATS)
    return ReviewReport(
        seats=(first, second),
        summary=tuple(summarize(ledger, _with_names(players, texts.nameless), texts)),
        expected=_rounded(ledger.expected),
        result=_rounded(ledger.result),
        end=_rounded(ledger.end),
        residual=_rounded(ledger.residual),
        values=tuple(map(_rounded, ledger.values)),
        decisions=report_verdicts(review.verdicts, players, language),
    )


def _with_names(players: Players, nameless: tuple[str, str]) -> tuple[str, str]:
    """Return the names of the players, with words for those who have none of their own."""
    white, black = players
    if white == black:
        return nameless
    return white or nameless[Seat.WHITE], black or nameless[Seat.BLACK]


def report_verdicts(
    verdicts: Iterable[Verdict], players: Players, language: str
) -> tuple[DecisionReport, ...]:
    """Put the verdicts on some decisions into words."""
    texts = coach_texts(language)
    names = _with_names(players, texts.nameless)

    def report(verdict: Verdict) -> DecisionReport:
        view = verdict.decision.situation.view
        return DecisionReport(
            ply=verdict.decision.ply,
            seat=verdict.decision.seat,
            label=verdict.label,
            label_text=texts.labels[verdict.label],
            loss=_rounded(max(verdict.loss.mean, 0.0)),
            error=_rounded(verdict.loss.error),
            win_probability=_rounded(verdict.win_probability),
            played=move_text(verdict.decision.played, view, texts, is_past=True),
            better=move_text(verdict.best, view, texts),
            reasons=tuple(describe_remarks(verdict, names, texts)),
        )

    return tuple(map(report, verdicts))


def report_ranking(ranking: Ranking, view: View, language: str) -> RankingReport:
    """Put a ranking of the moves of a view into words."""
    texts = coach_texts(language)
    moves = (
        RankedMove(
            move_text(move.action, view, texts),
            value=_rounded(move.value.mean),
            error=_rounded(move.value.error),
            loss=_rounded(max(move.loss.mean, 0.0)),
            num_worlds=move.num_worlds,
        )
        for move in ranking.moves
    )
    return RankingReport(tuple(moves), ranking.progress)


def move_text(action: Action, view: View, texts: CoachTexts, *, is_past: bool = False) -> MoveText:
    """Write a move in notation and in words; ``is_past`` if it was played."""
    line, cards = _parts(action, view)
    return MoveText(
        format_action(action, view.public.phase, view.ruleset.board),
        describe_action(action, view, texts, is_past=is_past),
        None if line is None else format_line(line, view.ruleset.board),
        tuple(map(format_island, cards)),
    )


def _parts(action: Action, view: View) -> tuple[Line | None, tuple[Island, ...]]:
    """Return the line and the cards of an action."""
    match action:
        case Build(line, card):
            return line, (card,)
        case Remove(line, cards):
            return line, cards
        case PlaceHandicap(line):
            return line, ()
        case Replace():
            phase = view.public.phase
            return (phase.cleared if isinstance(phase, Turn) else None), ()
        case Bury(card) | TakeOpen(card):
            return None, (card,)
        case DrawPile() | Decline():
            return None, ()
        case _:
            assert_never(action)


def _rounded(points: float) -> float:
    return round(points, 1) + 0.0
