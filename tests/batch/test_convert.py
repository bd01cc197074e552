"""From the core and back."""

from random import Random

import pytest

from kahuna import batch
from kahuna.batch.ruleset import pack, unpack
from kahuna.core import (
    DRAW_PILE,
    Drawing,
    Opening,
    TakeOpen,
    apply,
    expand,
    is_chance,
    kinds,
    legal_actions,
    mover,
    resolve,
    view_of,
)
from research.engines.scenarios import random_ruleset


def test_every_ruleset_comes_back():
    rng = Random(1)
    for _ in range(300):
        ruleset = random_ruleset(rng)
        assert unpack(pack(ruleset)) == ruleset


def test_r8_2_chance_phases_come_back_and_resolve_alike():
    (state,) = batch.to_core(batch.new(1, seed=4))
    (card, *_) = kinds(state.public.open_cards)
    for action in (DRAW_PILE, TakeOpen(card)):
        waiting = apply(state, action).state
        states = batch.from_core([waiting])
        assert batch.to_core(states) == [waiting]
        assert batch.is_chance(states).all()
        drawn = expand(waiting.pile)[0]
        cards = states.clock * 0 + drawn
        assert batch.to_core(batch.resolve(states, cards)) == [resolve(waiting, drawn).state]


def test_r9_4_open_cards_of_a_new_round_one_by_one():
    rng = Random(2)
    (state,) = batch.to_core(batch.new(1, seed=4))
    while not isinstance(state.public.phase, Opening):
        if is_chance(state.public.phase):
            state = resolve(state, rng.choice(expand(state.pile))).state
        else:
            legal = legal_actions(view_of(state, mover(state.public.phase)))
            state = apply(state, rng.choice(legal)).state
    states = batch.from_core([state])
    while is_chance(state.public.phase):
        assert batch.to_core(states) == [state]
        card = rng.choice(expand(state.pile))
        state = resolve(state, card).state
        states = batch.resolve(states, states.clock * 0 + card)
    assert batch.to_core(states) == [state]


def test_nobody_draws_while_an_open_card_is_missing():
    (state,) = batch.to_core(batch.new(1, seed=4))
    public = state.public
    odd = public._replace(open_cards=0, phase=Drawing(public.phase.seat))
    with pytest.raises(batch.BatchError, match="open card is missing"):
        batch.from_core([state._replace(public=odd)])
