"""Luck-adjusted results: every correction is zero on average, whatever the value of a position."""

import json
from dataclasses import replace
from itertools import pairwise
from random import Random
from statistics import fmean, stdev

import numpy as np
import pytest

from kahuna.arena.journal import format_result, parse_result
from kahuna.arena.luck import luck_of
from kahuna.arena.pair import KnownPolicy, play_pair
from kahuna.arena.plan import Plan, Task, parse_entrants
from kahuna.arena.standings import compute_standings
from kahuna.batch import from_core
from kahuna.bots.greedy import GreedyBot
from kahuna.bots.neural import NeuralBot
from kahuna.bots.random import RandomBot
from kahuna.bots.referee import referee_value
from kahuna.core import (
    DrawPile,
    Private,
    Ruleset,
    Seat,
    TakeOpen,
    count,
    kinds,
    legal_actions,
    mover,
    resolve,
    size,
    view_of,
)
from kahuna.core.effects import apply
from kahuna.match.simulate import simulate_game
from kahuna.match.transitions import transitions_of
from kahuna.record import Ply, replay, to_written


def game(seed, ruleset=None):
    makers = (GreedyBot, RandomBot)
    return simulate_game(ruleset or Ruleset(), makers, seed=seed, number=1, first=Seat.WHITE).record


def cut(record, plies):
    return replace(record, plies=tuple(plies), hashes=(), outcome=None)


def draws_of(record):
    """Return the numbers of the plies that end with one card from the pile."""
    return [
        number
        for number, ply in enumerate(record.plies)
        if isinstance(ply.action, TakeOpen | DrawPile) and ply.card is not None and not ply.opened
    ]


@pytest.mark.parametrize(
    "ruleset", [Ruleset(), Ruleset(open_hands=True, no_trespass=True)], ids=str
)
def test_a_draw_is_luck_that_is_zero_on_average(ruleset):
    record = game(1, ruleset)
    matters = False
    for number in Random(1).sample(draws_of(record)[:20], 3):
        before, ply = record.plies[:number], record.plies[number]
        waiting = transitions_of(record)[number].draws[0].before
        lucks = {
            card: luck_of(cut(record, (*before, ply._replace(card=card))), [None] * (number + 1))
            for card in kinds(waiting.pile)
        }
        mean = sum(
            count(waiting.pile, card) * luck / size(waiting.pile) for card, luck in lucks.items()
        )
        assert mean == pytest.approx(luck_of(cut(record, before), [None] * number), abs=1e-5)
        matters |= max(lucks.values()) > min(lucks.values())
    assert matters


def test_a_decision_with_known_probabilities_is_luck_that_is_zero_on_average():
    record = game(2)
    number = 20
    before, step = record.plies[:number], list(replay(record))[number]
    state = step.state
    view = view_of(state, mover(state.public.phase))
    legal = legal_actions(view)
    policy = {action: (place + 1) for place, action in enumerate(legal)}
    policy = {action: weight / sum(policy.values()) for action, weight in policy.items()}
    total = 0.0
    for action, chance in policy.items():
        written = to_written(action, state.public.phase)
        after = apply(state, action).state
        cards = (
            [(c, count(after.pile, c) / size(after.pile)) for c in kinds(after.pile)]
            if isinstance(action, TakeOpen | DrawPile)
            else [(None, 1.0)]
        )
        for card, share in cards:
            if card is not None:
                assert mover(resolve(after, card).state.public.phase) is not None
            one = cut(record, (*before, Ply(written, card)))
            total += chance * share * luck_of(one, [*[None] * number, policy])
    assert total == pytest.approx(luck_of(cut(record, before), [None] * number), abs=1e-5)


def test_the_value_changes_its_sign_if_the_seats_swap_everything():
    states = [step.state for step in replay(game(3))][5:60:5]
    mirrored = []
    for state in states:
        public, (white, black) = state.public, state.private
        swapped = public._replace(
            bridges=public.bridges[::-1],
            shown=public.shown[::-1],
            points=tuple(pair[::-1] for pair in public.points),
            phase=replace(public.phase, seat=public.phase.seat.other),
        )
        mirrored.append(state._replace(public=swapped, private=(Private(*black), Private(*white))))
    assert np.allclose(
        referee_value(from_core(states)), -referee_value(from_core(mirrored)), atol=1e-5
    )


def test_the_value_of_a_finished_game_is_its_result():
    [*_, last] = replay(game(1))
    winner = last.state.public.phase.outcome.winner
    assert referee_value(from_core([last.state])) == [1.0 if winner is Seat.WHITE else -1.0]


@pytest.mark.slow
@pytest.mark.parametrize("bots", [["greedy", "random"], ["pua", "keoni"]])
def test_luck_is_zero_on_average_between_unequal_bots(bots):
    plan = Plan(parse_entrants(bots), pairs=16, seed=3, luck_adjusted=True)
    results = [play_pair(plan, Task(0, pair)) for pair in range(plan.pairs)]
    lucks = [fmean(game.luck for game in result.games) for result in results]
    assert abs(fmean(lucks)) < 3 * stdev(lucks) / len(lucks) ** 0.5
    [matchup] = compute_standings(plan, results).matchups
    assert matchup.adjusted.low < matchup.adjusted.value < matchup.adjusted.high
    assert matchup.adjusted.value == pytest.approx(matchup.score.value - fmean(lucks))


def test_luck_is_written_to_the_journal_and_belongs_to_the_plan():
    plan = Plan(parse_entrants(["greedy", "random"]), pairs=1, luck_adjusted=True)
    result = play_pair(plan, Task(0, 0))
    line = format_result(result, plan)
    assert parse_result(line, plan) == result
    broken = json.loads(line)
    broken["games"][0]["luck"] = "much"
    with pytest.raises(ValueError, match="not a pair"):
        parse_result(json.dumps(broken).encode() + b"\n", plan)
    assert plan.identity["luck_adjusted"]
    assert "luck_adjusted" not in replace(plan, luck_adjusted=False).identity


def test_the_champion_knows_its_probabilities():
    bot = NeuralBot(Random(1))
    assert isinstance(bot, KnownPolicy)
    assert not isinstance(GreedyBot(Random(1)), KnownPolicy)
    for now, _ in list(pairwise(replay(game(1))))[::15]:
        view = view_of(now.state, mover(now.state.public.phase))
        known = bot.probabilities(view)
        assert tuple(known) == legal_actions(view)
        assert sum(known.values()) == pytest.approx(1)
