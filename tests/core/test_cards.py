"""Multisets of cards against :class:`collections.Counter`. [R1.3]"""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from kahuna.core import NO_CARDS, cards_of, count, expand, holds, kinds, single, size

few = st.dictionaries(st.integers(0, 25), st.integers(1, 3)).map(Counter)


@given(few)
def test_a_multiset_is_what_went_into_it(counter):
    cards = cards_of(counter.elements())
    assert expand(cards) == tuple(sorted(counter.elements()))
    assert kinds(cards) == tuple(sorted(counter))
    assert size(cards) == counter.total()
    assert {island: count(cards, island) for island in range(26) if count(cards, island)} == counter


@given(few, few)
def test_adding_and_taking_away(cards, taken):
    taken &= cards
    left = cards_of(cards.elements()) - cards_of(taken.elements())
    assert left == cards_of((cards - taken).elements())
    assert left + cards_of(taken.elements()) == cards_of(cards.elements())


@given(few, few)
def test_holding(cards, wanted):
    assert holds(cards_of(cards.elements()), cards_of(wanted.elements())) == (wanted <= cards)


def test_no_cards():
    assert (size(NO_CARDS), expand(NO_CARDS), kinds(NO_CARDS)) == (0, (), ())
    assert holds(NO_CARDS, NO_CARDS)
    assert not holds(NO_CARDS, single(0))
