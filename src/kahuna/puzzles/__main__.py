"""Make the puzzles that are shipped: ``python -m kahuna.puzzles``.

``make FILE`` finds puzzles in games of the champion, on an accelerator (extra ``train``).
``make-last-turns FILE`` finds them in last turns, where results are exact. Both add to the file.
``grade FILE`` measures how hard they are. The file has one puzzle per line, sorted by id.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from math import inf
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Final

from kahuna.bots.networks import TEACHER
from kahuna.bots.neural import champion_weights
from kahuna.command import make_parser, number, output_file, run, whole
from kahuna.core import KahunaError
from kahuna.puzzles.difficulty import graded
from kahuna.puzzles.puzzle import Puzzle, format_puzzle, parse_puzzle
from kahuna.workers import num_cores

GAMES: Final = 1000
"""Games of a round whose last turns are searched."""


class PuzzleFileError(KahunaError, ValueError):
    """A file does not contain puzzles."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Parse the command line."""
    parser = make_parser("kahuna.puzzles", __doc__)
    commands = parser.add_subparsers(required=True, dest="command")
    making = commands.add_parser("make", help="find puzzles on an accelerator")
    ending = commands.add_parser("make-last-turns", help="find puzzles in last turns")
    grading = commands.add_parser("grade", help="measure how hard the puzzles are")
    for command in (making, ending, grading):
        command.add_argument("file", type=output_file)
    for command in (making, ending):
        command.add_argument("--number", type=whole(1), default=1000, help="how many to add")
        command.add_argument("--seed", type=whole(0), default=1)
    making.add_argument("--seconds", type=number(0.0), default=3600.0, help="stop after this time")
    options = parser.parse_args(arguments)
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # The processes share the cores.
    puzzles = {}
    if options.command == "grade" or options.file.exists():
        puzzles = _read(options.file)
    match options.command:
        case "make":
            _add(options, puzzles, _make(options.seed))
        case "make-last-turns":
            _add(options, puzzles, _make_last_turns(options.seed))
        case _:
            with _pool() as executor:
                graded_ones = executor.map(graded, puzzles.values(), chunksize=4)
                puzzles = {puzzle.id: puzzle for puzzle in graded_ones}
    _write(options.file, puzzles.values())
    for name in ("theme", "difficulty"):
        values = (str(getattr(puzzle, name)) for puzzle in puzzles.values())
        print(name, dict(Counter(values).most_common()))
    return 0


def _pool() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(num_cores(), mp_context=get_context("spawn"))


def _make(seed: int) -> Iterator[list[Puzzle]]:
    from kahuna.puzzles.make import make_puzzles, playing_weights
    from kahuna.puzzles.turn_evaluator import Sizes

    with _pool() as executor:
        yield from make_puzzles(playing_weights(), Sizes(), executor, seed=seed)


def _make_last_turns(seed: int) -> Iterator[list[Puzzle]]:
    from kahuna.puzzles.last_turns import last_turn_puzzles

    for round_seed in count(1000 * seed):
        yield list(last_turn_puzzles(champion_weights(TEACHER), GAMES, round_seed))


def _add(
    options: argparse.Namespace, puzzles: dict[str, Puzzle], rounds: Iterator[list[Puzzle]]
) -> None:
    """Add puzzles round by round until there are enough, or time is up."""
    began = perf_counter()
    wanted = len(puzzles) + options.number
    for found in rounds:
        puzzles |= {puzzle.id: puzzle for puzzle in found[: wanted - len(puzzles)]}
        seconds = perf_counter() - began
        print(f"{len(puzzles)} puzzles after {seconds:.0f} s", flush=True)
        _write(options.file, puzzles.values())
        if len(puzzles) >= wanted or seconds > getattr(options, "seconds", inf):
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


def _write(path: Path, puzzles: Iterable[Puzzle]) -> None:
    lines = [format_puzzle(puzzle) + "\n" for puzzle in sorted(puzzles, key=lambda p: p.id)]
    path.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    run(main)
