"""Losses are measured again on fresh worlds before anybody is blamed."""

from types import SimpleNamespace

import pytest

from kahuna.coach.action_values import CHANCE, PLAYED, STEP, Evaluation, estimate
from kahuna.coach.confirmation import (
    CONFIRM_WORLDS,
    END_STEP,
    MAX_AT_ONCE,
    MAX_CONFIRM_WORLDS,
    check_to_the_end,
    confirm,
)
from kahuna.coach.effort import THOROUGH
from kahuna.coach.labels import THRESHOLDS, Label

CHECK_WORLDS = THOROUGH.stages[-1].check_worlds
MAX_END_STEPS = THOROUGH.max_end_worlds // END_STEP
ALTERNATIVE = 2
CHECKED = [STEP] * (CHECK_WORLDS // STEP)
VERY_CLEAR = REFUTED = [*CHECKED, CONFIRM_WORLDS]
CONFIRMED = [*CHECKED, CONFIRM_WORLDS, CONFIRM_WORLDS]
TO_THE_LIMIT = [
    *CHECKED,
    *[CONFIRM_WORLDS] * ((MAX_CONFIRM_WORLDS - CHECK_WORLDS) // CONFIRM_WORLDS),
]


class Worlds:
    """Samples in which the alternative leads the played action by given points."""

    def __init__(self, **leads):
        self._leads = {
            STEP: leads["check"],
            CONFIRM_WORLDS: leads["confirm"],
            END_STEP: leads.get("end"),
        }
        self._noise = leads["noise"]
        self.asked = []
        self.num_evaluations = 0

    def sample(self, requests, *, num_worlds, horizon=None, stops_at_scoring=True):
        del horizon
        assert stops_at_scoring or num_worlds == END_STEP
        self.asked += [num_worlds] * len(requests)
        self.num_evaluations += num_worlds
        found = samples(self._leads[num_worlds], num_worlds, self._noise)
        places = {3: [0, 1, 2], 2: [0, 2]}
        return [
            tuple([measure[place] for place in places[len(rows)]] for measure in found)
            for _, rows in requests
        ]


def samples(lead, num_worlds, noise=1.0):
    """Return chances and margins of three rows."""
    played = [50.0] * num_worlds
    best = [50.0 + lead + noise * (i % 2 - 0.5) for i in range(num_worlds)]
    return tuple(
        [list(row) for row in rows] for rows in ((played, played, best), (best, best, played))
    )


@pytest.mark.parametrize(
    ("refined", "check", "confirmed", "noise", "asked", "label", "best"),
    [
        (20.0, 20.0, 20.0, 1.0, VERY_CLEAR, Label.BLUNDER, ALTERNATIVE),
        (20.0, 16.0, 20.0, 9.0, VERY_CLEAR, Label.BLUNDER, ALTERNATIVE),
        (18.0, 16.0, 18.0, 9.0, CONFIRMED, Label.BLUNDER, ALTERNATIVE),
        (20.0, 1.0, None, 1.0, CHECKED, Label.GOOD, ALTERNATIVE),
        (1.0, 2.0, None, 1.0, CHECKED, Label.GOOD, ALTERNATIVE),
        (1.0, -2.0, None, 1.0, CHECKED, Label.BEST, PLAYED),
        (1.0, 6.0, 0.0, 9.0, REFUTED, Label.GOOD, ALTERNATIVE),
        (15.0, 15.0, 15.0, 9.0, TO_THE_LIMIT, Label.MISTAKE, ALTERNATIVE),
        (-1.0, 0.0, None, 1.0, CHECKED, Label.BEST, PLAYED),
    ],
)
def test_fresh_worlds_decide(refined, check, confirmed, noise, asked, label, best):
    evaluation = evaluated(refined)
    worlds = Worlds(check=check, confirm=confirmed, noise=noise)
    confirm(worlds, [evaluation], budget=10_000, thresholds=THRESHOLDS)
    assert worlds.asked == asked
    assert (evaluation.label(), evaluation.best) == (label, best)


def evaluated(lead, **options):
    decision = SimpleNamespace(situation=None)
    return Evaluation(decision, [7, -1, 8], samples=samples(lead, 16), **options)


def test_confirmation_ends_when_the_budget_is_spent():
    worlds = Worlds(check=15.0, confirm=15.0, noise=9.0)
    confirm(worlds, [evaluated(15.0)], budget=CONFIRM_WORLDS, thresholds=THRESHOLDS)
    assert worlds.asked == TO_THE_LIMIT[: len(CHECKED) + 2]


def test_what_was_measured_in_few_worlds_comes_first():
    many, few = evaluated(18.0), evaluated(16.0)
    confirm(Worlds(check=18.0, confirm=18.0, noise=9.0), [many], budget=1, thresholds=THRESHOLDS)
    worlds = Worlds(check=16.0, confirm=16.0, noise=9.0)
    confirm(worlds, [*[many] * MAX_AT_ONCE, few], budget=1, thresholds=THRESHOLDS)
    assert len(few.fresh[CHANCE][PLAYED]) == CHECK_WORLDS + CONFIRM_WORLDS


def test_another_leader_is_confirmed_anew_and_the_same_one_goes_on():
    evaluation = evaluated(20.0)
    worlds = Worlds(check=20.0, confirm=20.0, noise=1.0)
    for _ in range(2):
        confirm(worlds, [evaluation], budget=10_000, thresholds=THRESHOLDS)
    assert worlds.asked == VERY_CLEAR
    evaluation.samples = samples(-50.0, 16)
    confirm(worlds, [evaluation], budget=10_000, thresholds=THRESHOLDS)
    assert worlds.asked == [*VERY_CLEAR, *CHECKED]
    assert evaluation.best == PLAYED


@pytest.mark.parametrize(
    ("number", "loss", "lead", "noise", "steps", "label"),
    [
        (2, 20.0, 20.0, 1.0, 1, Label.BLUNDER),
        (2, 20.0, 14.0, 1.0, 1, Label.MISTAKE),
        (2, 20.0, -3.0, 1.0, 1, Label.GOOD),
        (2, 20.0, 12.0, 90.0, MAX_END_STEPS, Label.MISTAKE),
        (2, 30.0, -3.0, 1.0, 0, Label.BLUNDER),  # The network's error is smaller.
        (3, 20.0, -3.0, 1.0, 0, Label.BLUNDER),  # In the last round all rollouts go to the end.
    ],
)
def test_doubtful_blunders_are_played_to_the_end(number, loss, lead, noise, steps, label):
    check_blunder(number, loss, lead, noise, steps, label)


@pytest.mark.parametrize(("number", "steps"), [(2, 1), (3, MAX_END_STEPS)])
def test_a_blunder_that_was_measured_in_few_worlds_is_played_to_the_end(number, steps):
    check_blunder(number, 30.0, 8.0, 1.0, steps, Label.INACCURACY, budget=-1)


def check_blunder(number, loss, lead, noise, steps, label, budget=10_000):
    evaluation = evaluated(loss)
    public = SimpleNamespace(round=number)
    view = SimpleNamespace(public=public)
    evaluation.decision = SimpleNamespace(situation=SimpleNamespace(view=view))
    worlds = Worlds(check=loss, confirm=loss, noise=1.0)
    confirm(worlds, [evaluation], budget=budget, thresholds=THRESHOLDS)
    worlds = Worlds(check=None, confirm=None, noise=noise, end=lead)
    for _ in range(2):
        check_to_the_end(worlds, [evaluation])
    assert worlds.asked == [END_STEP] * steps
    assert evaluation.label() is label


def test_in_a_decided_game_the_margin_counts():
    evaluation = evaluated(-20.0, is_decided=True)
    worlds = Worlds(check=-20.0, confirm=-20.0, noise=1.0)
    confirm(worlds, [evaluation], budget=10_000, thresholds=THRESHOLDS)
    assert evaluation.loss.mean == pytest.approx(20)
    assert evaluation.label() is Label.BLUNDER
    assert evaluation.skill.mean == 0


@pytest.mark.parametrize(
    ("loss", "shortfall", "is_as_good"),
    [
        (20.0, 4.0, True),
        (20.0, 6.0, False),
        (20.0, -1.0, True),
        (6.0, 2.0, True),
        (6.0, 4.0, False),
    ],
)
def test_what_falls_short_by_little_is_as_good_as_the_best(loss, shortfall, is_as_good):
    num_worlds = 16
    rows = [[50.0] * num_worlds] * 2 + [[value] * num_worlds for value in (90.0, 90.0 - shortfall)]
    evaluation = Evaluation(
        SimpleNamespace(), [7, -1, 8, 9], samples=(rows, rows), best=ALTERNATIVE
    )
    evaluation.loss = estimate([loss] * num_worlds)
    assert evaluation.is_as_good(ALTERNATIVE + 1) is is_as_good
    assert evaluation.compared(CHANCE, ALTERNATIVE + 1) == (90.0 - shortfall, 90.0)


def test_alternatives_that_are_clearly_behind_are_dropped():
    evaluation = evaluated(-20.0)
    evaluation.drop_hopeless()
    assert evaluation.alternatives() == []
    evaluation = evaluated(20.0)
    evaluation.drop_hopeless()
    assert evaluation.alternatives() == [ALTERNATIVE]
