"""The inputs of a network, with the standard library alone; tests/batch compares the numbers."""

import subprocess
import sys
from random import Random

import pytest

from kahuna.core import SPECTATOR, Ruleset, Seat, random_deal, start, view_of
from kahuna.encoding import (
    INPUT_SIZES,
    LATEST,
    MEMORY_FIELDS,
    MEMORY_SIZE,
    MEMORY_SLICES,
    SIZE,
    SpectatorError,
    inputs_of,
)

WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = None
from random import Random
from kahuna.core import Ruleset, Seat, random_deal, start, view_of
from kahuna.encoding import inputs_of
rng = Random(1)
state = start(Ruleset(), random_deal(Ruleset(), rng), first=Seat.WHITE).state
print(len(inputs_of(view_of(state, Seat.WHITE))))
"""


def test_a_browser_needs_no_numpy():
    found = subprocess.run(
        [sys.executable, "-c", WITHOUT_NUMPY], capture_output=True, text=True, check=True
    )
    assert int(found.stdout) == INPUT_SIZES[LATEST]


def test_fields_of_the_memory_follow_the_observation():
    assert MEMORY_SLICES[MEMORY_FIELDS[0].name].start == SIZE
    assert MEMORY_SLICES[MEMORY_FIELDS[-1].name].stop == SIZE + MEMORY_SIZE


def test_r15_5_a_spectator_has_no_inputs():
    state = start(Ruleset(), random_deal(Ruleset(), Random(1)), first=Seat.WHITE).state
    with pytest.raises(SpectatorError, match="only a seat has"):
        inputs_of(view_of(state, SPECTATOR))
