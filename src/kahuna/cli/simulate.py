"""``kahuna simulate``."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer

from kahuna.cli.errors import INTERRUPTED, InputError, fail
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
from kahuna.cli.progress import progress
from kahuna.cli.speech import LanguageOption
from kahuna.cli.words import spoken
from kahuna.language import counted

if TYPE_CHECKING:
    from kahuna.match.simulate import Tally
    from kahuna.record import GameRecord


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
    from kahuna.match.simulate import Tally
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
    records = play_games(ruleset, makers, seed=seed, numbers=numbers, first=starter)
    tally = Tally()
    with progress(spoken().playing, games) as advance:
        _write(out, _counted(records, tally, advance), tally)
    _say_summary(tally, bots)


def _counted(
    records: Iterable[GameRecord], tally: Tally, advance: Iterator[None]
) -> Iterator[GameRecord]:
    for record in records:
        tally.add(record)
        next(advance)
        yield record


def _write(out: str, records: Iterator[GameRecord], tally: Tally) -> None:
    """Write the records beside the file, and give them its name when they are complete."""
    from kahuna.record import format_record

    if out == "-":
        for record in records:
            sys.stdout.write(format_record(record) + "\n")
        sys.stdout.flush()
        return
    path = _target(out)
    partial = path.with_name(path.name + ".partial")
    done = 0
    try:
        with _opened(partial) as file:
            for record in records:
                file.write(format_record(record) + "\n")
                done += 1
        os.replace(partial, path)
    except KeyboardInterrupt:
        if done:
            fail(counted(spoken().stopped_games, done).format(done=done, path=partial), INTERRUPTED)
        partial.unlink(missing_ok=True)
        fail(counted(spoken().stopped, done).format(done=done), INTERRUPTED)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise InputError(spoken().cannot_write.format(path=path, problem=error.strerror)) from None


@contextmanager
def _opened(path: Path) -> Iterator[IO[str]]:
    """A file whose contents are on the disk when it is closed, however that comes about."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        try:
            yield file
        finally:
            file.flush()
            os.fsync(file.fileno())


def _target(out: str) -> Path:
    """The file that is meant, which must be an ordinary one or none yet."""
    try:
        path = Path(out).resolve()
        if path.is_dir():
            raise InputError(spoken().is_folder.format(path=out))
        if path.exists() and not path.is_file():
            raise InputError(spoken().not_a_file.format(path=out))
    except (OSError, ValueError) as error:
        raise InputError(
            spoken().cannot_write.format(path=ascii(out[:80]), problem=error)
        ) from None
    return path


def _say_summary(tally: Tally, bots: tuple[str, str]) -> None:
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
    print(*lines, sep="\n", file=sys.stderr)
