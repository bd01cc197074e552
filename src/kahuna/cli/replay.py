"""``kahuna replay``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kahuna.cli.errors import BAD_INPUT, InputError, print_error
from kahuna.cli.localization import LanguageOption
from kahuna.cli.progress import progress
from kahuna.cli.texts import spoken
from kahuna.i18n import counted

if TYPE_CHECKING:
    from kahuna.record import GameRecord
    from kahuna.record.game_files import Source


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    game: Annotated[int | None, typer.Option("--game", metavar="K")] = None,
    verify: Annotated[bool, typer.Option("--verify")] = False,
    at: Annotated[int | None, typer.Option("--at", metavar="PLY")] = None,
    plain: Annotated[bool, typer.Option("--plain")] = False,
    _language: LanguageOption = "",
) -> None:
    """Look at recorded games."""
    from kahuna.record.game_files import read_text, sources

    found = sources(read_text(file), str(file))
    if verify:
        if game is not None or at is not None:
            raise InputError(spoken().verify_alone)
        _verify(found)
        return
    source = choose_game(found, file, game)
    _show(source, source.game(), at=at, is_plain=plain)


def choose_game(found: list[Source], file: Path, game: int | None) -> Source:
    """Return the game with this number, or the first one and say so."""
    number = 1 if game is None else game
    if not 1 <= number <= len(found):
        form = counted(spoken().no_game, len(found))
        raise InputError(form.format(path=file, count=len(found), number=number))
    if game is None and len(found) > 1:
        print(spoken().one_of_many.format(number=number, count=len(found)), file=sys.stderr)
    return found[number - 1]


def _show(source: Source, record: GameRecord, *, at: int | None, is_plain: bool) -> None:
    from kahuna.record import RecordError, format_game
    from kahuna.terminal.console import Console
    from kahuna.terminal.replay_screen import ReplayScreen, verify
    from kahuna.terminal.texts import terminal_texts

    said = terminal_texts(spoken().language)
    try:
        if at is not None:
            screen = ReplayScreen(record, Console(is_plain=is_plain), said)
            if not 0 <= at <= screen.last:
                form = counted(spoken().no_ply, screen.last)
                raise InputError(form.format(count=screen.last, number=at))
            screen.show(at)
        elif sys.stdin.isatty() and sys.stdout.isatty():
            ReplayScreen(record, Console(is_plain=is_plain), said).step_through()
        else:
            sys.stdout.write(format_game(record))
            verify(record)
    except RecordError as error:
        raise error.at(source.where) from None


def _verify(found: list[Source]) -> None:
    """Check every game; name each broken one with its first wrong ply."""
    from kahuna.record import RecordError
    from kahuna.terminal.replay_screen import verify

    problems = []
    with progress(spoken().verifying) as tell:
        for number, source in enumerate(found, 1):
            try:
                record = source.game()
                try:
                    verify(record)
                except RecordError as error:
                    raise error.at(source.where) from None
            except RecordError as error:
                problems.append(str(error))
            tell(number, len(found))
    for problem in problems:
        print_error(spoken().in_english.format(message=problem))
    form = counted(spoken().verified, len(found))
    print(form.format(fine=len(found) - len(problems), count=len(found)))
    if problems:
        raise typer.Exit(BAD_INPUT)
