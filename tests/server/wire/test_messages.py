"""The messages themselves."""

from __future__ import annotations

import runpy
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest
from pydantic import TypeAdapter, ValidationError

from kahuna.core import ARCHIPELAGO, EDITIONS, FIXED, OPTIONS, Line, Seat
from kahuna.hosting.play.messages import MAX_MESSAGE, Hello
from kahuna.hosting.play.names import Letter, LineName
from kahuna.hosting.play.wire_ruleset import (
    EditionOut,
    OfferKey,
    RulesetIn,
    RulesetOut,
    VariantKey,
    parse_wire_ruleset,
    render_ruleset,
)
from kahuna.record import format_line
from kahuna.server.net.websocket import CLIENT_MESSAGE

ROOT = Path(__file__).parents[3]


def test_the_types_of_the_page_are_up_to_date():
    tool = runpy.run_path(str(ROOT / "tools" / "make_protocol_types.py"))
    assert tool["TARGET"].read_text() == tool["make_types"](), (
        "stale: run python tools/make_protocol_types.py"
    )


def test_letters_and_lines_are_those_of_the_board():
    lines = tuple(format_line(Line(line)) for line in ARCHIPELAGO.lines)
    assert get_args(LineName) == lines
    assert "".join(get_args(Letter)) == "".join(n[0] for n in ARCHIPELAGO.names)


def test_valid_messages_are_parsed():
    assert CLIENT_MESSAGE.validate_json('{"type":"hello"}') == Hello(type="hello")
    assert CLIENT_MESSAGE.validate_json('{"type":"ping"}').type == "ping"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        '{"type":"HELLO"}',
        '{"type":"hello","token":5}',
        '{"type":"hello","token":""}',
        '{"type":"hello","x":1}',
        '{"type":"act","key":"k","version":"1","action":"<*"}',
        '{"type":"act","key":"k","version":1.5,"action":"<*"}',
        '{"type":"act","key":"k","version":-1,"action":"<*"}',
        '{"type":"act","key":"","version":1,"action":"<*"}',
        '{"type":"act","key":"k","version":1,"action":"' + "x" * 20 + '"}',
        '{"type":"act","key":"\\u0000","version":1,"action":"<*"}',
        '{"type":"act","key":"k","version":1}',
        '{"type":"answer_draw","accept":1}',
        "[" * MAX_MESSAGE,
        '{"type":"hello"}{"type":"hello"}',
    ],
)
def test_invalid_messages_are_refused(text: str):
    with pytest.raises(ValidationError):
        CLIENT_MESSAGE.validate_json(text)


def test_rulesets_on_the_wire_are_those_of_the_table():
    keys = ["edition", *(option.key for option in OPTIONS)]
    fixed = [option.key for option in FIXED]
    flags = [option.key for option in OPTIONS if option.is_flag]
    assert list(RulesetOut.__annotations__) == keys
    assert [field.name for field in fields(RulesetIn)] == keys
    assert [key for key in EditionOut.__annotations__ if key in keys] == fixed
    assert list(get_args(VariantKey)) == flags
    assert list(get_args(OfferKey)) == [*flags, "handicap"]


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_a_ruleset_survives_the_wire(edition):
    wanted = {"no_trespass": True, "open_hands": True, "handicap": 2, "handicap_seat": Seat.BLACK}
    ruleset = edition.ruleset(**{key: wanted[key] for key in edition.offers})
    assert (
        parse_wire_ruleset(TypeAdapter(RulesetIn).validate_python(render_ruleset(ruleset)))
        == ruleset
    )
    assert parse_wire_ruleset(RulesetIn(edition=edition.key)) == edition.ruleset()
