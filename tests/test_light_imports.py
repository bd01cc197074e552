"""The game runs where there are no processes, signals, sockets and threads, as under Pyodide."""

import subprocess
import sys

import pytest

BLOCK = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in blocked:
            raise ImportError(f"{name} is blocked")

blocked = set(sys.argv[1].split())
for name in [name for name in sys.modules if name.partition(".")[0] in blocked]:
    del sys.modules[name]
sys.meta_path.insert(0, Blocked())
"""
ABSENT = (
    "numpy jax rich typer click pydantic "
    "multiprocessing subprocess concurrent asyncio signal socket selectors"
)


def run(code, blocked):
    return subprocess.run(
        [sys.executable, "-c", BLOCK + code, blocked], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    "module",
    [
        "kahuna",
        "kahuna.core",
        "kahuna.record",
        "kahuna.match",
        "kahuna.match.simulate",
        "kahuna.match.transitions",
        "kahuna.bots",
        "kahuna.bots.spec",
    ],
)
def test_a_module_needs_only_the_portable_part_of_the_standard_library(module):
    done = run(f"import {module}", f"{ABSENT} threading")
    assert done.returncode == 0, done.stderr


def test_a_game_is_played_without_processes_and_numpy():
    # Reading texts imports `zipfile`, which imports `threading` but starts no thread.
    code = "import kahuna; print(kahuna.Game(seed=1).play('greedy', 'search:3').termination)"
    done = run(code, ABSENT)
    assert (done.returncode, done.stdout) == (0, "points\n"), done.stderr


def test_networks_that_are_passed_in_play_without_numpy():
    code = """
from random import Random
import kahuna
from kahuna.bots import LEVELS
from kahuna.core import legal_actions
from kahuna.bots.networks import NUM_OUTPUTS, add_network
from kahuna.encoding import INPUT_SIZES

def forward(inputs, outputs):
    num = len(inputs) // size
    assert len(inputs) == num * size and len(outputs) == num * NUM_OUTPUTS
    for i in range(num):
        outputs[i * NUM_OUTPUTS : (i + 1) * NUM_OUTPUTS] = inputs[i * size :][:NUM_OUTPUTS]

for name, version in (("champion-1", 1), ("champion", 2)):
    size = INPUT_SIZES[version]
    add_network(name, size, forward)
    print(kahuna.Game(seed=1).play(name, "greedy").termination)
view = kahuna.Game(seed=1).view()
print(LEVELS["pele"].make(Random(1)).decide(view) in legal_actions(view))
"""
    done = run(code, ABSENT)
    assert (done.returncode, done.stdout) == (0, "points\npoints\nTrue\n"), done.stderr


def test_importing_the_package_ignores_the_command_line():
    code = """
import signal, sys
sys.argv, sys.orig_argv = ["-m"], ["python", "-m", "kahuna.server"]
before = signal.getsignal(signal.SIGINT)
import kahuna
assert signal.getsignal(signal.SIGINT) is before
"""
    done = run(code, "numpy")
    assert done.returncode == 0, done.stderr
