"""Puzzles over HTTP."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

from tests.server.harness import Server

from kahuna.core import Ruleset
from kahuna.hosting.learn.puzzles import daily_puzzle, has_concrete_reason, open_puzzle
from kahuna.hosting.study.analysis import ActionsSoFar
from kahuna.i18n import LANGUAGES
from kahuna.puzzles import Theme, load_puzzles

PUZZLE = next(puzzle for puzzle in load_puzzles() if len(puzzle.solution.split()) > 2)


def test_all_are_listed_with_the_one_of_the_day(server: Server) -> None:
    found = server.get("/api/puzzles")
    assert len(found["puzzles"]) == len(load_puzzles())
    assert found["daily"] in {puzzle["id"] for puzzle in found["puzzles"]}


def test_the_one_of_the_day_can_be_opened_by_that_name(server: Server) -> None:
    opened = server.post("/api/puzzles/daily", {})
    assert opened["facts"]["id"] == server.get("/api/puzzles")["daily"]


def test_a_solution_is_accepted_and_explained(server: Server) -> None:
    path = f"/api/puzzles/{PUZZLE.id}?language=de"
    *plays, _ = actions = PUZZLE.solution.split()
    begun = server.post(path, {"actions": plays})
    assert (begun["stage"], begun["solution"]) == ("playing", [])
    solved = server.post(path, {"actions": actions})
    assert solved["stage"] == "solved"
    moves = [step["move"] for step in solved["solution"]]
    assert [move["notation"] for move in moves] == actions
    assert all(move["words"] for move in moves + solved["refutation"])
    assert all(step["effects"] for step in solved["solution"][:-1])
    assert solved["tried"] == []


def test_another_turn_fails_and_the_solution_can_be_asked_for(server: Server) -> None:
    path = f"/api/puzzles/{PUZZLE.id}"
    begun = server.post(path, {"actions": PUZZLE.solution.split()[:1]})
    assert begun["shortfall"] == []
    failed = server.post(path, {"actions": PUZZLE.refutation.split()})
    assert failed["stage"] == "failed"
    assert failed["shortfall"]
    assert [move["notation"] for move in failed["tried"]] == PUZZLE.refutation.split()
    shown = server.post(f"{path}?reveal=true", {})
    assert [step["move"]["notation"] for step in shown["solution"]] == PUZZLE.solution.split()


def test_moves_are_previewed(server: Server) -> None:
    body = {"actions": [], "action": PUZZLE.solution.split()[0]}
    assert server.post(f"/api/puzzles/{PUZZLE.id}/preview", body)["type"] == "previewed"


def test_nonsense_is_refused(server: Server) -> None:
    assert server.http.post("/api/puzzles/nothing", json={}).status_code == 404
    path = f"/api/puzzles/{PUZZLE.id}"
    assert server.http.post(path, json={"actions": ["nonsense"]}).status_code == 422
    assert server.http.post(f"{path}?language=xx", json={}).status_code == 422


def test_every_puzzle_has_its_day_before_any_comes_again() -> None:
    fitting = [each for each in load_puzzles() if each.has_usual_rules and each.difficulty]
    chosen = [[each for each in fitting if each.theme == theme][:3] for theme in list(Theme)[:2]]
    puzzles = {puzzle.id: puzzle for puzzles in chosen for puzzle in puzzles}
    start = date(2026, 11, 16)
    start -= timedelta(days=start.toordinal() % len(puzzles))
    days = [daily_puzzle(puzzles.values(), start + timedelta(days=n)) or "" for n in range(12)]
    assert sorted(days[:6]) == sorted(days[6:]) == sorted(puzzles)
    assert all(puzzles[a].theme != puzzles[b].theme for a, b in pairwise(days))


def test_the_one_of_the_day_has_the_usual_rules_and_can_be_solved() -> None:
    puzzles = {puzzle.id: puzzle for puzzle in load_puzzles()}
    for n in range(30):
        day = date(2026, 11, 16) + timedelta(days=n)
        puzzle = puzzles[daily_puzzle(puzzles.values(), day) or ""]
        assert (puzzle.view.ruleset, puzzle.difficulty is None) == (Ruleset(), False)
    assert all(
        puzzle.has_usual_rules == (puzzle.view.ruleset == Ruleset()) for puzzle in puzzles.values()
    )
    assert daily_puzzle([], date(2026, 11, 16)) is None


def test_every_solution_has_a_reason() -> None:
    silent = []
    for puzzle in load_puzzles()[::20]:
        for language in LANGUAGES:
            opened = open_puzzle(puzzle.id, ActionsSoFar(), language, is_revealed=True)
            if not (opened["reasons"] or any(step["effects"] for step in opened["solution"])):
                silent.append((puzzle.id, language))
    assert silent == []


def test_a_chain_of_actions_is_explained_step_by_step() -> None:
    puzzle = next(each for each in load_puzzles() if each.solution.startswith("-GJ/GJ =GJ +IJ/I"))
    opened = open_puzzle(puzzle.id, ActionsSoFar(), "en", is_revealed=True)
    assert [step["effects"] for step in opened["solution"]] == [
        ["Your opponent loses GOLA and JOJO."],
        ["Then you need only 2 more bridges for JOJO."],
        ["You gain IFFI.", "One opposing bridge is swept away."],
        ["You gain JOJO and KAHU.", "3 opposing bridges are swept away."],
        [],
    ]


def test_every_reason_is_concrete() -> None:
    assert [puzzle.id for puzzle in load_puzzles() if not has_concrete_reason(puzzle)] == []


def test_a_turn_that_falls_short_is_told_why_without_the_solution() -> None:
    for puzzle in load_puzzles()[::20]:
        failed = open_puzzle(puzzle.id, ActionsSoFar(actions=puzzle.refutation.split()), "en")
        told = " ".join(failed["shortfall"])
        assert "your turn" in told.lower() or "Nothing is wrong on the board." in told
        gained = [
            remark for remark in failed["reasons"] if remark.startswith("The best turn gains")
        ]
        assert not any(remark in told for remark in gained)
