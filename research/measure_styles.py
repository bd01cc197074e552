"""Measure what a player notices about the levels: how each plays against the same opponent.

python -m research.measure_styles --games 200 --seed 1
python -m research.measure_styles --games 400 keanu mahina ikaika
"""

from __future__ import annotations

from random import Random
from statistics import mean, stdev
from typing import Annotated, Final, NamedTuple

import typer

from kahuna.bots import LEVELS
from kahuna.core import Decline, DrawPile, Remove, Ruleset, Seat, TakeOpen, size
from kahuna.match import Authority, RandomChance
from research.command import run

KEYS: Final = tuple(key for key, level in LEVELS.items() if not level.searches)
"""The levels that decide fast enough."""


class Habits(NamedTuple):
    """How a level played one game."""

    removals: float
    hand: float
    """Average number of cards at the end of its turns."""
    blind: float
    """The share of its cards that came from the pile, in percent."""
    bridges: float
    """Average number of bridges on the board at the end of its turns."""


def play(key: str, opponent: str, seed: int) -> Habits:
    """Play a game; the level has White if the seed is even."""
    seat = Seat(seed % 2)
    authority = Authority(Ruleset(), RandomChance(Random(f"{seed}/chance")))
    bots = {
        seat: LEVELS[key].make(Random(f"{seed}/{key}")),
        seat.other: LEVELS[opponent].make(Random(f"{seed}/opponent")),
    }
    removals = 0
    drawn: list[bool] = []
    hands: list[int] = []
    bridges: list[int] = []
    while (mover := authority.mover) is not None:
        view = authority.view(mover)
        action = bots[mover].decide(view)
        authority.act(mover, action)
        if mover is not seat:
            continue
        removals += isinstance(action, Remove)
        if isinstance(action, DrawPile | TakeOpen):
            drawn.append(isinstance(action, DrawPile))
        if isinstance(action, DrawPile | TakeOpen | Decline):
            hands.append(size(view.cards) + (not isinstance(action, Decline)))
            bridges.append(sum(lines.bit_count() for lines in view.public.bridges))
    return Habits(removals, mean(hands), 100 * mean(drawn), mean(bridges))


def main(
    only: Annotated[list[str] | None, typer.Argument(help="levels; all by default")] = None,
    games: Annotated[int, typer.Option(min=2)] = 200,
    against: Annotated[str, typer.Option(help="the opponent")] = "kanaloa",
    seed: int = 1,
) -> None:
    """Print a table in Markdown, line by line: means and standard deviations over games."""
    keys = only or KEYS
    if unknown := {*keys, against} - set(KEYS):
        raise typer.BadParameter(f"{', '.join(unknown)}: choose from {', '.join(KEYS)}")
    print("| level | removals | cards in hand | from the pile, % | bridges on the board |")
    print("|---|---:|---:|---:|---:|")
    for key in keys:
        played = [play(key, against, seed * 1_000_000 + number) for number in range(games)]
        cells = (
            f"{mean(column):.2f} ± {stdev(column):.2f}" for column in zip(*played, strict=True)
        )
        print(f"| {key} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    run(main)
