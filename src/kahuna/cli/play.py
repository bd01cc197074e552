"""``kahuna play``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kahuna.cli.errors import InputError
from kahuna.cli.localization import LanguageOption
from kahuna.cli.options import (
    DEFAULT_EDITION,
    EditionOption,
    FirstOption,
    HandicapOption,
    HandicapSeatOption,
    Variant1Option,
    Variant2Option,
    choose,
    read_bot,
    read_ruleset,
    read_seat,
)
from kahuna.cli.output_files import check_output
from kahuna.cli.texts import spoken

if TYPE_CHECKING:
    from kahuna.core import Ruleset, Seat
    from kahuna.terminal.saved_games import Bots
    from kahuna.terminal.terminal_game import TerminalGame


def play(
    ctx: typer.Context,
    bot: Annotated[str | None, typer.Option("--bot", metavar="BOT")] = None,
    seat: Annotated[str, typer.Option("--seat", metavar="SEAT")] = "",
    edition: EditionOption = DEFAULT_EDITION,
    variant1: Variant1Option = False,
    variant2: Variant2Option = False,
    handicap: HandicapOption = 0,
    handicap_seat: HandicapSeatOption = "",
    first: FirstOption = "random",
    white: Annotated[str, typer.Option("--white", metavar="NAME")] = "",
    black: Annotated[str, typer.Option("--black", metavar="NAME")] = "",
    seed: Annotated[str, typer.Option("--seed", metavar="S")] = "",
    plain: Annotated[bool, typer.Option("--plain")] = False,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE")] = None,
    resume: Annotated[Path | None, typer.Option("--resume", metavar="FILE")] = None,
    _language: LanguageOption = "",
) -> None:
    """Play in the terminal."""
    from kahuna.terminal.console import Console
    from kahuna.terminal.play_screen import PlayScreen
    from kahuna.terminal.texts import terminal_texts

    if save is not None:
        _check_save(save, resume)
    if resume is not None:
        _check_resume(ctx)
        game = _resumed(resume, bot)
    else:
        ruleset = read_ruleset(
            edition,
            variant1=variant1,
            variant2=variant2,
            handicap=handicap,
            handicap_seat=handicap_seat,
        )
        bots = _bots(bot, seat)
        starter = read_seat("--first", first)
        game = _new_game(ruleset, bots, (white, black), seed, starter)
    console = Console(is_plain=plain)
    path = save or resume or _automatic_path()
    screen = PlayScreen(game, console, path=path, words=terminal_texts(spoken().language))
    try:
        status = screen.run(is_resumed=resume is not None)
    finally:
        game.close()
    raise typer.Exit(status)


def _check_save(path: Path, resumed: Path | None) -> None:
    """Overwrite an existing file only if it holds the game that is resumed."""
    check_output(path)
    if path.exists() and not (resumed is not None and path.resolve() == resumed.resolve()):
        raise InputError(spoken().save_exists.format(path=path))


def _check_resume(ctx: typer.Context) -> None:
    """Reject options that a saved game already determines."""
    for name in ctx.params:
        source = ctx.get_parameter_source(name)
        is_given = source is not None and source.name == "COMMANDLINE"
        if is_given and name not in ("resume", "save", "plain", "bot", "_language"):
            option = "--" + name.replace("_", "-")
            raise InputError(
                spoken().not_with.format(option=option, other="--resume", why=spoken().resume_keeps)
            )


def _resumed(path: Path, bot: str | None) -> TerminalGame:
    """Load a saved game. A file alone never starts a program: the bot must be given again."""
    from secrets import token_hex

    from kahuna.bots.spec import BotSpecError
    from kahuna.record import RecordError
    from kahuna.record.game_files import read_text, sources
    from kahuna.terminal.saved_games import SavedGame, parse_seating
    from kahuna.terminal.terminal_game import TerminalGame

    text = read_text(path)
    games = sources(text, str(path))
    if len(games) > 1:
        raise InputError(spoken().many_games.format(path=path, count=len(games)))
    record = games[0].game()
    try:
        bots, seed = parse_seating(text) or ((None, None), token_hex(8))
    except RecordError as error:
        raise error.at(str(path)) from None
    again = None if bot is None else read_bot("--bot", bot)
    programs = [name for name in bots if name is not None and name.startswith("cmd:")]
    if programs and again is None:
        raise InputError(spoken().program_again.format(path=path, program=programs[0]))
    white, black = (None if name is None else again or name for name in bots)
    try:
        return TerminalGame.resume(SavedGame(record, (white, black), seed))
    except RecordError as error:
        raise error.at(str(path)) from None
    except BotSpecError as error:
        problem = spoken().in_english.format(message=error)
        raise InputError(spoken().bot_again.format(path=path, problem=problem)) from None


def _bots(bot: str | None, seat: str) -> Bots:
    """Assign the bot to a seat; by default the person plays White."""
    from kahuna.core import Seat, seat_of

    if bot is None:
        if seat:
            raise InputError(spoken().bot_missing)
        return None, None
    key = read_bot("--bot", bot)
    person = seat_of(choose("--seat", seat or "white", ("white", "black")))
    return (None, key) if person is Seat.WHITE else (key, None)


def _new_game(
    ruleset: Ruleset, bots: Bots, names: tuple[str, str], seed: str, first: Seat | None
) -> TerminalGame:
    from secrets import token_hex

    from kahuna.bots.spec import display_name
    from kahuna.terminal.terminal_game import TerminalGame

    white, black = (
        _name(option, name) if name else display_name(bot) if bot else None
        for option, name, bot in zip(("--white", "--black"), names, bots, strict=True)
    )
    return TerminalGame.new(
        ruleset, players=(white, black), bots=bots, seed=seed or token_hex(8), first=first
    )


def _name(option: str, name: str) -> str:
    from kahuna.record.game_record import MAX_NAME

    if not name.strip() or len(name) > MAX_NAME or not name.isprintable():
        shown = ascii(name[:40])
        raise InputError(spoken().bad_name.format(option=option, most=MAX_NAME, value=shown))
    return name.strip()


def _automatic_path() -> Path:
    import os
    from datetime import datetime

    from kahuna.terminal.saved_games import automatic_path

    return automatic_path(os.environ, datetime.now())
