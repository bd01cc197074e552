"""Settings for all tests. Hypothesis is repeatable where ``CI`` is set, and explores elsewhere."""

import gc
import logging
import os
import signal
from itertools import chain, compress
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

# What JAX compiles for a test runs so briefly that optimising it takes most of the time. The newer
# of XLA's two code generators for fused operations compiles this code half as fast as the older.
os.environ.setdefault("JAX_DISABLE_MOST_OPTIMIZATIONS", "1")
os.environ.setdefault(
    "XLA_FLAGS", "--xla_cpu_use_fusion_emitters=false --xla_cpu_parallel_codegen_split_count=1"
)

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # So it is in `make test &`. Programs that tests start and interrupt would inherit it.
    signal.signal(signal.SIGINT, signal.default_int_handler)

HERE = Path(__file__).parent
SLOW = (
    "arena",
    "batch",
    "cli/test_bad_input.py",
    "cli/test_review.py",
    "cluster",
    "coach",
    "conformance/test_perft.py",
    "differential",
    "e2e",
    "envs",
    "findings",
    "hosting",
    "privacy",
    "server",
    "static_site",
    "train",
    "test_docs.py",
    "test_examples.py",
    "test_workers.py",
)
"""What starts servers, processes and engines: together that takes too long for `make quick`."""


def is_slow(path):
    if not path.is_relative_to(HERE):
        return False
    parts = path.relative_to(HERE).parts
    return parts[0] in SLOW or "/".join(parts[:2]) in SLOW


def pytest_ignore_collect(collection_path, config):
    """Do not even import slow tests for `make quick`: that would take most of its time."""
    if config.option.markexpr == "not slow" and collection_path != HERE:
        return is_slow(collection_path) or None
    return None


def pytest_collection_modifyitems(config, items):
    if workers := getattr(config, "workerinput", {}).get("workercount"):
        items[:] = slow_first(items, workers)
    for item in items:
        if is_slow(item.path):
            item.add_marker(pytest.mark.slow)


def pytest_terminal_summary(terminalreporter):
    """Name the tests that passed only at the second attempt, and show why they failed at first."""
    failed = {report.nodeid for report in terminalreporter.stats.get("failed", [])}
    for report in terminalreporter.stats.get("rerun", []):
        if report.nodeid in failed:
            continue
        terminalreporter.section(f"FLAKY {report.nodeid}", sep="-", yellow=True)
        terminalreporter.line(str(report.longrepr))


def pytest_collection_finish():
    """Exempt the imported modules from garbage collection: they stay, and they are many."""
    gc.collect()
    gc.freeze()


def slow_first(items, num_workers):
    """Let every worker begin with slow tests: a long one that comes last would run alone.

    pytest-xdist cuts the list into one part per worker. Tests of a file stay together, because
    they share servers and compiled functions.
    """
    slow_ones = [item.get_closest_marker("slow") is not None for item in items]
    files = {}
    for item in compress(items, slow_ones):
        files.setdefault(item.path, []).append(item)
    quick = [item for item, slow in zip(items, slow_ones, strict=True) if not slow]
    ordered = []
    for number in range(num_workers):
        slow = list(chain(*list(files.values())[number::num_workers]))
        size = (len(items) - len(ordered)) // (num_workers - number)
        num_quick = max(0, size - len(slow)) if number < num_workers - 1 else len(quick)
        ordered += slow + quick[:num_quick]
        del quick[:num_quick]
    return ordered


@pytest.fixture(autouse=True)
def restored_logging():
    """Remove the log handlers of a command that ran in this process.

    They write to a stream that was replaced for the test and is closed afterwards, so that whatever
    another test logs would cause "I/O operation on closed file".
    """
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    for handler in root.handlers[:]:
        if handler not in handlers:
            root.removeHandler(handler)
    root.setLevel(level)
