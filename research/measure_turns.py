"""Compare bots turn by turn: each plays the same turns, and the champion plays on.

python -m research.measure_turns champion champion:2s --positions 100 --seed 1

Positions come from self-play of the champion. Each bot plays one turn, with what its seat can see.
Then playouts to the end of the game, with the true hidden cards, estimate the result (1, 0 or -1).
The table shows how much better than the first bot each one does per turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from math import sqrt
from multiprocessing import get_context
from random import Random
from time import perf_counter
from typing import Annotated, NamedTuple

import numpy as np
import typer
from rich.progress import track

from kahuna.batch import from_core, memories_from_core
from kahuna.bots.core_rollouts import BY_POLICY
from kahuna.bots.neural import champion_weights
from kahuna.bots.policy_bot import PolicyBot
from kahuna.bots.rollouts import rollout
from kahuna.bots.spec import make_bot
from kahuna.core import (
    NO_CARDS,
    Ruleset,
    Seat,
    State,
    Turn,
    TurnActivity,
    legal_actions,
    recollect,
)
from kahuna.encoding import Memory, remember
from kahuna.match import Authority, RandomChance
from kahuna.workers import num_cores
from research.command import run

LATEST = 110
"""Decisions after which a game is looked at, at the latest."""
JUDGES = 64
"""Playouts that evaluate a turn."""
MAX_DECISIONS = 300
"""Decisions per playout, enough for the rest of a game."""


class Measured(NamedTuple):
    """The value of a turn to its player, and the seconds per decision."""

    value: float
    seconds: float


def play_until(seed: int, stop: int) -> Authority | None:
    """Play a game of the champion to the first turn after some decisions, if it gets that far."""
    authority = Authority(Ruleset(), RandomChance(Random(seed)))
    bot = PolicyBot(Random(seed))
    while (seat := authority.mover) is not None:
        view = authority.view(seat)
        phase = view.public.phase
        is_start = isinstance(phase, Turn) and phase.activity is TurnActivity.NOTHING
        if stop <= 0 and is_start and len(legal_actions(view)) > 1:
            return authority
        authority.act(seat, bot.decide(view))
        stop -= 1
    return None


def measure(bots: Sequence[str], seed: int) -> list[Measured]:
    """Let every bot play the same turn; none if the game ended before."""
    stop = Random(seed).randrange(LATEST)
    found = []
    for spec in bots:
        authority = play_until(seed, stop)
        if authority is None:
            return []
        found.append(play_turn(authority, spec, seed))
    return found


def play_turn(authority: Authority, spec: str, seed: int) -> Measured:
    """Let a bot play a turn and evaluate what it leads to."""
    seat = authority.mover
    assert seat is not None
    bot = make_bot(spec, Random(seed))
    turn = authority.view(seat).public.turn
    times = []
    while authority.mover is seat and (view := authority.view(seat)).public.turn == turn:
        began = perf_counter()
        action = bot.decide(view)
        times.append(perf_counter() - began)
        authority.act(seat, action)
    return Measured(evaluate(authority, seat, seed), float(np.mean(times)))


def evaluate(authority: Authority, seat: Seat, seed: int) -> float:
    """Estimate the result for a seat by playouts with the true hidden cards."""
    white, black = (authority.view(each) for each in Seat)
    if (outcome := authority.outcome) is not None:
        return 0.0 if outcome.winner is None else 1.0 if outcome.winner is seat else -1.0
    public, private = white.public, (white.own, black.own)
    located = public.open_cards + public.discards + sum(each.hand + each.buried for each in private)
    state = State(white.ruleset, public, private, white.ruleset.board.deck - located)
    start = Memory.at_start((NO_CARDS, NO_CARDS))
    memory = remember(white.ruleset, white.history, start)
    states = from_core([state] * JUDGES, memories=[memory] * JUDGES, seed=seed)
    remembered = (recollect(white).of(Seat.WHITE), recollect(black).of(Seat.BLACK))
    played = rollout(
        states,
        memories_from_core([remembered] * JUDGES),
        np.full(JUDGES, BY_POLICY),
        np.arange(JUDGES),
        horizon=MAX_DECISIONS,
        weights=champion_weights(),
        seed=seed,
    )
    return float(played.values.mean()) * (-1 if seat else 1)


def main(
    bots: Annotated[list[str], typer.Argument(help="by name, the first one for comparison")],
    positions: Annotated[int, typer.Option(min=2)] = 100,
    seed: int = 1,
    workers: Annotated[int, typer.Option(min=1)] = num_cores(),
) -> None:
    """Print a table in Markdown."""
    seeds = [seed * 1_000_000 + i for i in range(4 * positions)]
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        results = pool.map(partial(measure, bots), seeds)
        turns = islice(filter(None, results), positions)
        found = [*track(turns, total=positions)]
        pool.shutdown(cancel_futures=True)
    values = np.array([[each.value for each in turn] for turn in found])
    seconds = np.array([[each.seconds for each in turn] for turn in found]).mean(axis=0)
    print("| bot | gain per turn | seconds per decision |\n|---|---|---|")
    for i, spec in enumerate(bots):
        gains = values[:, i] - values[:, 0]
        error = 1.96 * gains.std() / sqrt(len(gains))
        print(f"| {spec} | {gains.mean():+.4f} ± {error:.4f} | {seconds[i]:.3f} |")


if __name__ == "__main__":
    run(main)
