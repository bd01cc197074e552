"""Whole games as text that a person can read and write by hand."""

import sys
from dataclasses import replace

import pytest
from games import RULESETS, game
from hypothesis import given
from hypothesis import strategies as st

from kahuna.core import Seat
from kahuna.record import (
    RecordError,
    format_game,
    one_sided,
    parse_game,
    parse_ply,
    replay,
    turns_of,
)
from kahuna.record.game_record import MAX_PLIES

BY_HAND = """\
Kahuna game      # the title
rules: kosmos-2015+1
white: Ada
black:
first: black
deal: ABC ??? GHI

1. black <g=c    # takes GOLA
2. white +ab/a <H=K
3. black
"""


def _num_steps(text: str) -> int:
    """How many functions are entered and left while a text is read."""
    steps = 0

    def count(*_):
        nonlocal steps
        steps += 1

    sys.setprofile(count)
    try:
        parse_game(text)
    finally:
        sys.setprofile(None)
    return steps


def test_twice_as_many_lines_take_twice_as_many_steps():
    """Servers read what strangers send: thousands of lines in a moment, not in minutes."""
    once, twice = (_num_steps(BY_HAND + "3. black\n" * number) for number in (500, 1000))
    assert twice < 2.1 * once


@pytest.mark.parametrize("number", range(len(RULESETS)))
def test_a_game_survives_the_way_through_text(number):
    record = game(number)
    assert parse_game(format_game(record)) == replace(record, hashes=())


def test_a_game_written_by_hand():
    record = parse_game(BY_HAND)
    assert record.players == ("Ada", "")
    assert record.first is Seat.BLACK
    assert record.hands == ((0, 1, 2), None)
    assert record.plies == tuple(map(parse_ply, ("<G=C", "+AB/A", "<H=K")))
    assert record.outcome is None
    assert record.ruleset.no_trespass
    assert parse_game(format_game(record)) == record


def test_a_name_may_look_like_a_comment():
    record = replace(game(0), players=("Ada #1", "#"), hashes=())
    assert parse_game(format_game(record)) == record


def test_turns_are_numbered_and_handicap_bridges_come_before():
    for number in range(len(RULESETS)):
        record = game(number)
        turns = list(turns_of(record))
        assert [t.number for t in turns] == list(
            range(0 if record.ruleset.handicap else 1, turns[-1].number + 1)
        )
        assert sum((t.plies for t in turns), ()) == record.plies
        assert all(t.plies[-1].ends_turn for t in turns if 0 < t.number < len(turns) - 1)
    state = next(iter(replay(game(7)))).state
    assert state.ruleset.handicap_seat is next(turns_of(game(7))).seat


def test_an_unfinished_turn_is_a_turn():
    record = replace(game(0), plies=(parse_ply("+AB/A"),), outcome=None, hashes=())
    assert [turn.plies for turn in turns_of(record)] == [record.plies]


def test_one_sided_games_too():
    record = one_sided(game(0), Seat.WHITE)
    assert "???" in format_game(record)
    assert parse_game(format_game(record)) == record


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("Kahuna game", "Chess game", "line 1: this is not a game; expected 'kahuna game'"),
        ("rules: kosmos-2015+1", "rules: chess", "line 2: there is no edition 'chess'"),
        ("rules: kosmos-2015+1", "", "there is no 'rules' line"),
        ("white: Ada", f"white: {'A' * 99}", "line 3: this name is too long"),
        ("first: black", "first: me", "line 5: 'me' is not a seat; expected white or black"),
        ("first: black", "first: black\nfirst: white", "line 6: 'first' occurs twice"),
        ("deal: ABC ??? GHI", "deal: ABC", "line 6: 'ABC' is not a deal"),
        ("deal: ABC ??? GHI", "deal: AAC ADE GHI", "line 6: 3 cards of ALOA are dealt"),
        ("deal: ABC ??? GHI", "deal: AB? ABC GHI", "line 6: there is no island '?'"),
        ("1. black <g=c", "hello", "line 8: 'hello' cannot be read; expected a turn such as"),
        ("1. black <g=c", "mood: fine", "line 8: 'mood: fine' cannot be read"),
        ("1. black <g=c", "1. black ?", "line 8, ply 1: '?' is not a move"),
        ("white +ab/a", "white +al/a", "line 9, ply 2: there is no line AL"),
        ("1. black <g=c", "2. black <g=c", "line 8: the turns are not in order here"),
        ("1. black <g=c", "1. white <g=c", "expected 1. black, one turn per line"),
        ("1. black <g=c", "1. black <g=c <h", "line 8: the turns are not in order here"),
        ("2. white +ab/a <H=K", f"2. white {'. ' * (MAX_PLIES + 1)}", "moves are too many"),
        ("deal:", "result: white luck 1:0\ndeal:", "line 6: 'white luck 1:0' is not a result"),
        ("deal:", "result: white points 1:0 0\ndeal:", "is not a result; expected winner, how"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(old, new, says):
    with pytest.raises(RecordError) as caught:
        parse_game(BY_HAND.replace(old, new))
    assert says in str(caught.value)


@given(st.data())
def test_damaged_text_is_a_game_or_an_error_for_people(data):
    lines = format_game(game(2)).split("\n")
    place = data.draw(st.integers(0, len(lines) - 1))
    lines[place] = data.draw(st.text(max_size=30) | st.just(lines[place][:-1]))
    try:
        record = parse_game("\n".join(lines))
    except RecordError as error:
        assert str(error)
    else:
        assert parse_game(format_game(record)) == record


def test_help_during_the_game_is_noted():
    record = replace(game(0), hashes=(), assisted=(Seat.WHITE, Seat.BLACK))
    text = format_game(record)
    assert "\nassisted: white black\n" in text
    assert parse_game(text) == record
    with pytest.raises(RecordError, match="'nobody' is not a seat"):
        parse_game(text.replace("assisted: white", "assisted: nobody"))
