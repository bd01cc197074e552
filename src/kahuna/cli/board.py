"""``kahuna board``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kahuna.cli.errors import InputError
from kahuna.cli.speech import LanguageOption
from kahuna.cli.targets import cannot_write
from kahuna.cli.words import spoken

if TYPE_CHECKING:
    from kahuna.chart import Words as MapWords
    from kahuna.terminal.show import Bridges


def board(
    svg: Annotated[str, typer.Option("--svg", metavar="FILE")] = "",
    night: Annotated[bool, typer.Option("--night")] = False,
    position: Annotated[str, typer.Option("--position", metavar="TEXT")] = "",
    plain: Annotated[bool, typer.Option("--plain")] = False,
    _language: LanguageOption = "",
) -> None:
    """The map."""
    from kahuna.record import parse_position
    from kahuna.terminal import show
    from kahuna.terminal.console import ENDLESS, TerminalConsole
    from kahuna.terminal.words import words_in

    if night and not svg:
        raise InputError(spoken().night_needs_svg)
    bridges = parse_position(position).public.bridges if position else (0, 0)
    said = words_in(spoken().language).map
    if svg:
        _draw(svg, bridges, said, is_night=night)
        return
    console = TerminalConsole(is_plain=plain)
    if plain:
        console.write(show.island_sentences(bridges, said))
    else:
        drawn = show.draw_map(
            bridges, columns=console.columns, rows=ENDLESS, words=said, is_ascii=console.is_ascii
        )
        console.show_map(drawn)


def _draw(svg: str, bridges: Bridges, said: MapWords, *, is_night: bool) -> None:
    from kahuna.chart import Look, draw_chart
    from kahuna.terminal.saved import write_whole
    from kahuna.terminal.show import held

    look = Look.NIGHT if is_night else Look.DAY
    text = draw_chart(
        bridges=bridges,
        stones=held(bridges),
        look=look,
        title=spoken().picture_title,
        words=said,
    )
    if svg == "-":
        sys.stdout.write(text)
        return
    try:
        write_whole(Path(svg), text)
    except (OSError, ValueError) as error:
        raise cannot_write(Path(svg), error) from None
