"""The server benchmark."""

from __future__ import annotations

import asyncio

import pytest
from benchmarks import broadcast
from benchmarks.cluster import measure_cluster
from benchmarks.server import measure


def test_the_broadcast_benchmark_counts_the_same_bytes_every_time():
    one, two = (asyncio.run(broadcast.measure(1, 2)) for _ in range(2))
    assert one["bytes_per_change"] == two["bytes_per_change"] > 0


@pytest.mark.slow
def test_the_benchmark_measures_a_short_load():
    result = measure(3, 1.0)
    assert result["moves"] > 0
    assert result["refused"] == 0
    assert 0 < result["p50_ms"] <= result["p99_ms"]


@pytest.mark.slow
def test_the_benchmark_measures_nodes_that_share_their_games():
    result = measure_cluster(2, 4, 1.0, 0.0)
    assert result["refused"] == 0
    assert 0 < result["arrival_p50_ms"] <= result["arrival_p99_ms"]
    parts = ("nodes", "postgres", "redis")
    assert result["cpu_ms_per_move"] == pytest.approx(
        sum(result[f"{part}_cpu_ms_per_move"] for part in parts), abs=0.01
    )
