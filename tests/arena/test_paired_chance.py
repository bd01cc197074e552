"""Chance that two games have in common."""

from collections import Counter
from random import Random

from kahuna.arena import PairedChance
from kahuna.bots import GreedyBot, RandomBot
from kahuna.core import DrawPile, Island, Ruleset, TakeOpen, cards_of, expand
from kahuna.match import Authority, play_out

DECK = Ruleset().board.deck


def turned_up(seed, bots):
    """The cards that chance turned up in a game, in order, and the game's deal."""
    authority = Authority(Ruleset(), PairedChance(f"pair {seed}"))
    play_out(authority, bots)
    record = authority.record()
    cards = []
    for ply in record.plies:
        if isinstance(ply.action, TakeOpen | DrawPile) and ply.card is not None:
            cards.append(ply.card)
        cards += ply.opened
    return cards, (record.deal, record.first)


def test_every_card_of_the_pile_is_as_likely_as_the_others():
    pile = cards_of([Island(0), Island(0), Island(4), Island(11)])
    drawn = Counter(PairedChance(f"label {i}").draw(pile) for i in range(8000))
    assert abs(drawn[0] - 4000) < 4 * (8000 / 4) ** 0.5
    assert abs(drawn[4] - 2000) < 4 * (8000 * 3 / 16) ** 0.5
    assert abs(drawn[11] - 2000) < 4 * (8000 * 3 / 16) ** 0.5


def test_a_draw_does_not_depend_on_the_draw_before():
    pile = cards_of([Island(1), Island(2)])
    both = Counter()
    for i in range(4000):
        chance = PairedChance(f"label {i}")
        both[chance.draw(cards_of([Island(1), Island(2), Island(3)])), chance.draw(pile)] += 1
    assert len(both) == 6
    assert all(abs(num - 4000 / 6) < 4 * (4000 * 5 / 36) ** 0.5 for num in both.values())


def test_round_one_is_the_same_for_everybody():
    for seed in range(5):
        one, deal = turned_up(seed, (RandomBot(Random(1)), RandomBot(Random(2))))
        other, same_deal = turned_up(seed, (GreedyBot(Random(3)), RandomBot(Random(4))))
        assert deal == same_deal
        assert one[:15] == other[:15]


def test_later_rounds_are_alike_as_far_as_the_piles_are():
    """A card comes in both games, if both piles hold it, more often than chance alone would."""
    whole = list(expand(DECK))
    alike = 0
    for seed in range(200):
        rng = Random(seed)
        piles = [cards_of(rng.sample(whole, 20)) for _ in range(2)]
        one, other = (PairedChance(f"label {seed}").draw(pile) for pile in piles)
        alike += one == other
    assert alike > 100


def test_renewed_piles_are_shuffled_anew():
    pile = cards_of(range(6))
    chance = PairedChance("label")

    def draw_all():
        left, cards = pile, []
        while left:
            cards.append(chance.draw(left))
            left -= cards_of([cards[-1]])
        return cards

    assert draw_all() != draw_all()
