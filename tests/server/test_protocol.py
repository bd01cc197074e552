"""The messages themselves."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import get_args

import pytest
from pydantic import ValidationError

from kahuna.core import ARCHIPELAGO, Line
from kahuna.record import format_line
from kahuna.server.wire.messages import CLIENT_MESSAGE, MAX_MESSAGE, Hello
from kahuna.server.wire.vocabulary import Letter, LineName

ROOT = Path(__file__).parents[2]


def test_the_types_of_the_page_are_up_to_date():
    tool = runpy.run_path(str(ROOT / "tools" / "make_protocol_types.py"))
    assert tool["TARGET"].read_text() == tool["make_types"](), (
        "stale: run python tools/make_protocol_types.py"
    )


def test_words_are_those_of_the_board():
    lines = tuple(format_line(Line(line)) for line in ARCHIPELAGO.lines)
    assert get_args(LineName.__value__) == lines
    assert "".join(get_args(Letter.__value__)) == "".join(n[0] for n in ARCHIPELAGO.names)


def test_messages_are_read():
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
def test_whatever_is_not_a_message_is_refused(text: str):
    with pytest.raises(ValidationError):
        CLIENT_MESSAGE.validate_json(text)
