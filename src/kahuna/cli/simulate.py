"""``kahuna simulate``."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kahuna.cli.errors import InputError, fail, print_error
from kahuna.cli.localization import LanguageOption
from kahuna.cli.options import (
    DEFAULT_EDITION,
    EditionOption,
    FirstOption,
    HandicapOption,
    HandicapSeatOption,
    Variant1Option,
    Variant2Option,
    read_bot,
    read_ruleset,
    read_seat,
)
from kahuna.cli.output_files import output_path
from kahuna.cli.progress import progress
from kahuna.cli.texts import spoken
from kahuna.i18n import counted
from kahuna.interrupts import INTERRUPTED

if TYPE_CHECKING:
    from kahuna.match.simulate import OutcomeCounts, Simulated


def simulate(
    games: Annotated[int, typer.Option("--games", metavar="N", min=1)],
    white: Annotated[str, typer.Option("--white", metavar="BOT")],
    black: Annotated[str, typer.Option("--black", metavar="BOT")],
    out: Annotated[str, typer.Option("--out", metavar="FILE")],
    seed: Annotated[int, typer.Option("--seed", metavar="S")] = 0,
    start: Annotated[int, typer.Option("--from", metavar="K", min=1)] = 1,
    edition: EditionOption = DEFAULT_EDITION,
    variant1: Variant1Option = False,
    variant2: Variant2Option = False,
    handicap: HandicapOption = 0,
    handicap_seat: HandicapSeatOption = "",
    first: FirstOption = "random",
    _language: LanguageOption = "",
) -> None:
    """Let two bots play."""
    from kahuna.bots.spec import parse_spec
    from kahuna.match.simulate import OutcomeCounts
    from kahuna.match.simulate import simulate as play_games

    ruleset = read_ruleset(
        edition,
        variant1=variant1,
        variant2=variant2,
        handicap=handicap,
        handicap_seat=handicap_seat,
    )
    bots = read_bot("--white", white), read_bot("--black", black)
    numbers = range(start, start + games)
    starter = read_seat("--first", first)
    makers = (parse_spec(bots[0]), parse_spec(bots[1]))
    played = play_games(ruleset, makers, seed=seed, numbers=numbers, first=starter)
    tally = OutcomeCounts()
    with progress(spoken().playing) as tell:
        _write(out, _counted(played, tally, lambda number: tell(number, games)))
    _say_summary(tally, bots)


def _counted(
    games: Iterable[Simulated], tally: OutcomeCounts, tell: Callable[[int], None]
) -> Iterator[Simulated]:
    """Count games as they pass through."""
    for number, game in enumerate(games, 1):
        tally.add(game)
        tell(number)
        yield game


def _write(out: str, games: Iterable[Simulated]) -> None:
    """Write the records to a partial file, and rename it when it is complete."""
    if out == "-":
        for game in games:
            sys.stdout.write(game.line() + "\n")
        sys.stdout.flush()
        return
    written = _Written(output_path("--out", out).resolve())
    try:
        for game in games:
            written.add(game.line())
        written.complete()
    except KeyboardInterrupt:
        written.keep()
        stopped = counted(spoken().stopped, written.done).format(done=written.done)
        fail(f"{spoken().interrupted}; {written}" if written.done else stopped, INTERRUPTED)
    except Exception as error:
        written.keep()
        if written.done and isinstance(error, InputError):
            raise InputError(f"{error}; {written}") from None
        if written.done:
            print_error(str(written))
        raise


class _Written:
    """A file of games that gets its name when it is complete; until then it is a partial file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._partial = path.with_name(path.name + ".partial")
        self.done = 0
        with self._writing():
            self._file = self._partial.open("wb", buffering=0)

    def __str__(self) -> str:
        """Return the path of the finished games."""
        form = counted(spoken().kept_games, self.done)
        return form.format(done=self.done, path=self._partial)

    def add(self, line: str) -> None:
        """Write one game: the whole line, or nothing."""
        rest = memoryview(f"{line}\n".encode())
        with self._writing():
            before = self._file.tell()
            try:
                while rest:
                    rest = rest[self._file.write(rest) :]
            except BaseException:
                self._file.truncate(before)
                raise
        self.done += 1

    def complete(self) -> None:
        """Flush everything to disk and rename the file."""
        with self._writing():
            os.fsync(self._file.fileno())
            self._file.close()
            os.replace(self._partial, self._path)

    def keep(self) -> None:
        """Keep the games written so far, if there are any."""
        if self.done:
            with suppress(OSError, ValueError):
                os.fsync(self._file.fileno())
        self._file.close()
        if not self.done:
            self._partial.unlink(missing_ok=True)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Report errors here as errors of the file, not of the games."""
        try:
            yield
        except OSError as error:
            problem = spoken().cannot_write.format(path=self._path, problem=error.strerror)
            raise InputError(problem) from None


def _say_summary(tally: OutcomeCounts, bots: tuple[str, str]) -> None:
    from kahuna.core import Seat

    games, ends = tally.winners.total(), spoken().terminations
    lines = (
        counted(spoken().summary, games).format(
            games=games,
            white=bots[0],
            black=bots[1],
            wins=tally.winners[Seat.WHITE],
            losses=tally.winners[Seat.BLACK],
            draws=tally.winners[None],
        ),
        spoken().summary_ends.format(
            ends=", ".join(f"{ends[kind]} {n}" for kind, n in tally.terminations.most_common())
        ),
    )
    forfeits = (f"{spoken().lost_outside} {n} × {why}" for why, n in tally.forfeits.most_common())
    print(*lines, *forfeits, sep="\n", file=sys.stderr)
