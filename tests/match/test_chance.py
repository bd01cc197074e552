"""Chance: seeded, scripted, and the system's own."""

from collections import Counter
from random import Random

import pytest

from kahuna.core import Deal, ImpossibleCardError, Ruleset, Seat, cards_of, size
from kahuna.match import Authority, RandomChance, ScriptedChance, system_chance


def test_the_same_seed_gives_the_same_cards():
    for seed in range(5):
        one, two = RandomChance(Random(seed)), RandomChance(Random(seed))
        assert one.first() is two.first()
        assert one.deal(Ruleset()) == two.deal(Ruleset())
        assert [one.draw(cards_of([1, 2, 3])) for _ in range(20)] == [
            two.draw(cards_of([1, 2, 3])) for _ in range(20)
        ]


def test_a_deal_is_three_three_three():
    deal = system_chance().deal(Ruleset())
    assert [size(cards) for cards in (*deal.hands, deal.open_cards)] == [3, 3, 3]


def test_a_draw_is_uniform_over_the_cards_of_the_pile():
    chance = RandomChance(Random(1))
    drawn = Counter(chance.draw(cards_of([4, 4, 5])) for _ in range(6000))
    assert set(drawn) == {4, 5}
    assert abs(drawn[4] - 4000) < 4 * (6000 * 2 / 9) ** 0.5


def test_a_script_is_followed_and_checked():
    deal = Deal((cards_of([0, 0, 1]), cards_of([1, 2, 2])), cards_of([3, 3, 4]))
    chance = ScriptedChance(deal, [5, 5], first=Seat.BLACK)
    authority = Authority(Ruleset(), chance)
    assert authority.mover is Seat.BLACK
    assert authority.record().deal == deal
    assert chance.draw(cards_of([5, 6])) == 5
    with pytest.raises(ImpossibleCardError, match="not in the pile"):
        chance.draw(cards_of([6]))
    with pytest.raises(ImpossibleCardError, match="no further card"):
        chance.draw(cards_of([6]))
