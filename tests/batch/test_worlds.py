"""Hidden cards are dealt anew within what the mover knows, alike in NumPy and JAX."""

import numpy as np
import pytest

from kahuna.batch import from_core, mover, new, observe, play_random
from kahuna.batch.state import arrays_of, pile, taken_cards
from kahuna.batch.worlds import noise_shape, sample_hidden_cards
from kahuna.record import parse_position

NUM = 200
STATES = play_random(new(NUM, seed=3), 6).states
NOISE = np.random.default_rng(1).gumbel(size=noise_shape(NUM)).astype(np.float32)
EVEN = np.zeros((NUM, 12, 3), np.float32)


def counts(cards):
    return np.asarray(cards)[:, None] >> 2 * np.arange(12) & 3


def of_movers(pair, *, own):
    """Return what the seats to move have, or their opponents."""
    is_black = np.asarray(mover(STATES)).astype(bool)
    white, black = map(np.asarray, pair)
    return np.where(is_black == own, black, white)


def test_hidden_cards_are_dealt_anew_and_nothing_else_changes():
    after = sample_hidden_cards(STATES, NOISE)
    for field in ("cards", "buried"):
        own = [of_movers(getattr(each, field), own=True) for each in (STATES, after)]
        assert np.array_equal(*own)
        theirs = [counts(of_movers(getattr(each, field), own=False)) for each in (STATES, after)]
        assert np.array_equal(*(each.sum(axis=1) for each in theirs))
        assert (theirs[0] != theirs[1]).any()
    assert np.array_equal(*(observe(each, mover(STATES)) for each in (STATES, after)))
    taken = of_movers(STATES.taken, own=False)
    held = counts(of_movers(after.cards, own=False))
    is_certain = taken >> 24 == 0
    assert (held >= counts(taken_cards(taken)))[is_certain].all()
    assert (counts(pile(after)) <= 2).all()


def test_sampled_worlds_do_not_depend_on_the_true_hidden_cards():
    """The same noise deals the same cards, whatever the opponent really has."""
    other = sample_hidden_cards(STATES, NOISE)
    assert not np.array_equal(other.cards[0], STATES.cards[0])
    again = sample_hidden_cards(other, NOISE)
    for one, two in zip(arrays_of(again), arrays_of(other), strict=True):
        assert np.array_equal(one, two)


def test_cards_that_are_likely_are_in_the_hand_more_often():
    hand = EVEN.copy()
    hand[:, 0] = [0.0, 3.0, 6.0]
    even, likely = (
        counts(of_movers(sample_hidden_cards(STATES, NOISE, hand=each).cards, own=False))[:, 0]
        for each in (EVEN, hand)
    )
    assert likely.sum() > 1.5 * even.sum()


@pytest.mark.parametrize("forgets", [False, True])
def test_every_card_is_somewhere_once(forgets):
    text = "AD,DE/AB,AH BCC/HKL GIJ AAB E/D - 1.17 w kosmos-2015"
    state = parse_position(text)
    states = from_core([state] * NUM)
    after = sample_hidden_cards(states, NOISE, forgets=forgets)
    for before, now in zip((states.cards, states.buried), (after.cards, after.buried), strict=True):
        assert np.array_equal(before[0], now[0])
        assert np.array_equal(*(counts(each[1]).sum(axis=1) for each in (before, now)))
    assert np.array_equal(*(counts(each.discards).sum(axis=1) for each in (states, after)))
    assert (np.asarray(states.discards != after.discards)).any() == forgets
    everywhere = [*after.cards, *after.buried, after.open_cards, after.discards, pile(after)]
    assert (sum(map(counts, everywhere)) == 2).all()


def test_jax_deals_the_same_cards():
    jax = pytest.importorskip("jax")
    states = jax.tree.map(jax.numpy.asarray, STATES)
    here = sample_hidden_cards(STATES, NOISE, hand=EVEN)
    there = jax.jit(sample_hidden_cards)(states, NOISE, hand=EVEN)
    for one, two in zip(arrays_of(here), arrays_of(there), strict=True):
        assert np.array_equal(one, np.asarray(two))
