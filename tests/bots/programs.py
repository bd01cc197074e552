"""Programs that play, well or badly, as commands."""

import shlex
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "protocol_bot.py"

HELLO = """
import json, os, signal, subprocess, sys, time
def say(**message):
    print(json.dumps(message), flush=True)
def views():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "view":
            yield message
say(type="hello", protocol=1, name="tester")
"""

PLAYS = HELLO + "for v in views(): say(type='bestmove', id=v['id'], move=v['legal'][-1])\n"


def command(code: str) -> str:
    """The command that runs a piece of Python."""
    return shlex.join([sys.executable, "-c", code])


def example() -> str:
    """The command that runs the example of the documentation."""
    return shlex.join([sys.executable, str(EXAMPLE)])
