"""The tests run in the background too, where shells let programs ignore Ctrl-C."""

import subprocess
import sys
from pathlib import Path

CONFTEST = Path(__file__).parents[1] / "conftest.py"
CODE = """
import runpy, subprocess, sys
runpy.run_path(sys.argv[1])
show = "import signal; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
subprocess.run([sys.executable, "-c", show], check=True)
"""


def test_programs_that_tests_start_can_be_interrupted():
    done = subprocess.run(
        ["sh", "-c", 'trap "" INT; exec "$@"', "sh", sys.executable, "-c", CODE, CONFTEST],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert done.stdout == "True\n"
