"""Rulesets: presets, what a book does not offer, and options that do not go together. [R16]"""

import dataclasses
import re
from pathlib import Path

import pytest

from kahuna.core import (
    EDITIONS,
    OPTIONS,
    Discard,
    FinalScoring,
    InvalidRulesetError,
    Ruleset,
    Seat,
    custom,
    make_board,
)
from property.random_games import TRIANGLE

RULES = Path(__file__).parents[2] / "RULES.md"
KSR = {"edition": "ksr", "bridges": 30, "stones": 25}
PROBLEMS = [
    ({"edition": "nowhere"}, "there is no edition 'nowhere'; there are kosmos-2015,"),
    ({"bridges": 24}, "kosmos-2015 has bridges 25, not 24; edition 'custom' may combine"),
    ({"stones": 11}, "kosmos-2015 has stones 10, not 11"),
    ({"discard": Discard.INSTEAD}, "kosmos-2015 has discard free, not instead"),
    (
        {"final_scoring": FinalScoring.OWN_STONES},
        "kosmos-2015 has final_scoring difference, not own_stones",
    ),
    ({**KSR, "no_trespass": True}, "ksr does not offer variant 1"),
    ({"edition": "forum-1999", "open_hands": True}, "forum-1999 does not offer variant 2"),
    ({**KSR, "handicap": 1, "handicap_seat": Seat.WHITE}, "ksr does not offer a handicap"),
    ({"edition": "custom", "bridges": 0}, "bridges must be 1 to 99, not 0"),
    ({"edition": "custom", "bridges": 100}, "bridges must be 1 to 99, not 100"),
    ({"edition": "custom", "stones": 0}, "stones must be 1 to 99, not 0"),
    ({"edition": "custom", "stones": 100}, "stones must be 1 to 99, not 100"),
    ({"handicap": -1, "handicap_seat": None}, "handicap must be 0 to 3, not -1"),
    ({"handicap": 4, "handicap_seat": Seat.WHITE}, "handicap must be 0 to 3, not 4"),
    ({"discard": "never"}, "discard must be free or instead, not never"),
    ({"no_trespass": 2}, "no_trespass must be False or True, not 2"),
    (
        {"edition": "custom", "bridges": 2, "handicap": 3, "handicap_seat": Seat.WHITE},
        "there are not 3 bridges and lines for the handicap",
    ),
    ({"handicap": 1}, "a handicap needs both"),
    ({"handicap_seat": Seat.BLACK}, "a handicap needs both"),
]


@pytest.mark.parametrize(("options", "problem"), PROBLEMS)
def test_options_that_do_not_go_together(options, problem):
    with pytest.raises(InvalidRulesetError) as error:
        Ruleset(**options)
    assert [named for named in error.value.problems if named.startswith(problem)]
    assert len(error.value.problems) == 1
    assert problem in str(error.value)


def test_a_handicap_needs_lines_too():
    two_lines = make_board("ALOA BARI COCO", "AB AC", dealt=1, open_places=1, hand_limit=2)
    handicap = {"handicap": 3, "handicap_seat": Seat.WHITE}
    assert custom(Ruleset(), board=TRIANGLE, **handicap).handicap == 3
    with pytest.raises(InvalidRulesetError, match="not 3 bridges and lines"):
        custom(Ruleset(), board=two_lines, **handicap)


def test_all_problems_are_named_at_once():
    with pytest.raises(InvalidRulesetError) as error:
        Ruleset(edition="custom", bridges=0, stones=0, handicap=9)
    assert len(error.value.problems) == 3
    assert str(error.value) == "; ".join(error.value.problems)


@pytest.mark.parametrize("number", [1, 99])
def test_the_least_and_the_most(number):
    ruleset = custom(Ruleset(), bridges=number, stones=number)
    assert (ruleset.edition, ruleset.bridges, ruleset.stones) == ("custom", number, number)


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({}, ()),
        ({"no_trespass": True}, ("variant 1",)),
        ({"open_hands": True}, ("variant 2",)),
        (
            {
                "no_trespass": True,
                "open_hands": True,
                "handicap": 2,
                "handicap_seat": Seat.BLACK,
            },
            ("variant 1", "variant 2", "handicap 2 for black"),
        ),
    ],
)
def test_variants_in_words(options, names):
    assert Ruleset(**options).variant_names == names


def test_every_edition_makes_its_own_ruleset():
    assert EDITIONS["kosmos-2015"].ruleset() == Ruleset()
    for key, edition in EDITIONS.items():
        assert edition.ruleset().edition == key


def test_the_table_has_a_row_for_every_field_in_order():
    fields = [field.name for field in dataclasses.fields(Ruleset)]
    assert fields == ["edition", *(option.key for option in OPTIONS), "board"]


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_the_table_knows_defaults_and_paragraphs(option):
    assert option.default == getattr(Ruleset(), option.key)
    assert option.problem(option.default) is None
    if option.variant:
        assert option.default == option.values[0]
    assert re.search(rf"^(## |\*\*){option.paragraph}\b", RULES.read_text(), re.MULTILINE)


def test_marks_and_offers_are_those_of_the_table():
    marks = [option.mark for option in OPTIONS if option.is_flag]
    assert len(set(marks)) == len(marks)
    assert all(marks)
    for edition in EDITIONS.values():
        assert edition.offers <= {option.key for option in OPTIONS if option.variant}
