"""How long it takes to decide who of a crowded lobby plays whom, without storing the games.

python -m benchmarks.pairing [--json] [--people 2000]
"""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import Annotated

import typer

from benchmarks.figures import print_figures
from kahuna.hosting.community.pairing import Seeker, pair_up
from research.command import run


def crowd(num_people: int, seed: int = 1) -> list[Seeker]:
    """Return people who look for quick pairing; some have blocked others."""
    rng = Random(seed)
    return [
        Seeker(
            id=str(number),
            player=str(number),
            terms=rng.choice(("base", "variant")),
            rating=rng.gauss(1500, 300),
            since=rng.uniform(0, 60),
            avoids=frozenset(str(rng.randrange(num_people)) for _ in range(3)),
            last_opponent=str(rng.randrange(num_people)),
        )
        for number in range(num_people)
    ]


def main(
    people: Annotated[int, typer.Option(help="People in the lobby.")] = 2000,
    *,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure how long pairing takes."""
    lobby = crowd(people)
    began = perf_counter()
    pairs = pair_up(lobby, now=60)
    seconds = perf_counter() - began
    print_figures({"paired": 2 * len(pairs), "seconds": round(seconds, 4)}, as_json=json)


if __name__ == "__main__":
    run(main)
