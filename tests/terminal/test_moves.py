"""Moves as people type them, and reasons in words."""

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kahuna.bots import RandomBot
from kahuna.core import (
    ACTIONS,
    EDITIONS,
    Reason,
    Ruleset,
    Seat,
    Termination,
    legal_actions,
    mover,
    view_of,
    why_illegal,
)
from kahuna.match import Authority, RandomChance
from kahuna.record import format_action, parse_position
from kahuna.terminal.moves import NotAMoveError, meant_by, numbered, read_island, read_move
from kahuna.terminal.reasons import explain
from kahuna.terminal.texts import ENGLISH

RULESETS = (
    Ruleset(),
    EDITIONS["italian"].ruleset(no_trespass=True),
    Ruleset(open_hands=True, handicap=2, handicap_seat=Seat.BLACK),
)


def view(position):
    state = parse_position(position)
    return view_of(state, mover(state.public.phase))


def token(position_view, text):
    action = read_move(text, position_view)
    return format_action(action, position_view.public.phase)


def refusal(position_view, text):
    with pytest.raises(NotAMoveError) as error:
        read_move(text, position_view)
    return str(error.value)


MIDDLE = view("AD,DE/AB,AH,CF ABBH/EFG CIL - -/- - 1.4 w kosmos-2015")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("+BD/B", "+BD/B"),
        ("+bd/b", "+BD/B"),
        ("bd", "+BD/B"),
        ("DB", "+BD/B"),
        ("+bd", "+BD/B"),
        ("bd/b", "+BD/B"),
        ("bd b", "+BD/B"),
        ("build BD with B", "+BD/B"),
        ("build bari-duda with bari", "+BD/B"),
        ("Bari Duda", "+BD/B"),
        ("-AB/AB", "-AB/AB"),
        ("-ab/ba", "-AB/AB"),
        ("-AB/BB", "-AB/BB"),
        ("remove AB with bari and bari", "-AB/BB"),
        ("-AH", "-AH/AH"),
        ("AH", "-AH/AH"),
        ("xa", "xA"),
        ("x A", "xA"),
        ("discard aloa", "xA"),
        ("bury A", "xA"),
        ("<c", "<C"),
        ("take coco", "<C"),
        ("draw C", "<C"),
        ("<*", "<*"),
        ("*", "<*"),
        ("pile", "<*"),
        ("draw from the pile", "<*"),
        (".", "."),
        ("decline", "."),
        ("pass", "."),
        ("end turn", "."),
    ],
)
def test_moves_are_read_with_forgiveness(typed, meant):
    assert token(MIDDLE, typed) == meant


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("AB", r"more than one way.*-AB/AB.*-AB/BB"),
        ("AG", r"no line AG. ALOA has the lines AB AD AH"),
        ("+AQ/A", r"no island 'Q'"),
        ("hello", r"do not understand 'hello'"),
        ("A", r"ALOA alone is not a move.*<A.*xA.*island A"),
        ("99", r"no move number 99"),
        ("0", r"no move number 0"),
        ("+BD/A", r"neither end of this line. BD takes BARI or DUDA, not ALOA"),
        ("+BD/D", r"do not have that card. .* DUDA; your hand is ALOA, BARI, BARI, HUNA"),
        ("EF", r"Building on EF takes ELAI or FAAA"),
        ("+AD/A", r"already a bridge .* Your bridge lies on AD"),
        ("+AB/A", r"already a bridge .* Black's bridge lies on AB"),
        ("-CF", r"Removing the bridge on CF takes two cards.*two COCO"),
        ("-DE/DE", r"no bridge on this line.*Black.*AB, AH, CF"),
        ("=AB", r"only right after a removal.*just cleared"),
        ("xC", r"You asked for COCO"),
        ("<A", r"card is not open. .* ALOA; open are COCO, IFFI, LALE"),
        ("!EF", r"Handicap bridges are placed only before the first turn"),
        ("x", "do not understand"),
        ("<", "do not understand"),
        ("+AB/AB", "do not understand"),
        ("AB.", "do not understand"),
        ("+AB/1", "do not understand"),
        ("\x1b[A", "do not understand"),
        ("é", "do not understand"),
    ],
)
def test_what_is_wrong_is_said_with_what_would_be_right(typed, said):
    assert re.search(said, refusal(MIDDLE, typed))


def test_the_free_bridge_of_variant_1_is_offered_beside_the_ones_that_cost_a_card():
    cleared = view("AD,DE/AH,CF AB/EFG CIL AB -/- - 1.5 w+~AB kosmos-2015+1")
    assert token(cleared, "=AB") == token(cleared, "=") == "=AB"
    assert "=AB" in refusal(cleared, "AB")


def test_handicap_bridges_need_no_more_than_the_line():
    start = view("-/- ABC/DEF GHI - -/- - 1.0 b2w kosmos-2015+h2b")
    assert token(start, "gj") == token(start, "!GJ") == token(start, "+gj") == "!GJ"
    assert "Place the handicap bridges first" in refusal(start, "<G")


def test_islands_are_found_by_letter_and_by_name():
    assert read_island(" h ", MIDDLE) == read_island("Huna", MIDDLE) == 7
    for text in ("", "hun", "M", "AB", "ß"):
        with pytest.raises(NotAMoveError):
            read_island(text, MIDDLE)


@given(st.text(max_size=30) | st.text(alphabet="abclxABKL+-=!<*./ 0123?", max_size=10))
def test_no_line_of_text_breaks_the_reader(text):
    try:
        action = read_move(text, MIDDLE)
    except NotAMoveError as error:
        assert str(error).isprintable()
    else:
        assert action in legal_actions(MIDDLE)


def walk(ruleset, seed):
    """The views of the movers of a random game."""
    authority = Authority(ruleset, RandomChance(Random(seed)))
    bot = RandomBot(Random(seed))
    while (seat := authority.mover) is not None:
        seen = authority.view(seat)
        yield seen
        authority.act(seat, bot.decide(seen))


@pytest.mark.parametrize("ruleset", RULESETS, ids=["kosmos", "italian+1", "kosmos+2+h2b"])
def test_every_legal_move_is_read_and_every_other_is_explained(ruleset):
    for i, seen in enumerate(walk(ruleset, 5)):
        legal = legal_actions(seen)
        assert sorted(map(repr, numbered(seen))) == sorted(map(repr, legal))
        for number, action in enumerate(numbered(seen), 1):
            assert read_move(format_action(action, seen.public.phase), seen) == action
            assert read_move(str(number), seen) == action
        for action in ACTIONS[i % 7 :: 7]:
            if (reason := why_illegal(seen, action)) is not None:
                said = explain(seen, action, reason)
                assert re.search(r"\(R\d+\.\d+(, R\d+\.\d+)*\)\.$", said)
                assert "{" not in said


def test_every_reason_and_every_end_has_words():
    assert set(ENGLISH.advice) == set(ENGLISH.shared.reasons) == set(Reason)
    assert set(ENGLISH.terminations) == set(Termination)


def test_a_move_can_be_meant_without_being_legal():
    assert meant_by("+BD/D", MIDDLE).card == 3
