"""Actions: their form, and the catalogue that numbers them."""

import pytest

from kahuna.core import (
    ACTIONS,
    ARCHIPELAGO,
    DECLINE,
    DRAW_PILE,
    REPLACE,
    Build,
    Bury,
    Decline,
    DrawPile,
    InvalidActionError,
    Island,
    Line,
    PlaceHandicap,
    Remove,
    Replace,
    TakeOpen,
    action_numbers,
    catalogue,
)
from property.random_games import TRIANGLE


def test_the_catalogue_has_189_actions_in_a_fixed_order():
    kinds = [type(action) for action in ACTIONS]
    assert kinds == (
        [Build] * 54
        + [Remove] * 81
        + [Replace]
        + [Bury] * 12
        + [TakeOpen] * 12
        + [DrawPile, Decline]
        + [PlaceHandicap] * 27
    )
    assert len(ACTIONS) == len(set(ACTIONS)) == 189


def test_the_catalogue_of_a_triangle():
    a, b, c = (Island(i) for i in range(3))
    ab, ac, bc = (Line(i) for i in range(3))
    assert catalogue(TRIANGLE) == (
        *(Build(ab, a), Build(ab, b), Build(ac, a), Build(ac, c), Build(bc, b), Build(bc, c)),
        *(Remove(ab, (a, a)), Remove(ab, (a, b)), Remove(ab, (b, b))),
        *(Remove(ac, (a, a)), Remove(ac, (a, c)), Remove(ac, (c, c))),
        *(Remove(bc, (b, b)), Remove(bc, (b, c)), Remove(bc, (c, c))),
        REPLACE,
        *(Bury(a), Bury(b), Bury(c)),
        *(TakeOpen(a), TakeOpen(b), TakeOpen(c)),
        *(DRAW_PILE, DECLINE),
        *(PlaceHandicap(ab), PlaceHandicap(ac), PlaceHandicap(bc)),
    )


def test_a_number_is_the_place_in_the_catalogue():
    numbers = action_numbers(ARCHIPELAGO)
    assert [numbers[action] for action in ACTIONS] == list(range(189))


@pytest.mark.parametrize(
    "make",
    [
        lambda: Build(-1, 0),
        lambda: Build(0, -1),
        lambda: Remove(-1, (0, 1)),
        lambda: Remove(0, (-1, 1)),
        lambda: Remove(0, (-2, -1)),
        lambda: Bury(-1),
        lambda: TakeOpen(-1),
        lambda: PlaceHandicap(-1),
    ],
)
def test_numbers_are_from_0(make):
    with pytest.raises(InvalidActionError, match="a number from 0, not -"):
        make()


def test_a_pair_comes_lower_card_first():
    assert Remove(Line(0), (Island(0), Island(0))).cards == (0, 0)
    with pytest.raises(InvalidActionError, match="lower first"):
        Remove(Line(0), (Island(1), Island(0)))
