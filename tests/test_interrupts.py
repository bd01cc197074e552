"""Ctrl-C at any moment of a command: exit status 130, at most one line, no traceback.

The child interrupts itself at its n-th function call after Ctrl-C was first taken care of, so
nothing here depends on how fast a machine is.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

INTERRUPT_ITSELF = """
import os, signal, sys

def profile(frame, event, _):
    global calls
    if event == "call" and (calls or frame.f_code.co_name == "exit_on_interrupt"):
        calls += 1
        if calls == int(os.environ["INTERRUPT_AT"]):
            sys.setprofile(None)
            os.kill(os.getpid(), signal.SIGINT)

calls = 0
signal.signal(signal.SIGINT, signal.default_int_handler)  # Background jobs ignore it.
sys.setprofile(profile)
"""
KAHUNA = ("-c", "from kahuna.__main__ import main; main()")
"""What the console script does."""


def interrupt(folder, at, *arguments):
    """Run Python with a Ctrl-C at its n-th call; return the exit status and what it complains."""
    (folder / "sitecustomize.py").write_text(INTERRUPT_ITSELF, encoding="utf-8")
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "INTERRUPT_AT": str(at)}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=Path(__file__).parents[1],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("at", [20, 300, 1000, 3000, 10_000, 30_000, 60_000])
def test_ctrl_c_while_the_command_line_starts_up(tmp_path, at):
    status, complaint = interrupt(tmp_path, at, *KAHUNA, "rules", "R1.1")
    assert status == 130
    assert complaint in ("", "kahuna: stopped\n")


@pytest.mark.parametrize(
    "module", ["kahuna", "benchmarks.server", "benchmarks.server_load", "research.findings"]
)
@pytest.mark.parametrize("at", [20, 5000])
def test_ctrl_c_while_a_module_starts_up(tmp_path, module, at):
    status, complaint = interrupt(tmp_path, at, "-m", module)
    assert status == 130
    assert complaint in ("", "stopped\n", "kahuna: stopped\n")
