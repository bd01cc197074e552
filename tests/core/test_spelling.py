"""Values print in words that can be typed back."""

from random import Random

import numpy as np
import pytest

from kahuna import core
from kahuna.core import (
    ACTIONS,
    SPECTATOR,
    Private,
    Ruleset,
    Seat,
    Setup,
    Turn,
    advance,
    cards,
    custom,
    events,
    is_chance,
    island,
    islands,
    legal_actions,
    line,
    lines,
    make_board,
    mover,
    random_deal,
    random_draw,
    setup_of,
    start,
    view_of,
    viewer_of,
)

NAMES = vars(core) | vars(events)
TINY = make_board("ALOA BARI COCO", "AB AC BC", dealt=1, open_places=1, hand_limit=2)
RULESETS = [
    Ruleset(),
    Ruleset(no_trespass=True, open_hands=True, handicap=1, handicap_seat=Seat.BLACK),
    custom(Ruleset(), board=TINY),
]


def typed_back(value: object) -> object:
    return eval(repr(value), dict(NAMES))


@pytest.mark.parametrize("action", ACTIONS)
def test_actions_can_be_typed_back(action):
    assert typed_back(action) == action


@pytest.mark.parametrize("ruleset", RULESETS)
def test_everything_in_a_game_can_be_typed_back(ruleset):
    rng = Random(3)
    state, happened = start(ruleset, random_deal(ruleset, rng), first=Seat.WHITE)
    while (seat := mover(state.public.phase)) is not None:
        assert typed_back(happened) == happened
        assert typed_back(state) == state
        assert typed_back(setup_of(state)) == setup_of(state)
        view = view_of(state, seat, history=tuple(events.seen(e, seat) for e in happened))
        assert typed_back(view) == view
        state, happened = advance(state, rng.choice(legal_actions(view)), random_draw(rng))
    assert typed_back(state) == state
    assert typed_back(happened) == happened


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (ACTIONS[0], "Build(line=line('AB'), card=island('A'))"),
        (core.Remove(line("KL"), islands("KL")), "Remove(line=line('KL'), cards=islands('KL'))"),
        (core.DECLINE, "Decline()"),
        (Turn(Seat.BLACK, must_draw=True), "Turn(seat=Seat.BLACK, must_draw=True)"),
        (Private(cards("JJB"), 0), "Private(hand=cards('BJJ'), buried=cards(''))"),
        (Ruleset(no_trespass=True), "Ruleset(no_trespass=True)"),
        (Seat.WHITE, "Seat.WHITE"),
        (SPECTATOR, "Spectator.SPECTATOR"),
        (
            core.Hidden(cards("AB"), 0, cards("C")),
            "Hidden(hand=cards('AB'), buried=cards(''), pile=cards('C'))",
        ),
        (Setup(bridges=(lines("AB AH"), 0)), "Setup(bridges=(lines('AB AH'), lines('')))"),
        # What no board has is left as it is.
        (core.Build(line=27, card=26), "Build(line=27, card=26)"),
        (Setup(bridges=(1 << 27, 0)), "Setup(bridges=(134217728, lines('')))"),
        (Setup(discards=(-1, 40)), "Setup(discards=(-1, 40))"),
        (Setup(points=((1, 0),)), "Setup(points=((1, 0),))"),
        (Private(1 << 52, -1), "Private(hand=4503599627370496, buried=-1)"),
    ],
)
def test_values_read_well(value, text):
    assert repr(value) == text
    assert typed_back(value) == value


@pytest.mark.parametrize(
    ("function", "text"), [(island, "AB"), (island, ""), (island, "?"), (line, "AL"), (line, "A")]
)
def test_nonsense_is_no_island_and_no_line(function, text):
    with pytest.raises(core.SpellingError, match=r"there is no (island|line)|is not a line"):
        function(text)


def test_letters_are_read_in_either_case_and_lines_only_in_order():
    assert island("LALE") == island("l")
    assert line("KL") == line("kl")
    assert lines("AB KL AB") == lines("KL AB")
    with pytest.raises(core.SpellingError, match="'LK' is not in order; expected KL"):
        line("LK")


@pytest.mark.parametrize("function", [mover, is_chance])
def test_a_state_in_place_of_a_phase_is_refused(function):
    state, _ = start(Ruleset(), random_deal(Ruleset(), Random(1)), first=Seat.WHITE)
    with pytest.raises(TypeError, match=r"state\.public\.phase, not State"):
        function(state)


def test_a_seat_may_be_a_number_or_a_name():
    state, _ = start(Ruleset(), random_deal(Ruleset(), Random(1)), first=Seat.WHITE)
    for seat in Seat:
        assert view_of(state, int(seat)) == view_of(state, seat)
        assert view_of(state, int(seat)).viewer is seat
        assert view_of(state, str(seat)).viewer is seat
        assert view_of(state, np.int64(seat)).viewer is seat
    assert viewer_of(SPECTATOR) is viewer_of("spectator") is SPECTATOR
    for nonsense in (2, -1, True, "red", None, 1.0):
        with pytest.raises(core.InvalidSeatError, match=r"there is no seat .*'white' \(0\)"):
            view_of(state, nonsense)


def test_views_answer_who_controls_what_and_what_is_missing():
    # ALOA has three lines, so two bridges control it. [R5.1]
    setup = Setup(
        bridges=(lines("AB AH"), lines("AD")), hands=((0, 1, 2), (3, 4, 5)), open_cards=(6, 7, 8)
    )
    view = view_of(core.state_of(setup), Seat.BLACK)
    a, d, h = islands("ADH")
    assert view.stones == (1, 0)
    assert (view.hand, view.open_cards) == ("DEF", "GHI")
    assert [view.controller(each) for each in (a, d, h)] == [Seat.WHITE, None, None]
    assert view.num_missing(a, Seat.WHITE) == 0
    assert view.num_missing(a, Seat.BLACK) == 1
    assert view.num_missing(d, Seat.BLACK) == view.ruleset.board.majority[d] - 1
