"""Tokens, both ways, and what is said of those that are none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kahuna.core import (
    ACTIONS,
    ARCHIPELAGO,
    DECLINE,
    REPLACE,
    Bury,
    DrawPile,
    IllegalActionError,
    Island,
    Line,
    Over,
    PlaceHandicap,
    Reason,
    Replace,
    Seat,
    TakeOpen,
    Turn,
    TurnActivity,
)
from kahuna.core.scoring import Outcome, Termination
from kahuna.record import (
    BuryUnknown,
    Ply,
    RecordError,
    ReplaceOn,
    format_action,
    format_island,
    format_line,
    format_lines,
    format_ply,
    parse_cards,
    parse_island,
    parse_line,
    parse_ply,
    to_action,
    to_written,
)

CLEARED = Turn(Seat.WHITE, False, TurnActivity.PLAYED, Line(3))

TABLE = [
    ("+AB/A", Ply(ACTIONS[0])),
    ("+AB/B", Ply(ACTIONS[1])),
    ("-AB/AA", Ply(ACTIONS[54])),
    ("-AB/AB", Ply(ACTIONS[55])),
    ("-AB/BB", Ply(ACTIONS[56])),
    ("=AB", Ply(ReplaceOn(Line(0)))),
    ("xC", Ply(Bury(Island(2)))),
    ("x?", Ply(BuryUnknown())),
    ("<H=K", Ply(TakeOpen(Island(7)), Island(10))),
    ("<H", Ply(TakeOpen(Island(7)))),
    ("<*=C", Ply(DrawPile(), Island(2))),
    ("<*", Ply(DrawPile())),
    (".", Ply(DECLINE)),
    ("!KL", Ply(PlaceHandicap(Line(26)))),
    ("<H|JKA", Ply(TakeOpen(Island(7)), None, (Island(9), Island(10), Island(0)))),
    ("<*=C|JJA", Ply(DrawPile(), Island(2), (Island(9), Island(9), Island(0)))),
]


@pytest.mark.parametrize(("token", "ply"), TABLE)
def test_a_token_is_a_ply_and_back(token, ply):
    assert parse_ply(token) == ply
    assert format_ply(ply) == token
    assert parse_ply(token.lower()) == ply


def test_every_action_of_the_catalogue_has_its_own_token():
    tokens = [format_action(action, CLEARED) for action in ACTIONS]
    assert len(set(tokens)) == len(ACTIONS)
    for action, token in zip(ACTIONS, tokens, strict=True):
        assert to_action(parse_ply(token).action, CLEARED) == action


@pytest.mark.parametrize(
    ("token", "says"),
    [
        ("", "is not a move; expected a form such as +AB/A"),
        ("+AB", "is not a move"),
        ("hello", "is not a move"),
        (".=A", "is not a move"),
        ("+AB/A=C", "is not a move"),
        (".|ABC", "is not a move"),
        ("+ab/a ", "is not a move"),
        ("+AC/A", "there is no line AC; expected a line of ALOA: AB AD AH"),
        ("+BA/A", "'BA' is not in order; expected AB"),
        ("+AZ/A", "there is no island 'Z'; expected a letter from A to L"),
        ("xM", "there is no island 'M'"),
        ("<*=A|ABCD", "opens too many cards"),
        ("<?", "is not a move"),
        ("＋AB/A", "is not a move"),
        ("+" + "A" * 10**5, "is not a move"),
    ],
)
def test_what_is_no_token_is_refused_with_what_would_be_right(token, says):
    with pytest.raises(RecordError, match=r".*") as caught:
        parse_ply(token)
    assert says in str(caught.value)
    assert len(str(caught.value)) < 300


def test_islands_by_letter_and_by_name():
    for number, name in enumerate(ARCHIPELAGO.names):
        assert parse_island(name) == parse_island(name[0].lower()) == number
        assert format_island(number) == name[0]
    for wrong in ("", "AL", "KANU", "FAA", "ab", "1"):
        with pytest.raises(RecordError, match="there is no island"):
            parse_island(wrong)


def test_lines_by_their_letters():
    for line in ARCHIPELAGO.lines:
        assert parse_line(format_line(Line(line))) == line
    for wrong in ("", "A", "ABC"):
        with pytest.raises(RecordError, match="is not a line"):
            parse_line(wrong)
    assert format_lines(0) == "-"
    assert format_lines(0b11) == "AB,AD"


def test_the_free_bridge_names_the_line_that_was_cleared():
    assert to_written(REPLACE, CLEARED) == ReplaceOn(Line(3))
    assert to_action(ReplaceOn(Line(3)), CLEARED) == Replace()
    with pytest.raises(IllegalActionError) as refused:
        to_action(ReplaceOn(Line(4)), CLEARED)
    assert refused.value.reason is Reason.NOTHING_CLEARED
    # Without a cleared line the rules themselves refuse it, with their own reason.
    assert to_action(ReplaceOn(Line(4)), Turn(Seat.WHITE)) == Replace()
    assert to_action(ReplaceOn(Line(4)), Over(Outcome(None, Termination.DRAW, ()))) == Replace()


def test_an_unknown_card_cannot_be_played():
    with pytest.raises(RecordError, match="does not say which card"):
        to_action(BuryUnknown(), Turn(Seat.WHITE))


def test_cards_keep_the_order_in_which_they_are_written():
    assert parse_cards("JKA") == (9, 10, 0)


@given(st.text(alphabet="+-=x<*.!|/?ABCKLZabz 1", max_size=12))
def test_any_text_is_a_ply_or_a_record_error(text):
    try:
        ply = parse_ply(text)
    except RecordError as error:
        assert str(error)
    else:
        assert parse_ply(format_ply(ply)) == ply


@given(st.text(max_size=8))
def test_any_text_at_all_is_a_ply_or_a_record_error(text):
    try:
        parse_ply(text)
    except RecordError as error:
        assert error.expected
