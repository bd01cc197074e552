"""The ladder of opponents: every rung above the last, the same game for the same seed, quick."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest

from kahuna.bots import LEVELS
from kahuna.bots.limits import Limits, Style
from kahuna.bots.neural_search import NeuralSearchBot
from kahuna.bots.policy_bot import PolicyBot
from kahuna.core import (
    DECLINE,
    Build,
    Bury,
    DrawPile,
    Remove,
    Replace,
    Ruleset,
    Seat,
    TakeOpen,
    TurnActivity,
    legal_actions,
    recollect_nothing,
    size,
)
from kahuna.core.recollection import TurnRecord
from kahuna.encoding import SLICES, encode_view, forget_cards, observation_of
from kahuna.match import Authority, RandomChance, play_out

RUNGS = [key for key, level in LEVELS.items() if not level.searches]


def game(white, black, seed):
    """A game between two opponents that are given by their keys."""
    authority = Authority(Ruleset(), RandomChance(Random(seed)), first=Seat.WHITE)
    bots = [LEVELS[key].make(Random(f"{key} {seed}")) for key in (white, black)]
    play_out(authority, (bots[0], bots[1]))
    return authority


@pytest.mark.parametrize("key", RUNGS)
def test_the_same_seed_is_the_same_game(key):
    assert game(key, "makoa", 3).record() == game(key, "makoa", 3).record()


@pytest.mark.slow
@pytest.mark.parametrize(("low", "high"), [*zip(RUNGS, RUNGS[4:], strict=False)])
def test_four_rungs_up_is_a_clear_win(low, high):
    wins = sum(game(high, low, seed).outcome.winner is Seat.WHITE for seed in range(4))
    wins += sum(game(low, high, seed).outcome.winner is Seat.BLACK for seed in range(4))
    assert wins >= 6


def test_the_levels_above_the_champion_search():
    searching = list(LEVELS)[len(RUNGS) :]
    assert [*RUNGS, *searching] == list(LEVELS)
    assert RUNGS[-1] == "kanaloa"
    for key in searching:
        assert isinstance(LEVELS[key].make(Random(1)), NeuralSearchBot)


@pytest.mark.parametrize("key", LEVELS)
def test_every_level_plays_under_its_own_name(key):
    assert LEVELS[key].make(Random(1)).name == key


def turns(key, seed):
    """For each turn of a level: actions, full hand at first, last turn, what was legal at first."""
    authority = Authority(Ruleset(), RandomChance(Random(seed)), first=Seat.WHITE)
    bots = [LEVELS[name].make(Random(f"{name} {seed}")) for name in (key, "makoa")]
    found = []
    while (seat := authority.mover) is not None:
        view = authority.view(seat)
        action = bots[seat].decide(view)
        phase = view.public.phase
        if seat is Seat.WHITE:
            if phase.activity is TurnActivity.NOTHING:
                is_full, is_last = size(view.cards) == 5, phase.last_turns > 0
                found.append(([], is_full, is_last, legal_actions(view)))
            found[-1][0].append(action)
        authority.act(seat, action)
    return found


@pytest.mark.parametrize("key", ["pua", "keoni", "noelani"])
def test_nobody_discards_a_card_in_the_last_turn(key):
    for seed in range(12):
        for actions, _, is_last, _ in turns(key, seed):
            assert not (is_last and any(isinstance(action, Bury) for action in actions))


def test_pua_does_not_discard_turn_after_turn():
    """Unless the opponent declined and she has to make room. [R8.4]"""
    for seed in range(12):
        buries = [
            DECLINE in legal and any(isinstance(action, Bury) for action in actions)
            for actions, _, _, legal in turns("pua", seed)
        ]
        assert not any(one and other for one, other in pairwise(buries))


@pytest.mark.parametrize("key", ["keoni", "noelani"])
def test_nobody_declines_twice_in_a_row_with_a_full_hand(key):
    """Nobody draws in the last turns, so there everybody declines. [R10.1]"""
    for seed in range(12):
        declined = [
            is_full and actions == [DECLINE] and not is_last
            for actions, is_full, is_last, _ in turns(key, seed)
        ]
        assert not any(one and other for one, other in pairwise(declined))


def positions(seed=1):
    """The positions of a game with something to decide."""
    authority = Authority(Ruleset(), RandomChance(Random(seed)), first=Seat.WHITE)
    bot = LEVELS["makoa"].make(Random(seed))
    while (seat := authority.mover) is not None:
        yield authority.view(seat)
        authority.act(seat, bot.decide(authority.view(seat)))


def test_who_overlooks_all_plays_never_plays():
    limits = Limits(overlooks=1, overlooks_removals=1)
    bot = PolicyBot(Random(1), limits=limits)
    assert not any(isinstance(bot.decide(view), Build | Remove | Replace) for view in positions())


MUCH = 1000.0
BUILDS = Build | Replace


@pytest.mark.parametrize(
    ("style", "preferred", "others"),
    [
        (Style(removes=MUCH), Remove, ()),
        (Style(builds=MUCH), BUILDS, ()),
        (Style(builds=-MUCH, removes=-MUCH), (Bury, TakeOpen, DrawPile), (BUILDS, Remove)),
        (Style(draws_blind=MUCH), DrawPile, ()),
        (Style(draws_blind=-MUCH), TakeOpen, DrawPile),
    ],
)
def test_a_strong_style_overrides_the_network(style, preferred, others):
    bot, num = PolicyBot(Random(1), style=style), 0
    for view in positions():
        legal = legal_actions(view)
        if any(isinstance(action, preferred) for action in legal):
            num += 1
            chosen = bot.decide(view)
            assert not isinstance(chosen, others) if others else isinstance(chosen, preferred)
    assert num


def test_what_is_not_counted_could_be_anywhere():
    for view in positions():
        whole = encode_view(view)
        less = np.frombuffer(forget_cards(observation_of(view)), np.uint8)
        known = {name for name, where in SLICES.items() if (whole[where] != less[where]).any()}
        assert known <= {"discards", "unseen", "their_taken", "their_doubt"}
        totals = [x[SLICES["unseen"]] + x[SLICES["discards"]] for x in (whole, less)]
        assert np.array_equal(*totals)
        recollection = recollect_nothing(view)
        assert recollection.unseen_counts() == less[SLICES["unseen"]].tolist()
        assert recollection.turns == [(TurnRecord(), TurnRecord())] * 2
    assert known
