"""Lessons. The server is stateless: every request contains all actions so far."""

from __future__ import annotations

from fastapi import APIRouter

from kahuna.hosting.errors import ApiError
from kahuna.hosting.learn.render_lesson import render_lesson
from kahuna.hosting.learn.types import LessonActions, LessonOut, LessonQuestion, Lessons
from kahuna.hosting.play.messages import Previewed, Refused
from kahuna.lessons import FIRST_GAME, LESSONS, Lesson, LessonError, Progress, run_lesson
from kahuna.server.routes.common import FAULTS, preview_action


def lessons_router() -> APIRouter:
    """Build the routes of the lessons."""
    router = APIRouter(responses=FAULTS)

    @router.get("/api/lessons")
    async def lessons() -> Lessons:
        """List all lessons."""
        return {
            "lessons": [
                {"key": lesson.key, "tasks": len(lesson.tasks), "rule": lesson.rule}
                for lesson in LESSONS.values()
            ]
        }

    @router.post("/api/lessons/{key}")
    async def lesson(key: str, body: LessonActions) -> LessonOut:
        """Return a lesson after some actions."""
        found = _lesson(key)
        return render_lesson(found, _run(found, body.actions), len(body.actions))

    @router.post("/api/lessons/{key}/preview")
    async def preview(key: str, body: LessonQuestion) -> Previewed | Refused:
        """Return what an action would do, or why it is not legal."""
        return preview_action(_run(_lesson(key), body.actions).view, body.action)

    return router


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
