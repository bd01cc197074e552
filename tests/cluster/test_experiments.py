"""Experiments on a real cluster: faults break nothing that is guaranteed."""

from __future__ import annotations

import asyncio
from pathlib import Path

from verification.__main__ import run_seeds
from verification.cluster import ClusterShape


def test_a_node_that_breaks_again_and_again_keeps_its_promises(tmp_path: Path):
    shape = ClusterShape(num_nodes=1, num_workers=0)
    outcomes = asyncio.run(run_seeds(range(1, 3), 3.0, keep=tmp_path, shape=shape))
    assert [outcome.violations for outcome in outcomes] == [[], []]
    assert sum(outcome.num_moves for outcome in outcomes) > 0
