"""The positions in which the first champion errs, and how often a network finds better."""

from pathlib import Path

import numpy as np
import pytest

from kahuna.batch import legal_masks
from kahuna.bots.neural import champion_weights
from kahuna.core import KahunaError
from research.blind_spots import MIN_GAIN, Suite, load, report, report_shares, save

SUITE = Path(__file__).parent / "blind_spots.npz"


def some(suite, number):
    """Return the first positions of a suite."""
    states = type(suite.states)(
        *(
            tuple(array[:number] for array in each) if isinstance(each, tuple) else each[:number]
            for each in suite.states
        )
    )
    return Suite(states, *(each[:number] for each in suite[1:]))


def test_every_position_has_a_legal_action_that_is_clearly_better():
    suite = load(SUITE)
    rows = np.arange(1000)
    legal = np.asarray(legal_masks(suite.states))
    assert legal[rows, suite.better].all()
    assert legal[rows, suite.favourite].all()
    assert (suite.better != suite.favourite).all()
    assert (suite.gain >= MIN_GAIN).all()


def test_a_network_that_likes_the_better_action_has_found_it():
    suite = some(load(SUITE), 40)
    likely, preferred, _ = report(suite, champion_weights())
    turned = Suite(suite.states, suite.better, suite.favourite, suite.gain)
    other_likely, other_preferred, _ = report(turned, champion_weights())
    assert preferred < 0.5 < other_preferred
    assert likely < other_likely


def test_a_suite_can_be_saved_and_reported(tmp_path, capsys):
    weights = Path(__file__).parents[2] / "src" / "kahuna" / "bots" / "champion.npz"
    path = tmp_path / "suite.npz"
    save(path, some(load(SUITE), 5))
    report_shares(path, [weights])
    assert "%" in capsys.readouterr().out


def test_only_files_of_blind_spots_are_reported(tmp_path):
    path = tmp_path / "positions.npz"
    path.write_text("garbage")
    with pytest.raises(KahunaError, match="contains no positions"):
        report_shares(path, [])
