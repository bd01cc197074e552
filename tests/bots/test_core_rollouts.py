"""Rollouts by the core: equal to those of the batch engine, but for the cards that are drawn."""

from random import Random

import numpy as np
import pytest

from kahuna.batch import act, from_core, memories_from_core, observe, remember_ply
from kahuna.bots.core_rollouts import Rollout, Situation, both_recollections, rollout_values
from kahuna.bots.network import inputs
from kahuna.bots.networks import load_network
from kahuna.bots.policy_bot import PolicyBot
from kahuna.core import (
    ACTIONS,
    DECLINE,
    SEATS,
    Build,
    Bury,
    Remove,
    Ruleset,
    Seat,
    believe,
    legal_actions,
    recollect,
    view_of,
    world,
)
from kahuna.encoding import memory_of
from kahuna.match import Authority, RandomChance
from kahuna.record import parse_position


def situations(num, **variants):
    """Some positions of a game that the champion plays with itself."""
    rng = Random(1)
    authority, bot = Authority(Ruleset(**variants), RandomChance(rng)), PolicyBot(rng)
    while num and (seat := authority.mover) is not None:
        view = authority.view(seat)
        if len(legal_actions(view)) > 4 and rng.random() < 0.25:
            num -= 1
            yield Situation(view, believe(view), recollect(view))
        authority.act(seat, bot.decide(view))


def finish(steps):
    try:
        while True:
            next(steps)
    except StopIteration as done:
        return done.value


def values(situation, candidates, num, *, horizon, seed=1):
    network = load_network()
    return finish(
        rollout_values(network, situation, candidates, num, Random(seed), horizon=horizon)
    )


@pytest.mark.parametrize("variants", [{}, {"open_hands": True}, {"no_trespass": True}])
def test_both_seats_remember_what_they_remember_in_the_batch_engine(variants):
    network, rng = load_network(), Random(5)
    num_compared = 0
    for view, belief, recollection in situations(12, **variants):
        state, memory = world(view, belief.sample(rng)), memory_of(view)
        for action in legal_actions(view):
            if not isinstance(action, Build | Remove | Bury):
                continue  # Cards would be drawn, and not the same ones.
            both = [*both_recollections(recollection, state)]
            rollout = Rollout(state, memory, both, Random(1), ())
            rollout.play(action)
            before = from_core([state], memories=[memory])
            number = np.array([ACTIONS.index(action)], np.uint32)
            after = act(before, number).states
            memories = memories_from_core([recollection.of_both()])
            memories = remember_ply(memories, before, number, after)
            for seat in SEATS:
                wanted = inputs(observe(after, seat, memories), np, np.float32, network.version)[0]
                found = rollout.inputs(view_of(rollout.state, seat), network)
                assert np.abs(np.array(found) - wanted).max() < 1e-4
                num_compared += 1
    assert num_compared > 50


@pytest.mark.parametrize(("points", "value"), [("1:0,2:0", 1.0), ("0:1,0:2", -1.0)])
def test_rollouts_know_who_has_won(points, value):
    """White declines in the last turn of the game, and the points are counted. [R10.4]"""
    cards = "AABBCCDDEEFFGGHHIIJJKKLL"
    last_turn = f"AB,AD,KL/EF -/- - {cards} -/- {points} 3.60 w:1 kosmos-2015"
    view = view_of(parse_position(last_turn), Seat.WHITE)
    situation = Situation(view, believe(view), recollect(view))
    assert values(situation, [ACTIONS.index(DECLINE)], 4, horizon=11) == [[value] * 4]


def test_the_same_seed_gives_the_same_values():
    [situation] = situations(1)
    candidates = [ACTIONS.index(action) for action in legal_actions(situation.view)][:2]
    found = values(situation, candidates, 2, horizon=3)
    assert found == values(situation, candidates, 2, horizon=3)
    assert found != values(situation, candidates, 2, horizon=3, seed=2)
    assert [len(each) for each in found] == [2, 2]
    assert all(-1 <= value <= 1 for each in found for value in each)
