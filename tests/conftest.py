"""Settings for all tests. Hypothesis is repeatable where ``CI`` is set, and explores elsewhere."""

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("default"), derandomize=True)
settings.register_profile("mutants", settings.get_profile("ci"), phases=[Phase.generate])
settings.load_profile("ci" if os.environ.get("CI") else "default")

if "MUTANT_UNDER_TEST" in os.environ:
    # That a mutant fails is enough; nobody asks for the smallest example.
    settings.load_profile("mutants")
    if not hasattr(pytest.Item, "_nodeid"):
        # mutmut 3.8 asks for an attribute that pytest 9.2 no longer has.
        pytest.Item._nodeid = property(lambda item: item.nodeid)


# Whatever language whoever runs the tests reads.
os.environ["KAHUNA_LANGUAGE"] = "en"

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # So it is in `make test &`. Programs that tests start and interrupt would inherit it.
    signal.signal(signal.SIGINT, signal.default_int_handler)

HERE = Path(__file__).parent
SLOW = (
    "arena",
    "batch",
    "cluster",
    "differential",
    "e2e",
    "envs",
    "analysis",
    "server",
    "train",
    "test_examples.py",
)
"""What starts servers, processes and engines: together that takes too long for `make quick`."""


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.is_relative_to(HERE) and item.path.relative_to(HERE).parts[0] in SLOW:
            item.add_marker(pytest.mark.slow)
