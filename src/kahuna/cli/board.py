"""``kahuna board``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from kahuna.cli.errors import InputError
from kahuna.cli.localization import LanguageOption
from kahuna.cli.output_files import output_path, write_output
from kahuna.cli.texts import spoken

if TYPE_CHECKING:
    from kahuna.chart import ChartTexts
    from kahuna.terminal.render import Bridges


def board(
    svg: Annotated[str | None, typer.Option("--svg", metavar="FILE")] = None,
    night: Annotated[bool, typer.Option("--night")] = False,
    position: Annotated[str | None, typer.Option("--position", metavar="TEXT")] = None,
    plain: Annotated[bool, typer.Option("--plain")] = False,
    _language: LanguageOption = "",
) -> None:
    """Draw the map."""
    from kahuna.chart import chart_texts
    from kahuna.record import parse_position
    from kahuna.terminal import render
    from kahuna.terminal.console import ENDLESS, Console

    if night and svg is None:
        raise InputError(spoken().night_needs_svg)
    bridges = (0, 0) if position is None else parse_position(position).public.bridges
    said = chart_texts(spoken().language)
    if svg is not None:
        _draw(svg, bridges, said, is_night=night)
        return
    render.show_board(Console(is_plain=plain), bridges, said, rows=ENDLESS)


def _draw(svg: str, bridges: Bridges, said: ChartTexts, *, is_night: bool) -> None:
    from kahuna.chart import Look, draw_chart
    from kahuna.terminal.render import held

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
    write_output(output_path("--svg", svg), text)
