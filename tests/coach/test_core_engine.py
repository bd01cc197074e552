"""The engine without NumPy does what the one with NumPy does."""

from itertools import islice
from random import Random

import pytest

from coach.games import resigned, tiny_network, whole_game
from kahuna.bots.core_rollouts import BY_POLICY, both_recollections
from kahuna.bots.neural import NumpyNetwork
from kahuna.browser import coach_worker
from kahuna.browser.coach import QuickReview, decode, encode
from kahuna.browser.coach_worker import CoachWorker
from kahuna.coach import game_review, rank_actions
from kahuna.coach.action_values import number_of
from kahuna.coach.batch_engine import BatchEngine
from kahuna.coach.core_engine import CoreEngine
from kahuna.coach.decisions import decisions_of
from kahuna.coach.effort import QUICK
from kahuna.coach.engine import Start
from kahuna.core import SEATS, Build, Remove, world
from kahuna.hosting.study.coach_tasks import CoachTasks, JudgeTask


class CountingNetwork(NumpyNetwork):
    """Counts its evaluations."""

    num_evaluations = 0

    def evaluate(self, inputs):
        self.num_evaluations += len(inputs)
        return super().evaluate(inputs)


def core_engine():
    return CoreEngine(NumpyNetwork(tiny_network()))


def test_both_engines_value_the_same_positions_alike():
    rng = Random(1)
    starts, games = [], []
    for decision in decisions_of(whole_game())[::5]:
        situation = decision.situation
        state = world(situation.view, situation.belief.sample(rng))
        recollections = both_recollections(situation.recollection, state)
        # These actions draw no card.
        actions = (a for a in situation.legal if isinstance(a, Build | Remove))
        games += [(len(starts), number_of(action)) for action in islice(actions, 3)]
        starts.append(Start(state, situation.memory, recollections, len(starts)))
    early = [(place, n) for place, n in games if starts[place].state.public.round < 3]
    assert len(early) > 10
    with_numpy, without = (
        engine.roll_out(starts, early, seed=1, horizon=0)
        for engine in (BatchEngine(tiny_network()), core_engine())
    )
    assert without.values == pytest.approx(with_numpy.values, abs=1e-4)
    assert without.margins == with_numpy.margins


def test_rollouts_share_worlds_and_end_in_results():
    [decision] = decisions_of(whole_game())[:1]
    situation = decision.situation
    state = world(situation.view, situation.belief.sample(Random(1)))
    start = Start(state, situation.memory, both_recollections(situation.recollection, state), 0)
    engine = core_engine()
    found = engine.roll_out([start], [(0, BY_POLICY)] * 2, seed=1)
    assert found.values[0] == found.values[1]
    assert found.values[0] in (-1.0, 0.0, 1.0)
    assert engine.num_evaluations > 20


def test_equal_rollouts_are_played_once():
    situation = decisions_of(whole_game())[3].situation
    state = world(situation.view, situation.belief.sample(Random(1)))
    start = Start(state, situation.memory, both_recollections(situation.recollection, state), 0)
    numbers = [number_of(action) for action in situation.legal]
    one, two = (
        BatchEngine(tiny_network()).roll_out([start], games, seed=1, horizon=0)
        for games in ([(0, n) for n in numbers], [(0, n) for n in (*numbers, BY_POLICY)])
    )
    assert two.values[:-1] == pytest.approx(one.values)
    assert two.values[-1] in two.values[:-1]
    assert two.num_evaluations == one.num_evaluations + 1


def test_verdicts_are_refined_and_not_begun_again(monkeypatch):
    steps = []

    def judge(_decisions, **_rest):
        for step in ("first", "refined"):
            steps.append(step)
            yield []

    monkeypatch.setattr(game_review, "judge", judge)
    tasks = CoachTasks()
    for is_first in (True, False, False):
        tasks(JudgeTask([], ("", ""), "en", is_first))
    assert steps == ["first", "refined"]


def test_a_continuation_leads_to_its_future():
    situation = decisions_of(whole_game())[3].situation
    numbers = [number_of(action) for action in situation.legal[:2]]
    for engine in (BatchEngine(tiny_network()), core_engine()):
        found = engine.play_on(situation, numbers, num_worlds=2, seed="1")
        for action, futures in zip(situation.legal[:2], found, strict=True):
            for future in futures:
                assert future.steps[0][:2] == (situation.seat, action)
                assert {step.seat for step in future.steps} == set(SEATS)
                assert future.steps[-1].bridges == future.bridges


@pytest.mark.parametrize("limit", [1_400, 3_000])
def test_a_quick_review_never_exceeds_its_limit(limit, monkeypatch):
    network = CountingNetwork(tiny_network())
    monkeypatch.setattr(coach_worker, "load_network", lambda: network)
    monkeypatch.setattr(coach_worker, "REVIEW_LIMIT", limit)
    parts = []
    record = resigned(whole_game(3), 12)
    worker = CoachWorker(parts.append)
    reports = decode(worker.work(encode(QuickReview(record))))
    assert reports["de"]["is_quick"]
    assert reports["en"]["decisions"]
    assert network.num_evaluations <= limit
    assert parts == sorted(parts)
    assert parts[-1] == 1.0


def test_moves_are_ranked_without_numpy():
    view = decisions_of(whole_game())[3].situation.view
    *_, ranking = rank_actions(view, num_worlds=8, effort=QUICK, engine=core_engine())
    assert ranking.progress == 1.0
    assert ranking.moves[0].value.mean >= ranking.moves[-1].value.mean
