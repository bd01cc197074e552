"""Make the puzzles that are shipped: ``python -m research.puzzles``.

``campaign FOLDER`` verifies puzzles and finds new ones in games of the champion, on an accelerator
(extra ``train``); ``verify FOLDER`` only counts how many of the shipped ones are right.
``make-last-turns FILE`` finds puzzles in last turns, where results are exact, and adds them to the
file. ``grade FILE`` measures how hard puzzles are, and ``reasons`` counts those with a concrete
reason. A file has one puzzle per line, sorted by id.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from itertools import count
from math import inf
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import typer

from kahuna.bots.neural import champion_weights
from kahuna.hosting.learn.puzzles import has_concrete_reason
from kahuna.puzzles.puzzle import Puzzle, load_puzzles
from research.command import OutputFile, run
from research.puzzles.difficulty import graded
from research.puzzles.files import puzzle_pool, read_puzzles, write_puzzles

GAMES: Final = 1000
"""Games of a round whose last turns are searched."""


Number: TypeAlias = Annotated[int, typer.Option(min=1, help="how many to add")]
Seed: TypeAlias = Annotated[int, typer.Option(min=0)]


def campaign(
    folder: Annotated[Path, typer.Argument(exists=True, file_okay=False, writable=True)],
    seconds: Annotated[float, typer.Option(min=0.0, help="stop after this time")] = 300.0,
    seed: Seed = 1,
    puzzles: Annotated[
        Path | None, typer.Option(exists=True, dir_okay=False, help="puzzles to verify")
    ] = None,
) -> None:
    """Verify puzzles, by default those that are shipped, then find new ones."""
    from research.puzzles.campaign import verify_and_make

    known = load_puzzles() if puzzles is None else list(read_puzzles(puzzles).values())
    verify_and_make(known, folder, seconds=seconds, seed=seed)


def verify(
    folder: Annotated[Path, typer.Argument(exists=True, file_okay=False, writable=True)],
    seed: Seed = 2,
) -> None:
    """Verify the puzzles that are shipped on fresh worlds, and count those that are right."""
    from research.puzzles.campaign import verify_and_make

    verify_and_make(load_puzzles(), folder, seconds=inf, seed=seed, makes_new=False)


def make_last_turns(file: OutputFile, number: Number = 1000, seed: Seed = 1) -> None:
    """Find puzzles in last turns."""
    from research.puzzles.last_turns import last_turn_puzzles

    puzzles = read_puzzles(file) if file.exists() else {}
    wanted = len(puzzles) + number
    for round_seed in count(1000 * seed):
        for puzzle in last_turn_puzzles(champion_weights("champion-1"), GAMES, round_seed):
            if len(puzzles) < wanted:
                puzzles[puzzle.id] = puzzle
        _write(file, puzzles.values())
        if len(puzzles) >= wanted:
            break


def grade(file: OutputFile) -> None:
    """Measure how hard the puzzles are."""
    with puzzle_pool() as executor:
        _write(file, [*executor.map(graded, read_puzzles(file).values(), chunksize=4)])


def reasons() -> None:
    """Count the shipped puzzles whose solution has a concrete reason, and list the others."""
    vague = [puzzle.id for puzzle in load_puzzles() if not has_concrete_reason(puzzle)]
    number = len(load_puzzles())
    print(
        f"{number - len(vague)} of {number} puzzles have a concrete reason; not {' '.join(vague)}"
    )


def _write(path: Path, puzzles: Collection[Puzzle]) -> None:
    write_puzzles(path, puzzles)
    print(f"{len(puzzles)} puzzles", flush=True)
    for name in ("edition", "theme", "difficulty"):
        print(name, dict(Counter(str(getattr(p, name)) for p in puzzles).most_common()))


if __name__ == "__main__":
    run(
        campaign=campaign,
        verify=verify,
        make_last_turns=make_last_turns,
        grade=grade,
        reasons=reasons,
    )
