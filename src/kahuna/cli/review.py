"""``kahuna review``."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from kahuna.cli.errors import InputError
from kahuna.cli.localization import LanguageOption
from kahuna.cli.output_files import output_path, write_output
from kahuna.cli.progress import progress
from kahuna.cli.replay import choose_game
from kahuna.cli.texts import spoken
from kahuna.i18n import ENGLISH

if TYPE_CHECKING:
    from kahuna.coach import Review
    from kahuna.hosting.study.review import ReviewedDecision, ReviewReportOut
    from kahuna.record import GameRecord

BARS: Final = "▁▂▃▄▅▆▇█"


def review(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    game: Annotated[int | None, typer.Option("--game", metavar="K")] = None,
    html: Annotated[str | None, typer.Option("--html", metavar="FILE")] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
    budget: Annotated[int, typer.Option("--budget", metavar="N", min=1)] = 60_000,
    seed: Annotated[int, typer.Option("--seed", metavar="S", min=0)] = 1,
    _language: LanguageOption = "",
) -> None:
    """Grade the decisions of a finished game."""
    from kahuna.workers import use_idle_cores

    use_idle_cores()

    from kahuna.hosting.study.review import render_review
    from kahuna.record.game_files import read_text, sources

    page = None if html is None else output_path("--html", html)
    source = choose_game(sources(read_text(file), str(file)), file, game)
    record = source.game()
    if record.outcome is None:
        raise InputError(spoken().review_unfinished.format(where=source.where))
    if not record.plies:
        raise InputError(spoken().review_no_move.format(where=source.where))
    found = _run(record, source.where, budget, seed)
    if page is not None:
        from kahuna.cli.review_page import make_page

        write_output(page, make_page(found, render_review(found, spoken().language)))
    if as_json:
        print(json.dumps(render_review(found, ENGLISH), ensure_ascii=False))
    elif page is None:
        _show(render_review(found, spoken().language))


def _run(record: GameRecord, where: str, budget: int, seed: int) -> Review:
    from kahuna.coach import review as review_game
    from kahuna.record import RecordError

    with progress(spoken().reviewing) as tell:

        def tell_part(part: float) -> None:
            tell(int(100 * part), 100)

        try:
            return review_game(record, seed=seed, budget=budget, progress=tell_part)
        except RecordError as error:
            raise error.at(where) from None


def _show(report: ReviewReportOut) -> None:
    from rich.console import Console
    from rich.markup import escape

    from kahuna.cli.tables import show_table
    from kahuna.hosting.study.review import errors_of

    said, console = spoken(), Console(highlight=False)
    white, black = report["white"]["player"], report["black"]["player"]
    console.print(escape(said.review_title.format(white=white, black=black)))
    room = console.width - len(said.review_curve)
    console.print(escape(said.review_curve.format(curve=sparkline(report["values"], room))))
    for line in ledger_lines(report):
        console.print(escape(line))
    moments = errors_of(report)
    if not moments:
        console.print(escape(said.review_no_errors))
        return
    show_table(console, said.review_header, [_row(report, moment) for moment in moments])
    for moment in moments:
        for reason in moment["reasons"]:
            console.print(escape(said.review_reason.format(ply=moment["ply"], reason=reason)))


def ledger_lines(report: ReviewReportOut) -> list[str]:
    """Return the summary and one line per player."""
    form = spoken().review_seat
    return [
        *report["summary"],
        *(
            form.format(
                player=seat["player"],
                skill=f"{seat['skill']:+.0f}",
                error=f"{seat['skill_error']:.0f}",
                luck=f"{seat['luck']:+.0f}",
                hidden=f"{seat['hidden']:+.0f}",
            )
            for seat in (report["white"], report["black"])
        ),
    ]


def _row(report: ReviewReportOut, moment: ReviewedDecision) -> tuple[str, ...]:
    return (
        str(moment["ply"]),
        report[moment["seat"]]["player"],
        moment["label_text"],
        f"{moment['loss']:.0f} ± {moment['error']:.0f}",
        moment["played"]["words"],
        moment["better"]["words"],
    )


def sparkline(values: Sequence[float], width: int) -> str:
    """Draw White's chance as a row of bars of at most this width."""
    step = -(-len(values) // max(10, width))
    picked = values[::step]
    if (sys.stdout.encoding or "").lower().replace("-", "") != "utf8":
        return " ".join(f"{value:.0f}" for value in picked)
    return "".join(BARS[min(int(value / 100 * len(BARS)), len(BARS) - 1)] for value in picked)
