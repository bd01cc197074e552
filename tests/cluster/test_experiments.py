"""Experiments on a real cluster: faults break nothing that is guaranteed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from verification.__main__ import KEPT, run_seeds

ROOT = Path(__file__).parents[2]
SEEDS = range(1, 4)
SECONDS = 3.0


@pytest.mark.slow
def test_schedules_of_faults_break_no_guarantee():
    """On a machine of your own, `python -m verification run --seeds 1000` runs a thousand."""
    outcomes = asyncio.run(run_seeds(SEEDS, SECONDS, keep=ROOT / KEPT))
    assert [str(violation) for outcome in outcomes for violation in outcome.violations] == []
    assert len(outcomes) == len(SEEDS)
    assert sum(outcome.num_moves for outcome in outcomes) > 0
