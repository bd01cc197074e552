"""Lessons over HTTP. Nothing is kept: every request names all that was done, and is replayed."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter

from kahuna.core import (
    SEATS,
    IllegalActionError,
    Over,
    Reason,
    Seat,
    View,
    preview,
)
from kahuna.lessons import LESSONS, Lesson, LessonError, Progress, Stage, read_action, run_lesson
from kahuna.record import RecordError
from kahuna.server.render.actions import choices_out
from kahuna.server.render.log import numbers, tell, tell_outcome
from kahuna.server.render.ruleset import ruleset_out
from kahuna.server.render.view import (
    own_out,
    phase_out,
    seat_out,
    to_move,
)
from kahuna.server.wire.errors import ApiError, RefusedError
from kahuna.server.wire.game_view import GameOut, SeatOut
from kahuna.server.wire.learning import LessonActions, LessonOut, LessonQuestion, Lessons
from kahuna.server.wire.messages import Previewed, Refused
from kahuna.server.wire.vocabulary import Refusal, letters, seat_name


def lessons_router() -> APIRouter:
    """Build the routes of the lessons."""
    router = APIRouter()

    @router.get("/api/lessons")
    async def lessons() -> Lessons:
        """What can be learned."""
        return {
            "lessons": [
                {"key": lesson.key, "tasks": len(lesson.tasks), "rule": lesson.rule}
                for lesson in LESSONS.values()
            ]
        }

    @router.post("/api/lessons/{key}")
    async def lesson(key: str, body: LessonActions) -> LessonOut:
        """Where some actions lead."""
        found = _lesson(key)
        return lesson_out(found, _walk(found, body.actions), len(body.actions))

    @router.post("/api/lessons/{key}/preview")
    async def ask(key: str, body: LessonQuestion) -> Previewed | Refused:
        """What an action would do now, or why it is not allowed."""
        return _preview(_walk(_lesson(key), body.actions).view, body.action)

    return router


def _lesson(key: str) -> Lesson:
    lesson = LESSONS.get(key)
    if lesson is None:
        raise ApiError("not_found", "there is no such lesson")
    return lesson


def _walk(lesson: Lesson, actions: list[str]) -> Progress:
    try:
        return run_lesson(lesson, actions)
    except LessonError as error:
        raise ApiError("invalid", str(error)) from None


def _preview(view: View, text: str) -> Previewed | Refused:
    try:
        events = preview(view, read_action(text, view.public.phase))
    except IllegalActionError as error:
        return _refused(text, error.reason)
    except RecordError as error:
        raise ApiError("invalid", f"action: {error}") from None
    return {"type": "previewed", "action": text, "events": tell(events)}


def _refused(text: str, reason: Reason) -> Refused:
    error = RefusedError(Refusal.ILLEGAL_ACTION, reason=reason, action=text)
    return error.message("preview")


def lesson_out(lesson: Lesson, progress: Progress, num_actions: int) -> LessonOut:
    """A lesson as the learner sees it."""
    is_done = progress.stage is Stage.DONE
    return {
        "key": lesson.key,
        "tasks": len(lesson.tasks),
        "task": progress.task,
        "begun": progress.begun,
        "stage": progress.stage,
        "feedback": progress.feedback,
        "solution": [] if is_done else list(lesson.tasks[progress.task].solution),
        "state": _game_out(progress, num_actions),
        "log": tell(progress.events, turn=progress.first_turn - 1),
    }


def _game_out(progress: Progress, num_actions: int) -> GameOut:
    """A lesson in the form of a game, so that the same room can show it."""
    view, public, phase = progress.view, progress.view.public, progress.view.public.phase
    is_playing = progress.stage is Stage.PLAYING
    legal, blocked = choices_out(view) if is_playing else ([], [])
    white, black = (_seat_out(view, seat) for seat in SEATS)
    return {
        "game": "",
        "mode": "bot",
        "version": num_actions,
        "viewer": seat_name(progress.seat),
        "holds": [seat_name(progress.seat)],
        "ruleset": ruleset_out(view.ruleset),
        "clock": None,
        "seats": {"white": white, "black": black},
        "own": own_out(view),
        "allows_knowledge": False,
        "knowledge": None,
        "open_cards": letters(public.open_cards),
        "pile_size": view.pile_size,
        "discards": letters(public.discards),
        "rounds": [numbers(points) for points in public.points],
        "round": public.round,
        "turn": public.turn,
        "phase": phase_out(phase),
        "to_move": to_move(phase) if is_playing else None,
        "can_undo": num_actions > progress.begun,
        "legal": legal,
        "blocked": blocked,
        "draw_offer": None,
        "rematch": {"wanted_by": [], "game": None},
        "outcome": tell_outcome(phase.outcome) if isinstance(phase, Over) else None,
        "record": None,
    }


def _seat_out(view: View, seat: Seat) -> SeatOut:
    kind: Literal["human", "bot"] = "human" if seat is view.viewer else "bot"
    return seat_out(view, seat, name=seat.name.capitalize(), kind=kind)
