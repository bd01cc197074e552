"""Labels: the thresholds, and that nothing insignificant is ever blamed on a player."""

import pytest

from kahuna.coach.estimate import Estimate
from kahuna.coach.labels import Label, label_of

NO_LEAD = Estimate(-5.0, 1.0)


@pytest.mark.parametrize(
    ("loss", "lead", "label"),
    [
        (Estimate(15.0, 0.0), NO_LEAD, Label.BLUNDER),
        (Estimate(16.0, 1.0), NO_LEAD, Label.BLUNDER),
        (Estimate(15.9, 1.0), NO_LEAD, Label.MISTAKE),
        (Estimate(11.0, 1.0), NO_LEAD, Label.MISTAKE),
        (Estimate(10.9, 1.0), NO_LEAD, Label.INACCURACY),
        (Estimate(6.0, 1.0), NO_LEAD, Label.INACCURACY),
        (Estimate(5.9, 1.0), NO_LEAD, Label.GOOD),
        (Estimate(30.0, 15.0), NO_LEAD, Label.GOOD),
        (Estimate(30.0, 14.9), NO_LEAD, Label.BLUNDER),
        (Estimate(0.0, 1.0), NO_LEAD, Label.BEST),
        (Estimate(-8.0, 1.0), NO_LEAD, Label.BEST),
        (Estimate(0.0, 0.0), Estimate(10.0, 1.0), Label.ONLY_MOVE),
        (Estimate(0.0, 0.0), Estimate(9.9, 1.0), Label.BEST),
        (Estimate(0.0, 0.0), Estimate(30.0, 15.0), Label.BEST),
    ],
)
def test_a_decision_is_graded_by_its_significant_loss(loss, lead, label):
    assert label_of(loss, lead, is_best=loss.mean <= 0) is label


def test_best_means_that_nothing_better_was_found():
    """The alternative leads over all worlds, though not over the fresh ones."""
    assert label_of(Estimate(-1.0, 2.0), Estimate(20.0, 1.0), is_best=False) is Label.GOOD


def test_only_losses_that_count_are_errors():
    errors = {label for label in Label if label.is_error}
    assert errors == {Label.INACCURACY, Label.MISTAKE, Label.BLUNDER}
