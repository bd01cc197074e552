"""Make the puzzles that are shipped: ``python -m research.puzzles``.

``make FILE`` finds puzzles in games of the champion, on an accelerator (extra ``train``).
``make-last-turns FILE`` finds them in last turns, where results are exact. Both add to the file.
``grade FILE`` measures how hard they are. The file has one puzzle per line, sorted by id.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from math import inf
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Annotated, Final, TypeAlias

import typer

from kahuna.bots.networks import TEACHER
from kahuna.bots.neural import champion_weights
from kahuna.core import KahunaError
from kahuna.puzzles.puzzle import Puzzle, parse_puzzle
from kahuna.workers import num_cores
from research.command import OutputFile, run
from research.puzzles.difficulty import graded
from research.puzzles.puzzle_text import format_puzzle

GAMES: Final = 1000
"""Games of a round whose last turns are searched."""


Number: TypeAlias = Annotated[int, typer.Option(min=1, help="how many to add")]
Seed: TypeAlias = Annotated[int, typer.Option(min=0)]


class PuzzleFileError(KahunaError, ValueError):
    """A file does not contain puzzles."""


def make(
    file: OutputFile,
    number: Number = 1000,
    seed: Seed = 1,
    seconds: Annotated[float, typer.Option(min=0.0, help="stop after this time")] = 3600.0,
) -> None:
    """Find puzzles on an accelerator."""
    from research.jax_rollouts import on_device
    from research.puzzles.make import make_puzzles
    from research.puzzles.turn_evaluator import Sizes

    with _pool() as executor:
        rounds = make_puzzles(on_device(champion_weights(TEACHER)), Sizes(), executor, seed=seed)
        _add(file, rounds, number, seconds)


def make_last_turns(file: OutputFile, number: Number = 1000, seed: Seed = 1) -> None:
    """Find puzzles in last turns."""
    from research.puzzles.last_turns import last_turn_puzzles

    rounds = (
        list(last_turn_puzzles(champion_weights(TEACHER), GAMES, round_seed))
        for round_seed in count(1000 * seed)
    )
    _add(file, rounds, number, inf)


def grade(file: OutputFile) -> None:
    """Measure how hard the puzzles are."""
    with _pool() as executor:
        _write(file, [*executor.map(graded, _read(file).values(), chunksize=4)])


def _pool() -> ProcessPoolExecutor:
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # The processes share the cores.
    return ProcessPoolExecutor(num_cores(), mp_context=get_context("spawn"))


def _add(file: Path, rounds: Iterator[list[Puzzle]], number: int, limit: float) -> None:
    """Add puzzles round by round until there are enough, or time is up."""
    began = perf_counter()
    puzzles = _read(file) if file.exists() else {}
    wanted = len(puzzles) + number
    for found in rounds:
        puzzles |= {puzzle.id: puzzle for puzzle in found[: wanted - len(puzzles)]}
        seconds = perf_counter() - began
        print(f"{len(puzzles)} puzzles after {seconds:.0f} s", flush=True)
        _write(file, puzzles.values())
        if len(puzzles) >= wanted or seconds > limit:
            break


def _read(path: Path) -> dict[str, Puzzle]:
    puzzles = {}
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    for line_number, line in enumerate(lines, 1):
        try:
            puzzle = parse_puzzle(line)
        except (ValueError, TypeError, KeyError):
            raise PuzzleFileError(f"{path}, line {line_number}: this is not a puzzle") from None
        puzzles[puzzle.id] = puzzle
    return puzzles


def _write(path: Path, puzzles: Collection[Puzzle]) -> None:
    lines = [format_puzzle(puzzle) + "\n" for puzzle in sorted(puzzles, key=lambda p: p.id)]
    path.write_text("".join(lines), encoding="utf-8")
    for name in ("theme", "difficulty"):
        print(name, dict(Counter(str(getattr(p, name)) for p in puzzles).most_common()))


if __name__ == "__main__":
    run(make=make, make_last_turns=make_last_turns, grade=grade)
