"""Render a lesson in the form of a game, so that the page displays both alike."""

from __future__ import annotations

from kahuna.core import SEATS, Seat
from kahuna.hosting.learn.types import LessonOut
from kahuna.hosting.play.game_view import GameOut
from kahuna.hosting.play.render_game import SeatStatus, render_game, render_public
from kahuna.hosting.play.render_log import render_events
from kahuna.hosting.play.render_ruleset import render_ruleset
from kahuna.lessons import Lesson, Progress, Stage


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
    learner = progress.seat
    white, black = (_render_seat(seat, learner, lesson.opponent) for seat in SEATS)
    game = render_game(
        progress.view,
        render_public(progress.view, (white, black)),
        ruleset=render_ruleset(progress.view.ruleset),
        version=num_actions,
        holds=(learner,),
        can_undo=num_actions > progress.begun,
    )
    if progress.stage is not Stage.PLAYING:
        game["to_move"] = None
        game["legal"] = []
        game["blocked"] = []
    return game


def _render_seat(seat: Seat, learner: Seat, opponent: str | None) -> SeatStatus:
    if seat is learner:
        return SeatStatus(seat.name.capitalize(), "human")
    name = opponent.capitalize() if opponent else seat.name.capitalize()
    return SeatStatus(name, "bot", opponent)
