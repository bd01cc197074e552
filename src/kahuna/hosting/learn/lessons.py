"""Lessons, rendered in the form of a game, so that the page displays both alike."""

from __future__ import annotations

from kahuna.core import Seat
from kahuna.hosting.errors import ApiError, Refused
from kahuna.hosting.play.game_log import GameEvent, render_events
from kahuna.hosting.play.game_view import GameOut
from kahuna.hosting.play.messages import Previewed
from kahuna.hosting.play.render_game import SeatStatus, render_player, render_position
from kahuna.hosting.schema import TypedDict, closed
from kahuna.hosting.store import Player
from kahuna.hosting.study.analysis import ActionQuestion, ActionsSoFar, preview_action
from kahuna.lessons import FIRST_GAME, LESSONS, Lesson, LessonError, Progress, Stage, run_lesson


@closed
class LessonFacts(TypedDict):
    """A lesson in the list."""

    key: str
    tasks: int
    rule: str
    """The chapter or paragraph of RULES.md that it teaches."""


@closed
class Lessons(TypedDict):
    """All lessons in order."""

    lessons: list[LessonFacts]


@closed
class LessonOut(TypedDict):
    """A lesson after some actions, as the learner sees it."""

    key: str
    tasks: int
    task: int
    """The current task, counted from 0; equal to ``tasks`` when all are done."""
    begun: int
    """How many actions came before the current task; a new attempt begins there."""
    stage: Stage
    feedback: str | None
    """The code of the feedback on the last action."""
    solution: list[str]
    """One way to solve the current task from its start."""
    state: GameOut
    log: list[GameEvent]
    """Everything since the lesson began."""


def render_lesson(lesson: Lesson, progress: Progress, num_actions: int) -> LessonOut:
    """Render a lesson as the learner sees it after a number of actions."""
    is_done = progress.stage is Stage.DONE
    return {
        "key": lesson.key,
        "tasks": len(lesson.tasks),
        "task": progress.task,
        "begun": progress.begun,
        "stage": progress.stage,
        "feedback": progress.feedback,
        "solution": [] if is_done else list(lesson.tasks[progress.task].solution),
        "state": _render_position(lesson, progress, num_actions),
        "log": render_events(progress.events, turn=progress.first_turn - 1),
    }


def _render_position(lesson: Lesson, progress: Progress, num_actions: int) -> GameOut:
    learner, opponent = progress.seat, lesson.opponent
    own = SeatStatus(render_player(Player(None)))
    name = opponent and opponent.capitalize()
    other = SeatStatus({**render_player(Player(name)), "kind": "bot", "bot": opponent})
    return render_position(
        progress.view,
        (own, other) if learner is Seat.WHITE else (other, own),
        version=num_actions,
        holds=(learner,),
        can_undo=num_actions > progress.begun,
        is_over=progress.stage is not Stage.PLAYING,
    )


def list_lessons() -> Lessons:
    """List all lessons."""
    return {
        "lessons": [
            {"key": lesson.key, "tasks": len(lesson.tasks), "rule": lesson.rule}
            for lesson in LESSONS.values()
        ]
    }


def open_lesson(key: str, body: ActionsSoFar) -> LessonOut:
    """Render a lesson after some actions."""
    lesson = _lesson(key)
    return render_lesson(lesson, _run(lesson, body.actions), len(body.actions))


def preview_in_lesson(key: str, body: ActionQuestion) -> Previewed | Refused:
    """Render what an action would do, or why it is not legal."""
    return preview_action(_run(_lesson(key), body.actions).view, body.action)


def _lesson(key: str) -> Lesson:
    lesson = FIRST_GAME if key == FIRST_GAME.key else LESSONS.get(key)
    if lesson is None:
        raise ApiError("not_found", "there is no such lesson")
    return lesson


def _run(lesson: Lesson, actions: list[str]) -> Progress:
    try:
        return run_lesson(lesson, actions)
    except LessonError as error:
        raise ApiError("invalid", str(error)) from None
