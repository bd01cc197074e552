"""The batch engine against the core, ply by ply, over everything that can be seen of a game."""

import os
import re
import subprocess
import sys

import pytest

from kahuna.batch import board, cards, effects, legality, observation, scoring, state
from research.engines.equality import UnequalError, engine_of, main, play_side_by_side
from research.engines.rule_coverage import PARAGRAPHS

pytestmark = pytest.mark.slow

CHUNKS = 2
GAMES = 500
FEW = 150
"""Enough games to catch every fault in FAULTS."""
RARE = {"R10.5": 3, "R14.3": 3}
FLOOR = 20


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_games_with_random_rulesets_are_equal(chunk):
    """And they exercise every paragraph often enough."""
    found = play_side_by_side(GAMES, seed=chunk, engine=engine_of("numpy")).paragraphs
    assert set(found) == set(PARAGRAPHS)
    assert not {p: found[p] for p in PARAGRAPHS if found[p] < RARE.get(p, FLOOR)}


def nothing(array, *_):
    return array & 0


def third(states, *_):
    return states.clock & 0


FAULTS = {
    "R5.1 half is enough": (board, "LANES", None),
    "R5.3 nothing is swept away": (effects, "lines_of", nothing),
    "R4.1 any card pays": (legality, "kinds", lambda hand: (hand & 0) + 0x555555),
    "R6.1 a pair of one end is not two cards": (legality, "doubles", cards.kinds),
    "R8.4 nobody has to draw": (effects, "_next_turn", lambda act, last, first: last & 0),
    "R8.5 a full hand draws": (legality, "at_least", lambda a, b: a & 0),
    "R9.2 the wrong seat scores": (
        effects,
        "who_leads",
        lambda white, black: scoring.who_leads(black, white),
    ),
    "R1.5 stones without end": (
        scoring,
        "least",
        lambda numbers, others: numbers,
    ),
    "R10.5 the third scoring decides nothing": (scoring, "THIRD_SCORING", scoring.BRIDGES),
    "R11.1 nobody is wiped out": (effects, "is_wiped_out", third),
    "R12.1 trespassing": (legality, "lines_of", nothing),
    "R13.4 the hidden card goes first": (effects, "without", lambda known, gone: known),
    "R15.3 a discard leaves no doubt": (effects, "doubt", nothing),
    "R15.4 the other hand is seen": (observation, "swap", lambda is_black, pair: pair),
    "R14.1 a handicap bridge too many": (effects, "HANDICAP", 99),
    "R9.4 buried cards stay out": (state, "DECK", state.DECK - 1),
}


class HalfIsEnough:
    """Lanes that start one higher: half of four lines is then a majority."""

    def __init__(self, lanes):
        self.starts = (lanes.starts[0] + 1, lanes.starts[1])
        self.adds, self.low_bits, self.places = lanes.adds, lanes.low_bits, lanes.places


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_caught(name, monkeypatch):
    module, attribute, wrong = FAULTS[name]
    if attribute == "LANES":
        wrong = HalfIsEnough(board.LANES)
    monkeypatch.setattr(module, attribute, wrong)
    with pytest.raises(UnequalError):
        play_side_by_side(FEW, seed=77, engine=engine_of("numpy"))


def test_the_command_says_what_it_saw(capsys):
    main(games=6, chunk=4)
    assert "6 games" in capsys.readouterr().out


def test_jax_is_equal_too():
    """Compiled as for users; other tests compile with less optimisation."""
    pytest.importorskip("jax")
    quick = ("JAX_DISABLE_MOST_OPTIMIZATIONS", "XLA_FLAGS")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "research.engines.equality",
            "--backend",
            "jax",
            "--games",
            str(FEW),
        ],
        capture_output=True,
        text=True,
        env={name: value for name, value in os.environ.items() if name not in quick},
    )
    assert done.returncode == 0, done.stderr
    assert re.match(rf"{FEW} games, \d{{5}} plies on jax: equal", done.stdout)
