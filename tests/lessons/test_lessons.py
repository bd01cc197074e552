"""Lessons: possible positions, goals that are reached and missed, and nothing given away."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from itertools import takewhile
from pathlib import Path

import pytest

from kahuna import rulebook
from kahuna.core import SEATS, Turn, expand, legal_actions, setup_of, state_of
from kahuna.i18n import LANGUAGES
from kahuna.lessons import FIRST_GAME, LESSONS, Lesson, LessonError, Stage, run_lesson
from kahuna.lessons.runner import ASIDE, OVER, WRONG
from kahuna.record import format_action, format_cards, format_position, parse_position

TEXTS = Path(__file__).parents[2] / "web" / "texts"
ALL = [FIRST_GAME, *LESSONS.values()]
TASKS = [(lesson, number) for lesson in ALL for number in range(len(lesson.tasks))]
each_lesson = pytest.mark.parametrize("lesson", ALL, ids=[lesson.key for lesson in ALL])
each_task = pytest.mark.parametrize(
    ("lesson", "number"), TASKS, ids=[f"{lesson.key}-{number + 1}" for lesson, number in TASKS]
)


def solution(lesson: Lesson, before: int | None = None) -> list[str]:
    """The actions that do all tasks, or those before one."""
    return [action for task in lesson.tasks[:before] for action in task.solution]


def choices(lesson: Lesson, taken: list[str]) -> list[str]:
    view = run_lesson(lesson, taken).view
    return [format_action(action, view.public.phase) for action in legal_actions(view)]


@each_lesson
def test_the_position_can_arise_and_the_learner_is_to_move(lesson):
    state = parse_position(lesson.position)
    assert format_position(state) == lesson.position
    assert isinstance(state.public.phase, Turn)
    assert state.public.phase.seat is lesson.tasks[0].seat
    assert run_lesson(lesson, []).stage is Stage.PLAYING


@each_lesson
def test_the_rule_behind_it_is_there(lesson):
    assert rulebook.find(lesson.rule)


@each_lesson
def test_the_solution_does_every_task_one_after_the_other(lesson):
    taken: list[str] = []
    for number, task in enumerate(lesson.tasks):
        for action in task.solution:
            progress = run_lesson(lesson, taken)
            assert (progress.task, progress.stage) == (number, Stage.PLAYING)
            assert progress.feedback is None
            assert progress.seat is task.seat
            taken.append(action)
    assert run_lesson(lesson, taken).stage is Stage.DONE
    assert run_lesson(lesson, taken).task == len(lesson.tasks)


@each_task
def test_what_misses_the_goal_is_legal_and_gets_an_answer(lesson, number):
    before, task = solution(lesson, number), lesson.tasks[number]
    told = set()
    for action in choices(lesson, before):
        progress = run_lesson(lesson, [*before, action])
        if progress.task > number:
            assert progress.stage is not Stage.MISSED
            continue
        if action not in task.solution:
            assert progress.feedback in {*task.feedback, ASIDE, OVER, WRONG}
            told.add(progress.feedback)
        assert progress.begun == len(before)
    assert told, "nothing can go wrong here"
    assert set(task.feedback) <= told


def test_a_turn_that_is_over_without_the_goal_needs_a_new_try():
    lesson = LESSONS["draw"]
    progress = run_lesson(lesson, ["<B"])
    assert (progress.stage, progress.feedback, progress.begun) == (Stage.MISSED, OVER, 0)
    with pytest.raises(LessonError, match="nothing more"):
        run_lesson(lesson, ["<B", "<G"])


@pytest.mark.parametrize("number", range(len(FIRST_GAME.tasks)))
def test_the_first_game_accepts_nothing_after_a_wrong_action(number):
    before = solution(FIRST_GAME, number)
    assert len(solution(FIRST_GAME)) == len(FIRST_GAME.tasks)
    for action in choices(FIRST_GAME, before):
        progress = run_lesson(FIRST_GAME, [*before, action])
        if progress.task == number:
            assert progress.stage is Stage.MISSED
            with pytest.raises(LessonError, match="nothing more"):
                run_lesson(FIRST_GAME, [*before, action, *FIRST_GAME.tasks[number].solution])


def test_the_first_game_uses_the_card_that_it_recommends():
    takes, builds = FIRST_GAME.tasks[2].solution[0], FIRST_GAME.tasks[3].solution[0]
    assert builds.endswith(f"/{takes[1]}")


def test_every_way_through_the_first_game_ends_well():
    ways = [[]]
    for task in range(len(FIRST_GAME.tasks)):
        longer = [[*way, action] for way in ways for action in choices(FIRST_GAME, way)]
        ways = [way for way in longer if run_lesson(FIRST_GAME, way).task == task + 1]
        assert ways
    assert all(run_lesson(FIRST_GAME, way).stage is Stage.DONE for way in ways)


def test_a_goal_can_be_reached_by_a_detour():
    lesson = LESSONS["majority"]
    progress = run_lesson(lesson, ["+DE/D"])
    assert (progress.task, progress.feedback) == (0, ASIDE)
    assert run_lesson(lesson, ["+DE/D", "+AH/H"]).stage is Stage.DONE


def test_the_opponent_follows_its_script_and_then_it_is_the_learners_turn():
    progress = run_lesson(LESSONS["draw"], ["<G"])
    assert progress.view.is_to_move
    assert progress.view.public.phase.must_draw
    assert progress.view.public.turn == 7


def test_the_opponent_does_what_it_can_where_the_script_does_not_fit():
    lesson = LESSONS["draw"]
    first, *others = lesson.tasks
    hindered = replace(lesson, tasks=(replace(first, answer=("<G", "+AB/A")), *others))
    progress = run_lesson(hindered, ["<G"])
    assert progress.stage is Stage.PLAYING
    assert progress.view.is_to_move
    assert not progress.view.public.phase.must_draw


def test_chance_follows_the_script_of_the_lesson():
    view = run_lesson(LESSONS["draw"], ["<G", "<*"]).view
    assert format_cards(view.public.open_cards) == "BIL"
    assert format_cards(view.own.hand) == "AFGJ"


@pytest.mark.parametrize(
    ("actions", "problem"),
    [
        (["hello"], "not a move"),
        (["+AZ/A"], "no island"),
        (["+BF/F"], "action 1, '\\+BF/F'"),
        (["<G=K"], "chance"),
        (["+AD/A", "+AD/A"], "action 2"),
        (["x?"], "which card"),
        (["=AB"], "action 1"),
        (["!AB"], "action 1"),
        (["+AD/A", "<G", "<*"], "nothing more"),
    ],
)
def test_impossible_actions_are_named(actions, problem):
    with pytest.raises(LessonError, match=problem):
        run_lesson(LESSONS["build"], actions)


HIDING = [lesson for lesson in ALL if parse_position(lesson.position).pile]
"""Where the pile has cards that the opponent could hold instead."""


@pytest.mark.parametrize("lesson", HIDING, ids=[lesson.key for lesson in HIDING])
def test_nothing_hidden_is_given_away(lesson):
    """With other cards in the opponent's hand the learner sees the same, until a card is drawn."""
    state = parse_position(lesson.position)
    setup, opponent = setup_of(state), lesson.tasks[0].seat.other
    hands = list(setup.hands)
    hands[opponent] = expand(state.pile)[: len(hands[opponent])]
    position = format_position(state_of(replace(setup, hands=(hands[0], hands[1]))))
    assert position != lesson.position
    twin = replace(lesson, position=position)
    steps = list(takewhile(lambda action: action[0] not in ".<", solution(lesson)))
    for number in range(len(steps) + 1):
        assert run_lesson(twin, steps[:number]) == run_lesson(lesson, steps[:number])


@each_lesson
def test_progress_holds_a_view_and_no_state(lesson):
    progress = run_lesson(lesson, solution(lesson)[:1])
    assert progress.view.viewer in SEATS
    assert not hasattr(progress, "state")
    assert not hasattr(progress.view, "private")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_has_its_words_and_no_others(language):
    texts = tomllib.loads((TEXTS / f"{language}.toml").read_text(encoding="utf-8"))["learn"]
    prefix = "learn.lesson."
    written = {key.removeprefix(prefix) for key in texts if key.startswith(prefix)}
    needed = set()
    for lesson in ALL:
        needed |= {f"{lesson.key}.title", f"{lesson.key}.about", f"{lesson.key}.done"}
        for number, task in enumerate(lesson.tasks, 1):
            needed |= {f"{lesson.key}.{number}.text", f"{lesson.key}.{number}.hint"}
            needed |= {f"{lesson.key}.{number}.{code}" for code in task.feedback}
    assert written == needed
