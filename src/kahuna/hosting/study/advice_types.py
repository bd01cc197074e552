"""Help during a game, and the analysis board."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from kahuna.hosting.play.events import GameEvent, closed
from kahuna.hosting.play.game_view import GameOut
from kahuna.hosting.play.messages import ActionText
from kahuna.hosting.play.vocabulary import Letter
from kahuna.hosting.study.review_types import ReviewedDecision, ReviewedMove
from kahuna.record.game_record import MAX_PLIES

MAX_ACTIONS = 30
"""More actions than a turn can have."""
MAX_POSITION = 400
"""Characters of a position in one line."""

Actions = Annotated[list[ActionText], Field(max_length=MAX_ACTIONS)]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class TurnSoFar(_Body):
    """All actions of a turn so far, in order."""

    actions: Actions = []


class TurnQuestion(TurnSoFar):
    """A request to preview an action after the others."""

    action: ActionText


class Study(TurnSoFar):
    """A position to study, from a finished game or as one line of text, and some actions."""

    game: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,40}$")] | None = None
    ply: Annotated[int, Field(ge=0, le=MAX_PLIES)] = 0
    """The number of plies played before the position, for a game."""
    position: Annotated[str, Field(min_length=1, max_length=MAX_POSITION)] | None = None
    """If ``game`` is null; ``?`` is a card that the player to move cannot see."""
    knows_hand: bool = False
    """Whether the player to move knows the other hand, for a game."""


class StudyQuestion(Study):
    """A request to preview an action in a study."""

    action: ActionText


@closed
class RankedMoveOut(TypedDict):
    """A move and what it is worth, in percentage points of win probability."""

    move: ReviewedMove
    value: float
    """The mover's win probability with it."""
    error: float
    """The standard error of the value."""
    loss: float
    """What it loses against the best move."""


@closed
class AnalysisOut(TypedDict):
    """The moves of a position, best first, as far as they are known."""

    moves: list[RankedMoveOut]
    progress: float
    """From 0 to 1."""


@closed
class StudyOut(TypedDict):
    """A position to study, as the player to move sees it."""

    state: GameOut
    log: list[GameEvent]
    """What the actions did."""
    is_over: bool
    """Whether the actions end the turn; what ends it is not played."""
    position: str
    """The position in one line of text, before the actions."""
    known: list[Letter]
    """Cards that the other player is known to hold."""


@closed
class AdviceOut(TypedDict):
    """What the coach would play now."""

    version: int
    """The version of the game that this is about."""
    moves: list[RankedMoveOut]
    """Best first."""


@closed
class CheckOut(TypedDict):
    """What the coach says about your last turn."""

    decisions: list[ReviewedDecision]
    """Forced moves are left out."""
    can_take_back: bool
