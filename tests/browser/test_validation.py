"""Requests are checked without pydantic, and as pydantic checks them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from kahuna.browser.validation import parse_body, parse_union
from kahuna.hosting.errors import ApiError
from kahuna.hosting.play.messages import ClientMessage
from kahuna.hosting.play.new_game import BranchGame, ImportGame, NewGame
from kahuna.hosting.play.seating import LinkWanted, MyTokens
from kahuna.hosting.study.analysis import ActionQuestion, StudyQuestion

BODIES = {
    NewGame: {
        "mode": "bot",
        "bot": "pua",
        "ruleset": {"edition": "ksr", "handicap": 2, "handicap_seat": "black"},
        "clock": {"kind": "game", "seconds": 60, "increment": 5},
        "knowledge": False,
        "name": "Anna",
    },
    BranchGame: {"ply": 3, "seat": "white", "bot": "pua"},
    ImportGame: {"record": {"format": "kahuna-record"}},
    MyTokens: {"tokens": ["a", "b"]},
    LinkWanted: {"game": "local-abc", "token": "t"},
    ActionQuestion: {"actions": ["+AB/A"], "action": "<*"},
    StudyQuestion: {"game": "g", "ply": 3, "knows_hand": True, "actions": [], "action": "<*"},
}
MESSAGES = [
    {"type": "hello", "token": "t"},
    {"type": "hello", "token": None},
    {"type": "act", "key": "k", "version": 0, "action": "+AB/A"},
    {"type": "answer_draw", "accept": True},
    {"type": "ping"},
]
JUNK = st.sampled_from(
    [None, True, 0, -1, 1.5, 10**20, "", "\n", "x" * 500, [], ["a"], {}, {"a": 1}, "white", "en"]
)


def both_agree(kind, value) -> bool:
    """Return whether a value is accepted; fail if the two ways to check it disagree."""
    text = json.dumps(value)
    try:
        expected = TypeAdapter(kind).validate_json(text)
    except ValidationError:
        with pytest.raises((ApiError, ValueError)):
            parse_union(kind, text) if kind is ClientMessage else parse_body(kind, text)
        return False
    found = parse_union(kind, text) if kind is ClientMessage else parse_body(kind, text)
    assert found == expected
    return True


@pytest.mark.parametrize("kind", BODIES)
def test_what_the_page_sends_is_accepted(kind):
    assert both_agree(kind, BODIES[kind])


@pytest.mark.parametrize("message", MESSAGES)
def test_messages_of_the_page_are_accepted(message):
    assert both_agree(ClientMessage, message)


@given(st.sampled_from(list(BODIES)), st.data(), JUNK)
def test_junk_in_a_request_is_refused_as_on_a_server(kind, data, junk):
    body = BODIES[kind]
    name = data.draw(st.sampled_from([*body, "unknown"]))
    both_agree(kind, {**body, name: junk})
    both_agree(kind, {key: value for key, value in body.items() if key != name})


@given(st.sampled_from(MESSAGES), st.data(), JUNK)
def test_junk_in_a_message_is_refused_as_on_a_server(message, data, junk):
    name = data.draw(st.sampled_from([*message, "unknown"]))
    both_agree(ClientMessage, {**message, name: junk})


@pytest.mark.parametrize("text", ["", "[]", "3", "nonsense", "[" * 100_000])
def test_what_is_no_object_is_refused(text):
    with pytest.raises(ApiError):
        parse_body(BranchGame, text)


def test_a_problem_says_where_it_is():
    with pytest.raises(ApiError) as raised:
        parse_body(NewGame, '{"mode": "bot", "ruleset": {"handicap": "two"}}')
    assert raised.value.problems == ("body.ruleset.handicap: must be a whole number",)
