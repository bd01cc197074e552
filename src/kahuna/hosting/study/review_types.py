"""Reviews of finished games."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypeAliasType, TypedDict

from kahuna.hosting.play.events import closed
from kahuna.hosting.play.vocabulary import Letter, LineName, SeatName

ReviewLabel = TypeAliasType(
    "ReviewLabel", Literal["best", "only_move", "good", "inaccuracy", "mistake", "blunder"]
)
ReviewStatus = TypeAliasType(
    "ReviewStatus", Literal["none", "waiting", "running", "done", "failed"]
)


@closed
class ReviewedMove(TypedDict):
    """A move in notation and in words, and what it is about on the board."""

    notation: str
    words: str
    line: LineName | None
    cards: list[Letter]


@closed
class ReviewedDecision(TypedDict):
    """A graded decision; numbers are percentage points of win probability."""

    ply: int
    """The number of the ply, from 1."""
    seat: SeatName
    label: ReviewLabel
    label_text: str
    loss: float
    error: float
    """The standard error of the loss."""
    win_probability: float
    """The mover's win probability after the move, given what the mover knew."""
    played: ReviewedMove
    better: ReviewedMove
    reasons: list[str]


@closed
class ReviewedSeat(TypedDict):
    """A player's part in the result, in points for this player."""

    skill: float
    """Own decisions, compared with the champion's."""
    skill_error: float
    luck: float
    """Drawn cards."""
    hidden: float
    """Cards that could not be known."""
    mean_loss: float


@closed
class ReviewReportOut(TypedDict):
    """A review in one language."""

    summary: list[str]
    white: ReviewedSeat
    black: ReviewedSeat
    values: list[float]
    """White's win probability before each ply, and at the end."""
    decisions: list[ReviewedDecision]


@closed
class ReviewOut(TypedDict):
    """The status of a game's review."""

    status: ReviewStatus
    progress: float
    """From 0 to 1."""
    report: ReviewReportOut | None
    """The review, when it is done."""
