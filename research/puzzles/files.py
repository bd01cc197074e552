"""Files with one puzzle per line, and the processes that work on them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from kahuna.core import KahunaError
from kahuna.puzzles.puzzle import Puzzle, parse_puzzle
from kahuna.workers import num_cores
from research.puzzles.puzzle_text import format_puzzle


class PuzzleFileError(KahunaError, ValueError):
    """A file does not contain puzzles."""


def puzzle_pool() -> ProcessPoolExecutor:
    """Start one worker process per core."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # The processes share the cores.
    return ProcessPoolExecutor(num_cores(), mp_context=get_context("spawn"))


def read_puzzles(path: Path) -> dict[str, Puzzle]:
    """Read a file with one puzzle per line, by id."""
    puzzles = {}
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    for line_number, line in enumerate(lines, 1):
        try:
            puzzle = parse_puzzle(line)
        except (ValueError, TypeError, KeyError):
            raise PuzzleFileError(f"{path}, line {line_number}: this is not a puzzle") from None
        puzzles[puzzle.id] = puzzle
    return puzzles


def write_puzzles(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Write one puzzle per line, sorted by id."""
    lines = [format_puzzle(puzzle) + "\n" for puzzle in sorted(puzzles, key=lambda p: p.id)]
    path.write_text("".join(lines), encoding="utf-8")
