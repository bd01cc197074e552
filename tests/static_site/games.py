"""Play games between the levels that need no network; print a hash of each record.

Runs in CPython and in the browser's Python, and must print the same.
"""

from __future__ import annotations

import sys
from hashlib import sha256

from kahuna.bots import LEVELS
from kahuna.core import Ruleset
from kahuna.match.simulate import simulate_game
from kahuna.record import format_record

KEYS = ("pua", "kimo", "leilani", "keoni", "makoa", "noelani")


def hashes(number: int) -> list[str]:
    """Return the hashes of this many games, each between two of the levels."""
    found = []
    for game in range(number):
        white, black = KEYS[game % len(KEYS)], KEYS[game // len(KEYS) % len(KEYS)]
        bots = (LEVELS[white].make, LEVELS[black].make)
        record = simulate_game(Ruleset(), bots, seed=game, number=game).record
        found.append(sha256(format_record(record).encode()).hexdigest()[:16])
    return found


if __name__ == "__main__":
    print(*hashes(int(sys.argv[1])), sep="\n")
