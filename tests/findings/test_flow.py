"""What is counted in games, counted again one by one with the core."""

from itertools import pairwise

import numpy as np
import pytest

from kahuna.batch import outcome, to_core
from kahuna.batch.constants import LANES
from kahuna.bots.limits import Limits
from kahuna.core import ACTIONS, ARCHIPELAGO, Decline, Remove, Turn
from research.findings import statistics
from research.findings.games import LUCK, SKILL, PlayerModel, batch, rows
from research.findings.statistics import (
    calibration,
    flow,
    island_values,
    luck,
    opening,
    skill,
    swings,
    turn_starts,
    turn_stats,
)


@pytest.fixture(scope="module")
def walks(games):
    """Of each game its positions and actions in the core's words, with the end."""
    before, ended = to_core(games.before), to_core(games.ended)
    found = []
    for game in range(games.num):
        at = np.flatnonzero(games.game == game)
        pairs = [(before[i], ACTIONS[games.action[i]]) for i in at]
        found.append((pairs, ended[game]))
    return found


def stones(state):
    white, black = (ARCHIPELAGO.held(bridges).bit_count() for bridges in state.public.bridges)
    return min(white, 10) - min(black, 10)


def turns(pairs, end):
    """Of each turn the position before, that after, and its actions."""
    starts = [
        i
        for i, (state, _) in enumerate(pairs)
        if i == 0 or state.public.turn != pairs[i - 1][0].public.turn
    ]
    for start, stop in zip(starts, [*starts[1:], len(pairs)], strict=True):
        after = pairs[stop][0] if stop < len(pairs) else end
        yield pairs[start][0], after, [action for _, action in pairs[start:stop]]


def test_the_first_seat_and_the_length(games, walks):
    found = flow(games)
    score, length = 0.0, 0
    for pairs, end in walks:
        first = pairs[0][0].public.phase.seat
        winner = end.public.phase.outcome.winner
        score += 0.5 if winner is None else winner == first
        length += len(pairs)
    assert found.first_wins.value == pytest.approx(score / games.num)
    assert found.decisions.value == pytest.approx(length / games.num)


def test_bridges_that_a_turn_sweeps_away(games, walks):
    swept = []
    for pairs, end in walks:
        for before, after, actions in turns(pairs, end):
            other = before.public.phase.seat.other
            lost = before.public.bridges[other] & ~after.public.bridges[other]
            swept.append(lost.bit_count() - sum(isinstance(a, Remove) for a in actions))
    assert flow(games).swept.value == pytest.approx(np.mean(swept))
    assert flow(games).swept_hist.sum() == len(swept) == len(turn_starts(games))


def test_leads_that_change(games, walks):
    changes = 0
    for pairs, end in walks:
        signs = [np.sign(stones(before)) for before, _, _ in turns(pairs, end)]
        led = [sign for sign in signs if sign]
        changes += sum(a != b for a, b in pairwise(led))
    assert flow(games).lead_changes.value == pytest.approx(changes / games.num)


def test_leaders_after_the_first_scoring(games, walks):
    scores = []
    for pairs, end in walks:
        early = next(state for state, _ in pairs if state.public.round == 2)
        white, black = early.public.points[0]
        winner = end.public.phase.outcome.winner
        if white != black:
            scores.append(0.5 if winner is None else winner == (black > white))
    assert flow(games).leader_wins[0].value == pytest.approx(np.mean(scores))


def test_turnarounds_of_the_very_last_turn(games, walks):
    turned = []
    for pairs, end in walks:
        last = next(
            s
            for s, _ in pairs
            if isinstance(s.public.phase, Turn) and s.public.phase.last_turns == 1
        )
        lead = sum(white - black for white, black in last.public.points) + stones(last)
        if lead:
            turned.append(end.public.phase.outcome.winner != (lead < 0))
    is_close = abs(statistics._turnarounds(games, 1).value * games.num - sum(turned))
    assert is_close <= games.num - len(turned)


def test_habits_agree_with_a_count_by_hand(games, walks):
    found = turn_stats(games)
    declined = sum(
        isinstance(action, Decline) and state.public.round == 2
        for pairs, _ in walks
        for state, action in pairs
    )
    assert found.declined[1].value == pytest.approx(declined / games.num)
    full = [
        sum((before.private[seat].hand >> 2 * i & 3) for i in ARCHIPELAGO.islands) == 5
        for pairs, end in walks
        for before, _, _ in turns(pairs, end)
        if before.public.round == 1
        for seat in [before.public.phase.seat]
    ]
    assert found.hand_hist[0][5] == pytest.approx(np.mean(full))
    assert found.hand_hist.sum(axis=1) == pytest.approx(np.ones(4))


def test_islands_that_are_held(games, walks):
    found = island_values(games)
    boards = []
    for pairs, end in walks:
        boards += [next(s for s, _ in pairs if s.public.round == k) for k in (2, 3)] + [end]
    for island in ARCHIPELAGO.islands:
        held = [
            any(ARCHIPELAGO.held(bridges) >> island & 1 for bridges in state.public.bridges)
            for state in boards
        ]
        assert found.held[island] == pytest.approx(np.mean(held))
    assert len(found.islands[0]) == len(LANES.places)
    assert len(found.lines) == len(ARCHIPELAGO.lines)


def test_the_first_turn(games, walks):
    found = opening(games)
    idle = [len(next(turns(pairs, end))[2]) == 1 for pairs, end in walks]
    assert found.cards[0].often.value == pytest.approx(np.mean(idle))
    assert sum(way.often.value for way in found.draws.values()) == pytest.approx(1)


def test_movement_adds_up_to_the_result(games):
    found = swings(games)
    assert 0 < found.own.value < 1
    assert 0.5 < found.whole.value < 1.6
    assert len(found.by_round) == 3


def test_foresight_is_of_all_turns_and_ends_near_certainty(games):
    found = calibration(games)
    assert len(found.expected) == len(found.happened)
    assert (np.diff(found.expected) > 0).all()
    assert found.favourite[-1].value > found.favourite[0].value


def test_one_shuffle_played_cold_ends_the_same_way_again():
    found = luck(batch(LUCK, 32, (5,), 1e-3))
    assert found.cards.value > 0.95
    assert found.first.value < found.cards.value


def test_one_who_plays_at_random_loses_from_both_sides():
    found = skill(
        batch(
            SKILL[0]._replace(players=(None, PlayerModel(Limits(temperature=1e3)))), 16, (5,), 0.5
        )
    )
    assert found.score.value > 0.9
    assert found.both.value + found.split.value <= 1
    assert found.elo.value > 300


def test_results_are_those_of_the_outcome(games):
    winner = outcome(games.ended).winner
    assert (games.result == np.array([1, -1, 0])[winner]).all()
    some = rows(games.ended, np.arange(3))
    assert len(some.clock) == 3
