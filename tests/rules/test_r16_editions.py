"""R16 Editions."""

import pytest

from kahuna.core import CUSTOM, EDITIONS, InvalidRulesetError, Ruleset, custom

from .positions import BASE, BLACK, build, chapter, dealt, is_legal, tables

(TABLE,) = tables(chapter("R16 Editions"))
CELL = {row["option"].split("`")[0]: row for row in TABLE}
OFFERS = {
    "no_trespass": {"no_trespass": True},
    "open_hands": {"open_hands": True},
    "handicap": {"handicap": 3, "handicap_seat": BLACK},
}
DEPARTURES = {"bridges": 24, "stones": 9, "discard": "instead", "final_scoring": "own_stones"}


def assert_as_in_the_table(key):
    """An edition has the options of its column, and offers what the column offers."""
    edition = EDITIONS[key]
    rules = edition.ruleset()
    assert rules.edition == key
    for option in ("bridges", "stones", "discard", "final_scoring"):
        assert str(getattr(rules, option)) == CELL[option][key], option
    assert (rules.no_trespass, rules.open_hands, rules.handicap) == (False, False, 0)
    assert rules.handicap_seat is None
    for option, wanted in OFFERS.items():
        if CELL[option][key] == "–":
            with pytest.raises(InvalidRulesetError):
                edition.ruleset(**wanted)
        else:
            assert getattr(edition.ruleset(**wanted), option) == wanted[option]


def test_r16_1_kosmos_2015_is_the_default_and_as_in_the_table():
    assert EDITIONS["kosmos-2015"].ruleset() == Ruleset()
    assert_as_in_the_table("kosmos-2015")


def test_r16_1_only_kosmos_2015_has_variant_2():
    assert [key for key, edition in EDITIONS.items() if "open_hands" in edition.offers] == [
        "kosmos-2015"
    ]


def test_r16_2_forum_1999_is_as_in_the_table():
    assert_as_in_the_table("forum-1999")


def test_r16_3_ksr_is_as_in_the_table():
    assert_as_in_the_table("ksr")


@pytest.mark.parametrize("wanted", OFFERS.values(), ids=OFFERS)
def test_r16_3_ksr_has_neither_variants_nor_a_handicap(wanted):
    with pytest.raises(InvalidRulesetError):
        EDITIONS["ksr"].ruleset(**wanted)


def test_r16_4_rio_grande_1998_is_as_in_the_table():
    assert_as_in_the_table("rio-grande-1998")


def test_r16_5_italian_is_as_in_the_table():
    assert_as_in_the_table("italian")


def test_r16_5_italian_alone_scores_own_stones():
    scorings = {key: edition.final_scoring for key, edition in EDITIONS.items()}
    assert [key for key, scoring in scorings.items() if scoring == "own_stones"] == ["italian"]


def test_r16_6_custom_combines_any_options():
    rules = custom(
        EDITIONS["ksr"].ruleset(),
        discard=EDITIONS["italian"].discard,
        no_trespass=True,
        open_hands=True,
        stones=7,
    )
    assert rules.edition == CUSTOM == "custom"
    assert (rules.bridges, rules.stones) == (30, 7)
    assert is_legal(dealt(rules=rules).state, build("AB", "A"))


@pytest.mark.parametrize(("option", "value"), DEPARTURES.items(), ids=DEPARTURES)
def test_r16_6_edition_cannot_carry_other_options(option, value):
    """What departs from a book is called custom, so that its name can be trusted."""
    value = type(getattr(BASE, option))(value)
    with pytest.raises(InvalidRulesetError):
        Ruleset(**{option: value})
    assert getattr(custom(BASE, **{option: value}), option) == value


def test_r16_6_other_names_are_refused():
    with pytest.raises(InvalidRulesetError):
        Ruleset(edition="house-rules")
