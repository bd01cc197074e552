"""Verify puzzles and make new ones within a given time, writing every result at once.

It needs JAX, NumPy and optax, and no other package.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Final

from kahuna.bots.network import shape_of
from kahuna.bots.networks import CHAMPION
from kahuna.bots.neural import champion_weights
from kahuna.puzzles.puzzle import Puzzle
from research.jax_rollouts import on_device
from research.puzzles.files import puzzle_pool, write_puzzles
from research.puzzles.make import compile_all, make_puzzles
from research.puzzles.turn_evaluator import Sizes
from research.puzzles.verify import verify_puzzles

NETWORKS: Final = ("champion-1", CHAMPION)
"""The networks that puzzles are verified with; the first has no memory."""


def verify_and_make(
    puzzles: Sequence[Puzzle],
    folder: Path,
    *,
    seconds: float,
    seed: int = 1,
    sizes: Sizes | None = None,
    networks: Sequence[str] = NETWORKS,
    makes_new: bool = True,
) -> None:
    """Verify puzzles, then make new ones until the time is up, if new ones are wanted.

    ``verified.jsonl`` gets the puzzles that stay, ``checks.jsonl`` the figures of all, and
    ``made.jsonl`` new ones, which have no difficulty yet.
    """
    began = perf_counter()
    sizes = Sizes() if sizes is None else sizes
    weights = [on_device(champion_weights(name)) for name in networks]
    assert shape_of(weights[0]).version == 1

    def log(text: str) -> None:
        print(f"{perf_counter() - began:6.1f} s: {text}", flush=True)

    with puzzle_pool() as executor:
        compile_all(weights, sizes)
        log("compiled")
        kept: list[Puzzle] = []
        num = 0
        with (folder / "checks.jsonl").open("w", encoding="utf-8") as checks:
            for check in verify_puzzles(weights, sizes, executor, puzzles, seed=seed):
                num += 1
                checks.write(json.dumps(check.as_json()) + "\n")
                if check.is_good:
                    kept.append(check.puzzle)
                if num % 100 == 0 or num == len(puzzles):
                    checks.flush()
                    write_puzzles(folder / "verified.jsonl", kept)
                    log(f"{len(kept)} of {num} puzzles are right")
                if perf_counter() - began > seconds:
                    break
        write_puzzles(folder / "verified.jsonl", kept)
        log(f"{len(kept)} of {num} puzzles are right")
        if not makes_new:
            return
        made: dict[str, Puzzle] = {}
        for found in make_puzzles(weights, sizes, executor, seed=seed):
            made |= {puzzle.id: puzzle for puzzle in found}
            write_puzzles(folder / "made.jsonl", made.values())
            log(f"{len(made)} new puzzles")
            if perf_counter() - began > seconds:
                break
        executor.shutdown(cancel_futures=True)
