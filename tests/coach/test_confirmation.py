"""Losses are measured again on fresh worlds before anybody is blamed."""

from types import SimpleNamespace

import numpy as np
import pytest

from kahuna.coach.action_values import CHECK_WORLDS, CONFIRM_WORLDS, PLAYED, Evaluation, confirm
from kahuna.coach.labels import INACCURACY, Label

ALTERNATIVE = 2


class Worlds:
    """Samples in which the alternative leads the played action by given points."""

    def __init__(self, **leads):
        self._leads = {CHECK_WORLDS: leads["check"], CONFIRM_WORLDS: leads["confirm"]}
        self.asked = []

    def sample(self, requests, *, num_worlds):
        self.asked += [num_worlds] * len(requests)
        return [samples(self._leads[num_worlds], num_worlds) for _ in requests]


def samples(lead, num_worlds):
    played = 50 + np.arange(num_worlds) % 2
    return np.stack([played, played, played + lead])


@pytest.mark.parametrize(
    ("refined", "check", "confirmed", "asked", "label", "best"),
    [
        (20.0, None, 20.0, [CONFIRM_WORLDS], Label.BLUNDER, ALTERNATIVE),
        (20.0, None, 1.0, [CONFIRM_WORLDS], Label.GOOD, ALTERNATIVE),
        (1.0, 2.0, None, [CHECK_WORLDS], Label.GOOD, ALTERNATIVE),
        (1.0, -2.0, None, [CHECK_WORLDS], Label.BEST, PLAYED),
        (1.0, 20.0, 2.0, [CHECK_WORLDS, CONFIRM_WORLDS], Label.GOOD, ALTERNATIVE),
        (1.0, 20.0, 20.0, [CHECK_WORLDS, CONFIRM_WORLDS], Label.BLUNDER, ALTERNATIVE),
        (-1.0, 0.0, None, [CHECK_WORLDS], Label.BEST, PLAYED),
    ],
)
def test_fresh_worlds_decide(refined, check, confirmed, asked, label, best):
    decision = SimpleNamespace(situation=None)
    evaluation = Evaluation(decision, [7, -1, 8], samples=[samples(refined, 16)])
    worlds = Worlds(check=check, confirm=confirmed)
    confirm(worlds, [evaluation], threshold=INACCURACY)
    assert worlds.asked == asked
    assert (evaluation.label(), evaluation.best) == (label, best)
