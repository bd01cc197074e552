"""The journal of a run: one line for the plan, one for every pair of games played.

Lines are only ever added, and a pair is written as one line, so whenever a run is killed the
journal holds whole pairs and at most one torn line at its end, which is cut off when the run goes
on. A pair counts once, however often it is there.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Final

from kahuna.arena.errors import ArenaError
from kahuna.arena.plan import Plan, Task
from kahuna.arena.play import GameResult, PairResult

FORMAT: Final = "kahuna-arena-journal"
VERSION: Final = 1
SYNC_SECONDS: Final = 1.0
"""How much time of a run a power cut may cost; killing the program costs nothing written."""


class Journal:
    """An open journal: what is in it, and a place for more. Only one run may have it open."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self._path = path
        self._plan = plan
        self.results: dict[Task, PairResult] = {}
        try:
            path.touch()
            self._file = path.open("r+b")
        except OSError as error:
            raise ArenaError(f"{path} cannot be opened: {error.strerror}") from None
        try:
            self._lock()
            self._go_on(self._file.read())
        except BaseException:
            self._file.close()
            raise
        self._synced = monotonic()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._sync()
        self._file.close()

    def append(self, result: PairResult) -> None:
        """Write down what came of a task."""
        self.results.setdefault(result.task, result)
        self._file.write(format_result(result, self._plan))
        self._file.flush()
        if monotonic() - self._synced > SYNC_SECONDS:
            self._sync()

    def _lock(self) -> None:
        """Keep other runs out, where the system has such locks; the end of the process unlocks."""
        with suppress(ImportError):
            fcntl = import_module("fcntl")
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise ArenaError(f"{self._path} is in use by another run") from None

    def _go_on(self, content: bytes) -> None:
        """Take what is there, cut off what was torn, and be ready to write behind it."""
        header = _encode({"format": FORMAT, "version": VERSION, "plan": self._plan.identity})
        if header.startswith(content):
            self._file.seek(0)
            self._file.write(header)
            self._sync()
            return
        lines = content.splitlines(keepends=True)
        self._check_header(lines[0])
        end = len(lines[0])
        for number, line in enumerate(lines[1:], 2):
            try:
                result = parse_result(line, self._plan)
            except ValueError as error:
                if number == len(lines):
                    break
                raise ArenaError(f"{self._path}, line {number}: {error}") from None
            self.results.setdefault(result.task, result)
            end += len(line)
        self._file.truncate(end)
        self._file.seek(end)

    def _check_header(self, line: bytes) -> None:
        try:
            header = json.loads(line)
            plan = header["plan"]
            is_ours = header["format"] == FORMAT and header["version"] == VERSION
        except (ValueError, KeyError, TypeError):
            is_ours = False
        if not is_ours:
            raise ArenaError(f"{self._path} is no journal of this version; choose another file")
        for key, value in self._plan.identity.items():
            if plan.get(key) != value:
                old, new = _shown(plan.get(key)), _shown(value)
                raise ArenaError(
                    f"{self._path} belongs to another run ({key}: {old}, not {new}); "
                    "go on with the same command, or choose another file"
                )

    def _sync(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())
        self._synced = monotonic()


def format_result(result: PairResult, plan: Plan) -> bytes:
    """The line of a pair of games."""
    first, second = plan.pairings[result.task.pairing]
    return _encode(
        {
            "bots": [plan.entrants[first].name, plan.entrants[second].name],
            "pair": result.task.pair,
            "games": [game._asdict() for game in result.games],
        }
    )


def parse_result(line: bytes, plan: Plan) -> PairResult:
    """The pair of games of a line; raises ``ValueError`` if it is not one of the plan."""
    if not line.endswith(b"\n"):
        raise ValueError("the line is not complete")
    names = [entrant.name for entrant in plan.entrants]
    try:
        data = json.loads(line)
        first, second = (names.index(name) for name in data["bots"])
        task = Task(plan.pairings.index((first, second)), int(data["pair"]))
        one, other = (_game(game) for game in data["games"])
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ValueError("this is no pair of games of this run") from None
    return PairResult(task, (one, other))


def _game(data: dict[str, object]) -> GameResult:
    game = GameResult(**data)  # type: ignore[arg-type]
    if game.score not in (0, 0.5, 1):
        raise ValueError(f"a score is 0, 0.5 or 1, not {game.score}")
    return game._replace(moves=_two(game.moves), seconds=_two(game.seconds))


def _two(values: tuple[int, int] | tuple[float, float]) -> tuple[int, int]:
    first, second = values
    return first, second  # type: ignore[return-value]


def _encode(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=True, separators=(",", ":")).encode("ascii") + b"\n"


def _shown(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(str(pair[0]) for pair in value)
    return str(value)
