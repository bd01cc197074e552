"""Positions made by hand: every problem is named, and all at once."""

from dataclasses import replace

import pytest

from kahuna.core import (
    Discard,
    Drawing,
    FinalScoring,
    Handicap,
    InvalidPositionError,
    Opening,
    Outcome,
    Over,
    ProblemKind,
    Refilling,
    Ruleset,
    Seat,
    Setup,
    Termination,
    Turn,
    TurnActivity,
    custom,
    problems_of,
    setup_of,
    state_of,
)

WHITE, BLACK = Seat.WHITE, Seat.BLACK
AB, AD, AH = 1, 2, 4
"""Three lines that are all lines of ALOA."""

USUAL = Setup(hands=((0, 1, 2), (3, 4, 5)), open_cards=(6, 7, 8))
ROUND_2 = replace(USUAL, round=2, points=((1, 0),))
ROUND_3 = replace(USUAL, round=3, points=((1, 0), (0, 0)))
ALL_TWICE = tuple(island for island in range(12) for _ in range(2))
NO_PILE = replace(USUAL, hands=((), ()), open_cards=(0,), discards=ALL_TWICE[1:])
LAST = replace(
    ROUND_3, hands=((), ()), open_cards=(), discards=ALL_TWICE, phase=Turn(WHITE, last_turns=2)
)
VARIANT_1 = Ruleset(no_trespass=True)
VARIANT_2 = Ruleset(open_hands=True)
HANDICAP = Ruleset(handicap=2, handicap_seat=BLACK)
ITALIAN = Ruleset(edition="italian", discard=Discard.INSTEAD, final_scoring=FinalScoring.OWN_STONES)
OVER = Over(Outcome(WHITE, Termination.POINTS, ()))


def over(third: tuple[int, int], **options: object) -> Setup:
    """A game that ended with this third scoring."""
    return replace(ROUND_3, points=((1, 0), (0, 2), third), phase=OVER, **options)


POSSIBLE = {
    "usual": USUAL,
    "round 2": ROUND_2,
    "round 2 as it begins": replace(
        ROUND_2, bridges=(AB, 0), open_cards=(), phase=Opening(WHITE, 3)
    ),
    "nobody has a bridge in round 3": ROUND_3,
    "no pile left": NO_PILE,
    "the first last turn": LAST,
    "the second last turn": replace(LAST, phase=Turn(BLACK, last_turns=1)),
    "a handicap": replace(USUAL, ruleset=HANDICAP, turn=0, phase=Handicap(BLACK, 2, WHITE)),
    "drawing": replace(USUAL, phase=Drawing(WHITE)),
    "refilling": replace(USUAL, open_cards=(6, 7), phase=Refilling(WHITE)),
    "five cards": replace(USUAL, hands=((0, 0, 1, 1, 2), (3, 4, 5))),
    "open hands": replace(USUAL, ruleset=VARIANT_2, shown=((9,), (10, 11))),
    "just cleared": replace(
        USUAL, ruleset=VARIANT_1, phase=Turn(WHITE, False, TurnActivity.PLAYED, 0)
    ),
    "wiped out": replace(ROUND_2, bridges=(AB, 0), phase=OVER),
    "the difference": over((0, 10)),
    "no difference": over((0, 0)),
    "own stones": over((7, 5), ruleset=ITALIAN),
    "all bridges out": replace(USUAL, bridges=(2**25 - 1, 0)),
}

PROBLEMS = {
    "too many lines": (replace(USUAL, bridges=(1 << 27, 0)), "there are only 27 lines"),
    "two owners": (replace(USUAL, bridges=(AB, AB)), "the line ALOA–BARI has two owners"),
    "White's bridges": (
        replace(USUAL, bridges=(2**26 - 1, 0)),
        "White has 26 bridges on the board, of 25",
    ),
    "Black's bridges": (
        replace(USUAL, bridges=(0, 0b111), ruleset=custom(Ruleset(), bridges=2)),
        "Black has 3 bridges on the board, of 2",
    ),
    "a trespasser": (
        replace(USUAL, ruleset=VARIANT_1, bridges=(AB | AD, AH)),
        "in variant 1 Black can have no bridge at ALOA, which White holds",
    ),
    "no such island": (replace(USUAL, discards=(12,)), "there is no island number 12"),
    "a negative island": (replace(USUAL, discards=(-1,)), "there is no island number -1"),
    "three of a kind": (
        replace(USUAL, discards=(0, 0)),
        "3 cards of ALOA lie about; there are 2",
    ),
    "six cards": (
        replace(USUAL, hands=((0, 0, 1, 1, 2, 2), ())),
        "White holds 6 cards; the limit is 5",
    ),
    "six cards, some open": (
        replace(USUAL, ruleset=VARIANT_2, shown=((), (9, 10, 11))),
        "Black holds 6 cards; the limit is 5",
    ),
    "open hands": (
        replace(USUAL, shown=((9,), ())),
        "cards lie open in front of a player, but that is variant 2",
    ),
    "round 0": (replace(USUAL, round=0), "a game has rounds 1 to 3, not 0"),
    "round 4": (replace(USUAL, round=4), "a game has rounds 1 to 3, not 4"),
    "points too early": (
        replace(USUAL, points=((0, 0),)),
        "in round 1 the points of 0 rounds are written down",
    ),
    "points missing": (
        replace(USUAL, round=3, points=((0, 0),)),
        "in round 3 the points of 2 rounds are written down",
    ),
    "the game goes on after three scorings": (
        replace(ROUND_3, points=((0, 0), (0, 0), (0, 0))),
        "in round 3 the points of 2 rounds are written down",
    ),
    "two points in round 1": (
        replace(ROUND_2, points=((2, 0),)),
        "round 1 cannot have scored 2 to 0",
    ),
    "points for both in round 2": (
        replace(ROUND_3, points=((0, 0), (2, 2))),
        "round 2 cannot have scored 2 to 2",
    ),
    "points for both at the end": (over((2, 1)), "round 3 cannot have scored 2 to 1"),
    "negative points": (over((0, -1)), "round 3 cannot have scored 0 to -1"),
    "more points than stones": (over((11, 0)), "round 3 cannot have scored 11 to 0"),
    "more points than stones for Black": (over((0, 11)), "round 3 cannot have scored 0 to 11"),
    "more stones than islands": (
        over((7, 6), ruleset=ITALIAN),
        "round 3 cannot have scored 7 to 6",
    ),
    "more points than islands": (
        over((13, 0), ruleset=Ruleset(edition="ksr", bridges=30, stones=25)),
        "round 3 cannot have scored 13 to 0",
    ),
    "a negative turn": (replace(USUAL, turn=-1), "turns are counted from 0, not -1"),
    "wiped out and going on": (
        replace(ROUND_2, bridges=(0, AB)),
        "a player without a bridge has lost from round 2 on: the game is over",
    ),
    "a handicap of the other seat": (
        replace(USUAL, ruleset=HANDICAP, phase=Handicap(WHITE, 1, WHITE)),
        "White has no 1 handicap bridges to place",
    ),
    "a handicap of none": (
        replace(USUAL, ruleset=HANDICAP, phase=Handicap(BLACK, 0, WHITE)),
        "Black has no 0 handicap bridges to place",
    ),
    "too large a handicap": (
        replace(USUAL, ruleset=HANDICAP, phase=Handicap(BLACK, 3, WHITE)),
        "Black has no 3 handicap bridges to place",
    ),
    "a handicap before the open cards": (
        replace(USUAL, ruleset=HANDICAP, open_cards=(6,), phase=Handicap(BLACK, 2, WHITE)),
        "1 cards lie open; at the start there are 3",
    ),
    "refilling what is full": (
        replace(USUAL, phase=Refilling(WHITE)),
        "an open card is refilled only when one is missing and the pile has some",
    ),
    "refilling from no pile": (
        replace(NO_PILE, open_cards=(0, 0), discards=ALL_TWICE[2:], phase=Refilling(WHITE)),
        "an open card is refilled only when one is missing and the pile has some",
    ),
    "drawing from no pile": (
        replace(NO_PILE, phase=Drawing(WHITE)),
        "nobody can be drawing: the pile is empty",
    ),
    "opening in round 1": (
        replace(USUAL, open_cards=(), phase=Opening(WHITE, 3)),
        "3 cards cannot be turned over now",
    ),
    "opening none": (
        replace(ROUND_2, phase=Opening(WHITE, 0)),
        "0 cards cannot be turned over now",
    ),
    "opening four": (
        replace(ROUND_2, open_cards=(), phase=Opening(WHITE, 4)),
        "4 cards cannot be turned over now",
    ),
    "opening more than there are": (
        replace(
            ROUND_2, hands=((), ()), open_cards=(), discards=ALL_TWICE[1:], phase=Opening(WHITE, 2)
        ),
        "2 cards cannot be turned over now",
    ),
    "two open cards": (
        replace(USUAL, open_cards=(6, 7)),
        "2 cards lie open with 16 in the pile; there should be 3",
    ),
    "four open cards": (
        replace(USUAL, open_cards=(6, 7, 8, 9)),
        "4 cards lie open with 14 in the pile; there should be 3",
    ),
    "last turns with a pile": (
        replace(ROUND_3, phase=Turn(WHITE, last_turns=2)),
        "the last turns come when pile and open cards of round 3 are gone",
    ),
    "last turns with an open card": (
        replace(LAST, open_cards=(0,), discards=ALL_TWICE[1:]),
        "the last turns come when pile and open cards of round 3 are gone",
    ),
    "last turns of round 2": (
        replace(LAST, round=2, points=((0, 0),)),
        "the last turns come when pile and open cards of round 3 are gone",
    ),
    "a round that is over": (
        replace(LAST, phase=Turn(WHITE)),
        "pile and open cards are both gone: the round is over",
    ),
    "three last turns": (
        replace(LAST, phase=Turn(WHITE, last_turns=3)),
        "there are two last turns, not 3",
    ),
    "must draw in the last turns": (
        replace(LAST, phase=Turn(WHITE, True, last_turns=1)),
        "nobody must draw in the last turns",
    ),
    "cleared in the base game": (
        replace(USUAL, phase=Turn(WHITE, False, TurnActivity.PLAYED, 0)),
        "a line is just cleared in variant 1 only, by a removal, and is free",
    ),
    "cleared by no play": (
        replace(USUAL, ruleset=VARIANT_1, phase=Turn(WHITE, False, TurnActivity.NOTHING, 0)),
        "a line is just cleared in variant 1 only, by a removal, and is free",
    ),
    "cleared and taken": (
        replace(
            USUAL,
            ruleset=VARIANT_1,
            bridges=(0, AB),
            phase=Turn(WHITE, False, TurnActivity.PLAYED, 0),
        ),
        "a line is just cleared in variant 1 only, by a removal, and is free",
    ),
    "cleared where no line is": (
        replace(USUAL, ruleset=VARIANT_1, phase=Turn(WHITE, False, TurnActivity.PLAYED, 27)),
        "a line is just cleared in variant 1 only, by a removal, and is free",
    ),
}


@pytest.mark.parametrize("setup", POSSIBLE.values(), ids=POSSIBLE)
def test_what_is_possible(setup):
    assert list(problems_of(setup)) == []
    assert setup_of(state_of(setup)) == setup


@pytest.mark.parametrize(("setup", "problem"), PROBLEMS.values(), ids=PROBLEMS)
def test_what_is_not(setup, problem):
    assert list(map(str, problems_of(setup))) == [problem]
    with pytest.raises(InvalidPositionError) as error:
        state_of(setup)
    assert list(map(str, error.value.problems)) == [problem]
    assert str(error.value) == problem


def test_all_problems_are_named_at_once():
    setup = replace(USUAL, bridges=(AB, AB), discards=(0, 0, 12), shown=((9,), ()))
    assert list(map(str, problems_of(setup))) == [
        "the line ALOA–BARI has two owners",
        "3 cards of ALOA lie about; there are 2",
        "there is no island number 12",
        "cards lie open in front of a player, but that is variant 2",
    ]


def test_the_pile_is_what_lies_nowhere_else():
    setup = replace(NO_PILE, open_cards=(0, 2, 2), buried=((0,), (1,)), discards=ALL_TWICE[6:])
    assert state_of(setup).pile == 1 << 2  # one BARI


FIVE = replace(USUAL, hands=((0, 0, 1, 1, 2), (3, 4, 5)))
UNNOTICED = {
    "drawing with five cards": replace(FIVE, phase=Drawing(WHITE)),
    "drawing with two open cards": replace(USUAL, open_cards=(6, 7), phase=Drawing(WHITE)),
    "opening more than there are places": replace(ROUND_2, phase=Opening(WHITE, 3)),
    "opening too few": replace(ROUND_2, open_cards=(), phase=Opening(WHITE, 1)),
    "opening with discards": replace(
        ROUND_2, open_cards=(), discards=(9,), phase=Opening(WHITE, 3)
    ),
    "a handicap is placed twice": replace(
        USUAL, ruleset=HANDICAP, bridges=(0, AB), phase=Handicap(BLACK, 2, WHITE)
    ),
    "a handicap after the other seat built": replace(
        USUAL, ruleset=HANDICAP, bridges=(AB, 0), phase=Handicap(BLACK, 2, WHITE)
    ),
    "five cards after a play": replace(FIVE, phase=Turn(WHITE, True, TurnActivity.PLAYED)),
    "five cards after a discard": replace(FIVE, phase=Turn(WHITE, True, TurnActivity.BURIED)),
}


@pytest.mark.parametrize("setup", UNNOTICED.values(), ids=UNNOTICED)
def test_what_is_not_possible_either(setup):
    assert list(problems_of(setup))


def test_problems_of_cards_hide_no_others():
    setup = replace(
        USUAL,
        bridges=(AB, AB),
        hands=((0, 0, 0, 1, 2, 3), (77,)),
        open_cards=(6, 7),
        round=7,
        turn=-1,
        phase=Turn(WHITE, last_turns=2),
    )
    assert list(map(str, problems_of(setup))) == [
        "the line ALOA–BARI has two owners",
        "3 cards of ALOA lie about; there are 2",
        "there is no island number 77",
        "White holds 6 cards; the limit is 5",
        "a game has rounds 1 to 3, not 7",
        "turns are counted from 0, not -1",
        "2 cards lie open with 15 in the pile; there should be 3",
        "the last turns come when pile and open cards of round 3 are gone",
    ]


def test_every_kind_of_problem_is_found_here():
    """Every sentence can occur, so each is worth its translations."""
    setups = [*(setup for setup, _ in PROBLEMS.values()), *UNNOTICED.values()]
    found = {problem.kind for setup in setups for problem in problems_of(setup)}
    assert found == set(ProblemKind)
