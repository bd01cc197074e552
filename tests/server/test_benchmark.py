"""The server benchmark."""

from __future__ import annotations

import pytest
from benchmarks.server import measure


@pytest.mark.slow
def test_the_benchmark_measures_a_short_load():
    result = measure(3, 1.0)
    assert result["moves"] > 0
    assert result["refused"] == 0
    assert 0 < result["p50_ms"] <= result["p99_ms"]
