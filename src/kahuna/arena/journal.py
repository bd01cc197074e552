"""The journal of a run: one line for the plan, one for every pair of games played.

The journal is append-only and each pair is one line. A killed run leaves complete pairs and at
most one partial line at the end, which the next run cuts off. A pair that occurs twice counts
once.
"""

from __future__ import annotations

import json
import os
from contextlib import closing, suppress
from importlib import import_module
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Final

from kahuna.arena.errors import ArenaError
from kahuna.arena.pair import GameResult, PairResult
from kahuna.arena.plan import PairTask, Plan

FORMAT: Final = "kahuna-arena-journal"
VERSION: Final = 1
MAX_HEADER: Final = 1 << 24
"""Upper bound for the header line; a file with a longer first line is not a journal."""
SYNC_SECONDS: Final = 1.0
"""Seconds of results that a power cut may cost; killing the program loses nothing."""


class Journal:
    """An open journal with its results. Only one run can have it open."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self._path = path
        self._plan = plan
        self.results: dict[PairTask, PairResult] = {}
        try:
            # A pipe or a device could block, or never end.
            if path.exists() and not path.is_file():
                raise ArenaError(f"{path} is not a regular file; choose another one")
            self._file = path.open("a+b")
        except OSError as error:
            raise ArenaError(f"{path} cannot be opened: {error.strerror}") from None
        try:
            self._lock()
            self._go_on()
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
        try:
            with closing(self._file):
                self._sync()
        except OSError as failure:
            if error is None:
                raise self._is_full(failure) from None

    def append(self, result: PairResult) -> None:
        """Write the result of a task."""
        self.results.setdefault(result.task, result)
        try:
            self._file.write(format_result(result, self._plan))
            self._file.flush()
            if monotonic() - self._synced > SYNC_SECONDS:
                self._sync()
        except OSError as failure:
            raise self._is_full(failure) from None

    def _is_full(self, failure: OSError) -> ArenaError:
        return ArenaError(
            f"{self._path} cannot be written: {failure.strerror}; its results are kept, and the "
            "same command continues the run"
        )

    def _lock(self) -> None:
        """Lock out other runs where the system supports it; the lock ends with the process."""
        with suppress(ImportError):
            fcntl = import_module("fcntl")
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise ArenaError(f"{self._path} is in use by another run") from None

    def _go_on(self) -> None:
        """Read the results, cut off a partial line, and position the file for appending."""
        header = _encode({"format": FORMAT, "version": VERSION, "plan": self._plan.identity})
        self._file.seek(0)
        first = self._file.readline(MAX_HEADER)
        if header.startswith(first) and first != header:
            self._file.truncate(0)
            self._file.write(header)
            self._sync()
            return
        self._check_header(first)
        lines = self._file.read().splitlines(keepends=True)
        end = len(first)
        for number, line in enumerate(lines, 2):
            try:
                result = parse_result(line, self._plan)
            except ValueError as error:
                if number == len(lines) + 1:
                    break
                raise ArenaError(f"{self._path}, line {number}: {error}") from None
            self.results.setdefault(result.task, result)
            end += len(line)
        self._file.truncate(end)
        self._file.seek(end)

    def _check_header(self, line: bytes) -> None:
        try:
            header = json.loads(line)
        except (ValueError, RecursionError):
            header = None
        match header:
            case {"format": str(form), "version": int(version), "plan": dict(plan)} if (
                form == FORMAT and version == VERSION
            ):
                pass
            case _:
                raise ArenaError(f"{self._path} is not a journal of this version; choose another")
        identity = self._plan.identity
        for key in plan | identity:
            if plan.get(key) != identity.get(key):
                old, new = _shown(plan.get(key)), _shown(identity.get(key))
                raise ArenaError(
                    f"{self._path} belongs to another run ({key}: {old}, not {new}); "
                    "repeat the original command, or choose another file"
                )

    def _sync(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())
        self._synced = monotonic()


def format_result(result: PairResult, plan: Plan) -> bytes:
    """Format the line of a pair of games."""
    first, second = plan.pairings[result.task.pairing]
    return _encode(
        {
            "bots": [plan.entrants[first].name, plan.entrants[second].name],
            "pair": result.task.pair,
            "games": [game._asdict() for game in result.games],
        }
    )


def parse_result(line: bytes, plan: Plan) -> PairResult:
    """Parse the line of a pair; raise ``ValueError`` if it does not belong to the plan."""
    if not line.endswith(b"\n"):
        raise ValueError("the line is incomplete")
    names = [entrant.name for entrant in plan.entrants]
    with suppress(ValueError, TypeError, RecursionError):
        match json.loads(line):
            case {"bots": [first, second], "pair": int(pair), "games": [one, other]} if pair >= 0:
                pairing = plan.pairings.index((names.index(first), names.index(second)))
                return PairResult(PairTask(pairing, pair), (_game(one), _game(other)))
    raise ValueError("not a pair of games of this run")


def _game(data: object) -> GameResult:
    match data:
        case {
            "score": 0 | 0.5 | 1,
            "termination": str(),
            "num_plies": int(),
            "moves": [int(mine), int(theirs)],
            "seconds": [float() | int() as fast, float() | int() as slow],
            "forfeit": str() | None,
            "record": str() | None,
            "luck": float() | int() | None,
        }:
            assert isinstance(data, dict)
            return GameResult(**data | {"moves": (mine, theirs), "seconds": (fast, slow)})
        case _:
            raise ValueError("not a game")


def _encode(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=True, separators=(",", ":")).encode("ascii") + b"\n"


def _shown(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(
            str(pair[0] if isinstance(pair, list) and pair else pair) for pair in value
        )
    return str(value)
