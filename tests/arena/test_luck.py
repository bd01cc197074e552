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
from kahuna.arena.pair import Memoryless, play_pair
from kahuna.arena.plan import PairTask, Plan, parse_entrants
from kahuna.arena.rating import without_luck
from kahuna.arena.standings import compute_standings
from kahuna.batch import from_core
from kahuna.bots import LEVELS
from kahuna.bots.greedy import GreedyBot
from kahuna.bots.policy_bot import PolicyBot
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
    mover,
    size,
    view_of,
)
from kahuna.core.effects import apply
from kahuna.match import play_turn
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
            card: luck_of(cut(record, (*before, ply._replace(card=card))), {})
            for card in kinds(waiting.pile)
        }
        mean = sum(
            count(waiting.pile, card) * luck / size(waiting.pile) for card, luck in lucks.items()
        )
        assert mean == pytest.approx(luck_of(cut(record, before), {}), abs=1e-5)
        matters |= max(lucks.values()) > min(lucks.values())
    assert matters


def turn_starts(record):
    """Return the number of the first ply of every turn, by the turn."""
    steps = list(pairwise(replay(record)))
    return {now.state.public.turn: number for number, (now, _) in reversed(list(enumerate(steps)))}


def test_a_repeated_turn_is_luck_that_is_zero_on_average():
    """Each of the repeated turns may be the one that is played, with every card that may come."""
    record = game(2)
    turn, number = list(turn_starts(record).items())[9]
    start = list(replay(record))[number].state
    before = record.plies[:number]
    view = view_of(start, mover(start.public.phase))
    turns = [play_turn(RandomBot(Random(seed)), view) for seed in range(6)]
    assert len(set(turns)) > 2
    total = 0.0
    for actions in turns:
        plies, state = [], start
        for action in actions:
            plies.append(Ply(to_written(action, state.public.phase), None))
            state = apply(state, action).state
        cards = [None] if mover(state.public.phase) is not None else kinds(state.pile)
        for card in cards:
            share = 1.0 if card is None else count(state.pile, card) / size(state.pile)
            played = cut(record, (*before, *plies[:-1], plies[-1]._replace(card=card)))
            total += share * luck_of(played, {turn: turns}) / len(turns)
    assert total == pytest.approx(luck_of(cut(record, before), {}), abs=1e-5)


def test_a_game_that_ends_before_the_first_move_has_no_luck():
    assert luck_of(cut(game(1), ()), {}) == 0


def test_turns_are_repeated_without_changing_the_game():
    plan = Plan(parse_entrants(["keanu", "pua"]), pairs=1, seed=2, with_records=True)
    [plain, adjusted] = (
        play_pair(replace(plan, luck_adjusted=is_on), PairTask(0, 0)).games
        for is_on in (False, True)
    )
    for before, after in zip(plain, adjusted, strict=True):
        assert json.loads(before.record)["plies"] == json.loads(after.record)["plies"]
        assert (before.luck, before.moves) == (None, after.moves)
        assert after.luck


@pytest.mark.parametrize("slope", [0.0, 0.5, 1.5])
def test_scores_without_luck_are_unbiased_and_scatter_less(slope):
    """The luck is skewed, and its effect differs between matches; means stay where they are."""
    rng = Random(1)
    means, plain = [], []
    for _ in range(2000):
        lucks = [rng.expovariate(5) - 0.2 for _ in range(12)]
        scores = [0.6 + slope * luck + rng.gauss(0, 0.1) for luck in lucks]
        means.append(fmean(without_luck(scores, lucks)))
        plain.append(fmean(scores))
    assert fmean(means) == pytest.approx(0.6, abs=4 * stdev(means) / len(means) ** 0.5)
    if slope:
        assert stdev(means) < 0.75 * stdev(plain)


def test_luck_that_explains_nothing_is_hardly_subtracted():
    rng = Random(2)
    scores, lucks = ([rng.gauss(0.5, 0.3) for _ in range(400)] for _ in range(2))
    assert stdev(without_luck(scores, lucks)) < 1.02 * stdev(scores)


@pytest.mark.parametrize("lucks", [[0.0, 0.0], [0.1, 0.2]])
def test_two_pairs_are_enough_to_subtract_luck(lucks):
    assert without_luck([0.5, 0.5], lucks) == pytest.approx([0.5, 0.5], abs=0.2)


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
    plan = Plan(parse_entrants(bots), pairs=5, seed=3, luck_adjusted=True)
    results = [play_pair(plan, PairTask(0, pair)) for pair in range(plan.pairs)]
    lucks = [fmean(game.luck for game in result.games) for result in results]
    assert abs(fmean(lucks)) < 3 * stdev(lucks) / len(lucks) ** 0.5
    [matchup] = compute_standings(plan, results).matchups
    assert matchup.adjusted.low < matchup.adjusted.value < matchup.adjusted.high
    reach = matchup.adjusted.high - matchup.adjusted.value
    assert matchup.adjusted.value == pytest.approx(matchup.score.value, abs=2 * reach)


def test_luck_is_written_to_the_journal_and_belongs_to_the_plan():
    plan = Plan(parse_entrants(["greedy", "random"]), pairs=1, luck_adjusted=True)
    result = play_pair(plan, PairTask(0, 0))
    line = format_result(result, plan)
    assert parse_result(line, plan) == result
    broken = json.loads(line)
    broken["games"][0]["luck"] = "much"
    with pytest.raises(ValueError, match="not a pair"):
        parse_result(json.dumps(broken).encode() + b"\n", plan)
    assert plan.identity["luck_adjusted"]
    assert "luck_adjusted" not in replace(plan, luck_adjusted=False).identity


def test_bots_without_memory_say_so():
    for bot in (RandomBot(Random(1)), PolicyBot(Random(1))):
        assert isinstance(bot, Memoryless)
    for level in LEVELS.values():
        assert isinstance(level.make(Random(1)), Memoryless) is not level.searches
