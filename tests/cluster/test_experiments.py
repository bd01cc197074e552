"""Experiments on a real cluster: faults break nothing that is guaranteed."""

from __future__ import annotations

import asyncio
from pathlib import Path

from verification.__main__ import run_seeds
from verification.cluster import ClusterShape

SEEDS = range(1, 11)
SECONDS = 3.0


def test_ten_schedules_of_faults_break_no_guarantee(tmp_path: Path):
    """On a machine of your own, `python -m verification --seeds 1000` runs a thousand."""
    outcomes = asyncio.run(run_seeds(SEEDS, SECONDS, keep=tmp_path, shape=ClusterShape()))
    assert [str(violation) for outcome in outcomes for violation in outcome.violations] == []
    assert len(outcomes) == len(SEEDS)
    assert sum(outcome.num_moves for outcome in outcomes) > 0
