"""``kahuna board``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kahuna.cli.errors import InputError
from kahuna.cli.words import ENGLISH as WORDS

if TYPE_CHECKING:
    from kahuna.terminal.show import Bridges


def board(
    svg: Annotated[
        str, typer.Option("--svg", metavar="FILE", help="Draw a picture; - is standard out.")
    ] = "",
    night: Annotated[bool, typer.Option("--night", help="The picture by night.")] = False,
    position: Annotated[
        str, typer.Option("--position", metavar="TEXT", help="Show this position.")
    ] = "",
    plain: Annotated[bool, typer.Option("--plain", help="One sentence an island, no map.")] = False,
) -> None:
    """The map."""
    from kahuna.record import parse_position
    from kahuna.terminal import show
    from kahuna.terminal.console import ENDLESS, TerminalConsole

    if night and not svg:
        raise InputError(WORDS.night_needs_svg)
    bridges = parse_position(position).public.bridges if position else (0, 0)
    if svg:
        _draw(svg, bridges, is_night=night)
        return
    console = TerminalConsole(is_plain=plain)
    if plain:
        console.write(show.island_sentences(bridges))
    else:
        drawn = show.draw_map(
            bridges, columns=console.columns, rows=ENDLESS, is_ascii=console.is_ascii
        )
        console.show_map(drawn)


def _draw(svg: str, bridges: Bridges, *, is_night: bool) -> None:
    from kahuna.chart import Look, draw_chart
    from kahuna.terminal.saved import write_whole
    from kahuna.terminal.show import held

    look = Look.NIGHT if is_night else Look.DAY
    text = draw_chart(bridges=bridges, stones=held(bridges), look=look)
    if svg == "-":
        sys.stdout.write(text)
        return
    try:
        write_whole(Path(svg), text)
    except (OSError, ValueError) as error:
        problem = error.strerror if isinstance(error, OSError) else error
        raise InputError(WORDS.cannot_write.format(path=ascii(svg[:80]), problem=problem)) from None
