"""The analysis board: positions of finished games, or typed ones, and their moves, ranked.

They hold no secrets.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeAlias

from kahuna.coach.texts import Compared, coach_texts
from kahuna.coach.wording import describe_remarks
from kahuna.core import (
    IllegalActionError,
    InvalidPositionError,
    Seat,
    View,
    is_chance,
    mover,
    preview,
)
from kahuna.hosting.errors import ApiError, Refusal, Refused, RefusedError
from kahuna.hosting.play.game_log import GameEvent, render_events
from kahuna.hosting.play.game_view import GameOut
from kahuna.hosting.play.messages import ActionText, Previewed
from kahuna.hosting.play.names import Letter, letters
from kahuna.hosting.play.new_game import check_ply, invalid_record
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.render_game import SeatStatus, render_player, render_position
from kahuna.hosting.play.tokens import GameId
from kahuna.hosting.schema import Limits, Request, TypedDict, closed
from kahuna.hosting.store import Player
from kahuna.hosting.study.replay import finished_game
from kahuna.hosting.study.review import ReviewedMove, render_move, rounded
from kahuna.i18n.shared import shared_texts
from kahuna.record import (
    GameRecord,
    RecordError,
    TriedTurn,
    format_view_position,
    known_cards,
    parse_action,
    parse_view_position,
    replay,
    replay_view,
    try_turn,
    view_with_known,
)
from kahuna.record.game_record import MAX_PLIES

if TYPE_CHECKING:  # The coach needs NumPy; only its worker process loads it.
    from kahuna.coach import Ranking

MAX_ACTIONS = 60
"""More actions than a turn or a lesson can have."""
MAX_POSITION = 400
"""Characters of a position in one line."""
Actions: TypeAlias = Annotated[list[ActionText], Limits(max_length=MAX_ACTIONS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionsSoFar(Request):
    """All actions of a turn or a lesson so far, in order."""

    actions: Actions = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionQuestion(ActionsSoFar):
    """A request to preview an action after the others."""

    action: ActionText


@dataclass(frozen=True, slots=True, kw_only=True)
class Study(ActionsSoFar):
    """A position to study, from a finished game or as one line of text, and some actions."""

    game: GameId | None = None
    ply: Annotated[int, Limits(ge=0, le=MAX_PLIES)] = 0
    """The number of plies played before the position, for a game."""
    position: Annotated[str, Limits(min_length=1, max_length=MAX_POSITION)] | None = None
    """If ``game`` is null; ``?`` is a card that the player to move cannot see."""
    knows_hand: bool = False
    """Whether the player to move knows the other hand, for a game."""


@dataclass(frozen=True, slots=True, kw_only=True)
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
    reasons: list[str]
    """Why the first move is good; empty in the first rankings."""


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
    has_next: bool
    """Whether the next position of the game can be studied, too."""


class StudiedPosition(NamedTuple):
    """A position to study."""

    view: View
    """What the player to move sees."""
    text: str
    has_next: bool = False
    """Whether somebody is to move in the next position of the game, too."""


def study_position(text: str, language: str = "en") -> StudiedPosition:
    """Parse a typed position; explain in this language why it is impossible."""
    try:
        view = parse_view_position(text)
    except InvalidPositionError as error:
        texts = shared_texts(language)
        raise ApiError("invalid", *map(texts.tell_problem, error.problems)) from None
    except RecordError as error:
        raise invalid_record(error) from None
    if is_chance(view.public.phase):
        raise invalid_record(RecordError("chance decides, so nobody is to move", where="phase"))
    return StudiedPosition(view, text)


def study_game(record: GameRecord, ply: int, *, knows_hand: bool) -> StudiedPosition:
    """Return a position of a finished game as its player saw it then.

    ``knows_hand`` tells the player the other hand.
    """
    assert record.outcome is not None
    check_ply(record, ply)
    state, *following = (moment.state for moment in islice(replay(record), ply, ply + 2))
    seat = mover(state.public.phase)
    if seat is None:
        raise ApiError("conflict", f"after ply {ply} nobody is to move")
    if knows_hand and not record.ruleset.open_hands:
        view = view_with_known(state, seat, state.private[seat.other].hand)
    else:
        view = next(islice(replay_view(record, seat), ply, None))
    has_next = any(mover(each.public.phase) is not None for each in following)
    return StudiedPosition(view, format_view_position(view), has_next)


def render_ranking(ranking: Ranking, view: View, language: str) -> AnalysisOut:
    """Put a ranking of the moves of a view into words."""
    return {
        "moves": [
            {
                "move": render_move(move.action, view, language),
                "value": rounded(move.value.mean),
                "error": rounded(move.value.error),
                "loss": rounded(max(move.loss.mean, 0.0)),
            }
            for move in ranking.moves
        ],
        "progress": ranking.progress,
        "reasons": describe_remarks(
            ranking.remarks, view, None, coach_texts(language, Compared.ALTERNATIVE)
        ),
    }


def render_study(tried: TriedTurn, studied: StudiedPosition, num_actions: int) -> StudyOut:
    """Render a position to study after some actions."""
    is_over = tried.ending is not None
    return {
        "state": render_turn(tried.view, num_actions, is_over=is_over),
        "log": render_events(tried.events, turn=tried.view.public.turn),
        "is_over": is_over,
        "position": studied.text,
        "known": letters(known_cards(tried.view)),
        "has_next": studied.has_next,
    }


def render_turn(view: View, num_actions: int, *, is_over: bool) -> GameOut:
    """Render a view after some actions of the player to move."""
    me, player = view.viewer, SeatStatus(render_player(Player(None)))
    assert isinstance(me, Seat)
    return render_position(
        view,
        (player, player),
        version=num_actions,
        holds=(me,),
        can_undo=num_actions > 0,
        is_over=is_over,
    )


async def open_study(registry: GameRegistry, study: Study, language: str) -> StudyOut:
    """Render a position to study."""
    record = await _record_of(registry, study)

    def render() -> StudyOut:
        tried, studied = _try_study(record, study, language)
        return render_study(tried, studied, len(study.actions))

    return await registry.offload(render)


async def try_study(registry: GameRegistry, study: Study, language: str = "en") -> TriedTurn:
    """Return the turn of a study as far as it was tried."""
    record = await _record_of(registry, study)
    tried, _ = await registry.offload(_try_study, record, study, language)
    return tried


async def _record_of(registry: GameRegistry, study: Study) -> GameRecord | None:
    """Return the game of a study, or ``None`` if it has a position."""
    if (study.game is None) == (study.position is None):
        raise ApiError("invalid", "name a game or a position")
    return None if study.game is None else (await finished_game(registry, study.game))[0]


def _try_study(
    record: GameRecord | None, study: Study, language: str
) -> tuple[TriedTurn, StudiedPosition]:
    """Return the turn of a study as far as it was tried, and the position before it."""
    if record is None:
        assert study.position is not None
        found = study_position(study.position, language)
    else:
        found = study_game(record, study.ply, knows_hand=study.knows_hand)
    return try_actions(found.view, study.actions), found


def try_actions(view: View, actions: list[str]) -> TriedTurn:
    """Play some actions of a turn; refuse impossible ones."""
    try:
        return try_turn(view, actions)
    except (IllegalActionError, RecordError) as error:
        raise ApiError("invalid", f"actions: {error}") from None


def preview_action(view: View, text: str) -> Previewed | Refused:
    """Render what an action would do, or why it is not legal."""
    try:
        events = preview(view, parse_action(text, view.public.phase))
    except IllegalActionError as error:
        refused = RefusedError(Refusal.ILLEGAL_ACTION, reason=error.reason, action=text)
        return refused.message("preview")
    except RecordError as error:
        raise ApiError("invalid", f"action: {error}") from None
    return {"type": "previewed", "action": text, "events": render_events(events)}
