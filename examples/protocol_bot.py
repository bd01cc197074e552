"""A bot as a separate program: kahuna play --bot "cmd:python examples/protocol_bot.py".

It speaks the protocol of docs/bot-protocol.md and needs nothing but Python. It builds where it has
most bridges already, removes bridges when it cannot build, and otherwise takes any card.
"""

import json
import sys
from random import Random


def say(**message: object) -> None:
    print(json.dumps(message), flush=True)


def worth(move: str, own: list[str]) -> int:
    """Prefer building beside many own bridges, then removing, then drawing."""
    if move[0] in "+!=":
        return 10 + sum(bool(set(move[1:3]) & set(line)) for line in own)
    return {"-": 5, "<": 2, ".": 1, "x": 0}[move[0]]


seat, rng = 0, Random()
say(type="hello", protocol=1, name="bridge builder")
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "new_game":
        seat, rng = message["seat"], Random(message["seed"])
    elif message["type"] == "view":
        own = message["bridges"][seat]
        move = max(message["legal"], key=lambda token: (worth(token, own), rng.random()))
        say(type="bestmove", id=message["id"], move=move)
    elif message["type"] == "quit":
        break
