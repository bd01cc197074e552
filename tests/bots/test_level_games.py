"""Students on the batch engine see what those in games see, and have their strength and style."""

import numpy as np
import pytest

from kahuna.batch import act, is_over, mover, new, random_actions, to_core
from kahuna.bots import LEVELS
from kahuna.bots.network import inputs
from kahuna.core import Seat, recollect_nothing, view_of
from kahuna.encoding import SLICES, forget_cards, inputs_of, observation_of
from research.findings.games import observe_forgetfully
from research.measure_levels import play_pairs
from research.measure_styles import play


def test_who_remembers_no_card_sees_the_same_on_both_engines():
    states = new(8, seed=3)
    for ply in range(90):
        actions, states = random_actions(states)
        states = act(states, actions).states
        if ply % 10:
            continue
        seats = np.asarray(mover(states))
        batch = inputs(observe_forgetfully(states, seats), np, np.float32, 2)
        for name in ("own_taken", "own_doubt"):  # Positions without a history do not have them.
            batch[:, SLICES[name]] = 0
        for found, state, seat, over in zip(
            batch, to_core(states), seats, np.asarray(is_over(states)), strict=True
        ):
            if not over:
                view = view_of(state, Seat(int(seat)))
                less = forget_cards(observation_of(view))
                wanted = inputs_of(view, observation=less, recollection=recollect_nothing(view))
                assert np.allclose(found, wanted, atol=1e-5)


def test_the_champion_beats_a_student_in_either_seat():
    scores = play_pairs(LEVELS["kanaloa"], LEVELS["nalu"], 4, 1)
    assert scores.shape == (4, 2)
    assert (scores.mean(axis=0) > 0.5).all()


@pytest.mark.parametrize(
    ("more", "less", "habit"),
    [
        ("ikaika", "mahina", "removals"),
        ("mahina", "ikaika", "hand"),
        ("keanu", "hoku", "blind"),
        ("hoku", "mahina", "bridges"),
    ],
)
def test_styles_show(more, less, habit):
    one, other = (
        sum(getattr(play(key, "makoa", s), habit) for s in (1, 2)) for key in (more, less)
    )
    assert one > other
