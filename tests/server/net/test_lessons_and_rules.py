"""Lessons and rules over HTTP."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter
from tests.server.harness import Server

from kahuna.core import EDITIONS
from kahuna.hosting.learn.lessons import LessonOut
from kahuna.hosting.learn.rules import RulesOut
from kahuna.lessons import LESSONS
from kahuna.rulebook import chapters


def take(server: Server, key: str, *actions: str) -> Any:
    answer = server.post(f"/api/lessons/{key}", {"actions": list(actions)})
    TypeAdapter(LessonOut).validate_python(answer, strict=False)
    return answer


def test_lessons_are_listed_in_order(server: Server):
    found = server.get("/api/lessons")["lessons"]
    assert [lesson["key"] for lesson in found] == list(LESSONS)
    assert [lesson["tasks"] for lesson in found] == [len(each.tasks) for each in LESSONS.values()]


@pytest.mark.parametrize("key", LESSONS)
def test_a_lesson_is_solved_by_its_own_solution(server: Server, key: str):
    taken: list[str] = []
    answer = take(server, key)
    while answer["stage"] == "playing":
        wanted = answer["solution"][len(taken) - answer["begun"]]
        assert wanted in [choice["action"] for choice in answer["state"]["legal"]]
        taken.append(wanted)
        answer = take(server, key, *taken)
    assert answer["stage"] == "done"
    assert answer["state"]["legal"] == answer["solution"] == []
    assert answer["state"]["to_move"] is None


def test_a_lesson_looks_like_a_game(server: Server):
    answer = take(server, "sweep", "+AB/B")
    state = answer["state"]
    assert state["viewer"] == "white"
    assert state["own"]["hand"] == ["H", "K"]
    assert state["seats"]["white"]["control"] == ["A"]
    assert state["seats"]["black"]["hand_size"] == 3
    assert [entry["type"] for entry in answer["log"]] == [
        "turn_started", "ply", "cards_played", "bridge_built", "control_gained", "bridge_removed",
    ]  # fmt: skip
    assert not state["can_undo"]
    assert (answer["task"], answer["begun"]) == (1, 1)
    aside = take(server, "sweep", "+AB/B", "+CK/K")
    assert aside["state"]["can_undo"]
    assert aside["feedback"] == "aside"


def test_the_learner_changes_sides_in_the_worked_example(server: Server):
    answer = take(server, "example", "+BD/B", "+AB/A", "<C")
    assert answer["state"]["viewer"] == answer["state"]["to_move"] == "black"
    assert answer["state"]["own"]["hand"] == ["E", "H", "H"]


def test_a_preview_shows_what_an_action_would_do(server: Server):
    told = server.post("/api/lessons/sweep/preview", {"actions": [], "action": "+AB/B"})
    assert told["type"] == "previewed"
    assert told["events"][-1] == {
        "type": "bridge_removed", "seat": "black", "line": "AH", "cause": "control",
    }  # fmt: skip
    refused = server.post("/api/lessons/sweep/preview", {"actions": [], "action": "+AH/H"})
    assert (refused["reason"], refused["paragraph"]) == ("line_taken", "R4.1")


@pytest.mark.parametrize(
    ("path", "body", "status", "problem"),
    [
        ("/api/lessons/chess", {}, 404, "no such lesson"),
        ("/api/lessons/chess/preview", {"action": "<*"}, 404, "no such lesson"),
        ("/api/lessons/build", {"actions": ["hello"]}, 422, "not a move"),
        ("/api/lessons/build", {"actions": ["+AB/B"]}, 422, "action 1"),
        ("/api/lessons/build", {"actions": ["<*"] * 61}, 422, "at most 60"),
        ("/api/lessons/build", {"actions": [""]}, 422, "actions"),
        ("/api/lessons/build", {"actions": "<*"}, 422, "list"),
        ("/api/lessons/build", {"moves": []}, 422, "moves"),
        ("/api/lessons/build/preview", {"actions": []}, 422, "action"),
        ("/api/lessons/build/preview", {"action": "??"}, 422, "not a move"),
        ("/api/lessons/build/preview", {"action": "<G=K"}, 422, "chance"),
    ],
)
def test_invalid_requests_are_refused_with_the_problem(
    server: Server, path: str, body: dict[str, object], status: int, problem: str
):
    answer = server.http.post(path, json=body)
    assert answer.status_code == status
    assert problem in " ".join(answer.json()["problems"])


@pytest.mark.parametrize("language", ["en", "de", "nl", "it"])
def test_the_rules_have_the_same_paragraphs_in_every_language(server: Server, language: str):
    rules = server.get(f"/api/rules?language={language}")
    TypeAdapter(RulesOut).validate_python(rules, strict=False)
    numbers = [
        paragraph["number"] for chapter in rules["chapters"] for paragraph in chapter["paragraphs"]
    ]
    english = [paragraph.number or None for each in chapters() for paragraph in each.paragraphs]
    assert numbers == english
    assert [chapter["key"] for chapter in rules["chapters"]][:3] == ["front", "short", "R1"]


def test_a_paragraph_is_divided_into_blocks_and_spans(server: Server):
    rules = server.get("/api/rules")
    found = {
        paragraph["number"]: paragraph
        for chapter in rules["chapters"]
        for paragraph in chapter["paragraphs"]
    }
    text, remark = found["R4.4"]["blocks"]
    assert text["kind"] == "text"
    assert [span["text"] for span in text["spans"] if span["mark"] == "rule"] == ["R5.3", "R6"]
    assert remark["spans"][0] == {"text": "Editions:", "mark": "emphasis"}
    assert found["R1.2"]["blocks"][1]["rows"][1][1] == [{"text": "ALOA", "mark": "plain"}]
    steps = found["R18.1"]["blocks"][1]
    assert [len(item["below"]) for item in steps["items"]] == [4, 4]
    scene = found["R18.2"]["scene"]
    assert [frame["line"] for frame in scene["frames"]] == [None, "EH", "EH"]
    assert scene["frames"][-1]["black"]["control"] == ["E", "H"]
    assert scene["frames"][-1]["white"]["bridges"] == ["AB", "AD", "BC", "BD"]


@pytest.mark.parametrize("language", ["en", "de", "nl", "it"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_rules_of_one_edition(server: Server, edition: str, language: str):
    rules = server.get(f"/api/rules?edition={edition}&language={language}")
    keys = [chapter["key"] for chapter in rules["chapters"]]
    assert ("R13" in keys) == ("open_hands" in EDITIONS[edition].offers)
    (own,) = next(each["paragraphs"] for each in rules["chapters"] if each["key"] == "R16")
    assert edition in [span["text"] for span in own["blocks"][0]["spans"]]


@pytest.mark.parametrize(
    ("query", "problem"), [("edition=chess", "there is no 'chess'"), ("language=fr", "language")]
)
def test_unknown_rules_are_refused(server: Server, query: str, problem: str):
    answer = server.http.get(f"/api/rules?{query}")
    assert answer.status_code == 422
    assert problem in " ".join(answer.json()["problems"])
