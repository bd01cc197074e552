"""The messages themselves."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import get_args

import pytest
from pydantic import ValidationError

from kahuna.core import ARCHIPELAGO, EDITIONS, FIXED, OPTIONS, Line, Seat
from kahuna.hosting.play.messages import CLIENT_MESSAGE, MAX_MESSAGE, Hello
from kahuna.hosting.play.render_ruleset import parse_wire_ruleset, render_ruleset
from kahuna.hosting.play.ruleset_types import (
    EditionOut,
    OfferKey,
    RulesetIn,
    RulesetOut,
    VariantKey,
)
from kahuna.hosting.play.vocabulary import Letter, LineName
from kahuna.record import format_line

ROOT = Path(__file__).parents[3]


def test_the_types_of_the_page_are_up_to_date():
    tool = runpy.run_path(str(ROOT / "tools" / "make_protocol_types.py"))
    assert tool["TARGET"].read_text() == tool["make_types"](), (
        "stale: run python tools/make_protocol_types.py"
    )


def test_letters_and_lines_are_those_of_the_board():
    lines = tuple(format_line(Line(line)) for line in ARCHIPELAGO.lines)
    assert get_args(LineName.__value__) == lines
    assert "".join(get_args(Letter.__value__)) == "".join(n[0] for n in ARCHIPELAGO.names)


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
        '{"type":"look","at":1e9}',
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
    assert list(RulesetIn.model_fields) == keys
    assert [key for key in EditionOut.__annotations__ if key in keys] == fixed
    assert list(get_args(VariantKey.__value__)) == flags
    assert list(get_args(OfferKey.__value__)) == [*flags, "handicap"]


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_a_ruleset_survives_the_wire(edition):
    wanted = {"no_trespass": True, "open_hands": True, "handicap": 2, "handicap_seat": Seat.BLACK}
    ruleset = edition.ruleset(**{key: wanted[key] for key in edition.offers})
    assert parse_wire_ruleset(RulesetIn.model_validate(render_ruleset(ruleset))) == ruleset
    assert parse_wire_ruleset(RulesetIn(edition=edition.key)) == edition.ruleset()
