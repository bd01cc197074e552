"""``kahuna arena``: let bots play many games and see who is stronger."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kahuna.cli.errors import InputError
from kahuna.cli.speech import LanguageOption
from kahuna.cli.words import spoken
from kahuna.language import counted

if TYPE_CHECKING:
    from rich.console import Console

    from kahuna.arena.plan import Plan
    from kahuna.arena.pool import Player
    from kahuna.arena.run import Run


def arena(
    bots: Annotated[list[str] | None, typer.Argument(metavar="BOT", show_default=False)] = None,
    games: Annotated[int, typer.Option(metavar="N", min=2)] = 100,
    seed: Annotated[int, typer.Option(metavar="S")] = 0,
    workers: Annotated[
        int | None, typer.Option(metavar="N", min=1, show_default="all cores")
    ] = None,
    rules: Annotated[str, typer.Option(metavar="E")] = "kosmos-2015",
    journal: Annotated[Path | None, typer.Option(metavar="FILE")] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE")] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE")] = None,
    records: Annotated[Path | None, typer.Option(metavar="FILE")] = None,
    sprt: Annotated[tuple[float, float] | None, typer.Option(metavar="ELO0 ELO1")] = None,
    ray: Annotated[str | None, typer.Option(metavar="ADDRESS")] = None,
    speed: Annotated[bool, typer.Option("--speed")] = False,
    _language: LanguageOption = "",
) -> None:
    """Let bots play many games."""
    from rich.console import Console
    from rich.markup import escape

    from kahuna.arena.pool import num_cores
    from kahuna.core import KahunaError

    console = Console(emoji=False)  # search:100: is a name and no picture.
    workers = workers or num_cores()
    try:
        if speed:
            _show_speed(workers, games, console)
            return
        plan = _plan(bots or [], games, seed, rules, with_records=records is not None)
        play = _player(workers, ray)
        run = _carry_out(plan, play, journal, sprt)
        _write(run, out=out, plot=plot, records=records)
    except (KahunaError, InputError) as error:
        form = "{message}" if isinstance(error, InputError) else spoken().in_english
        problem = escape(form.format(message=error))
        complaint = f"[bold red]{spoken().arena_complaint}[/] {problem}"
        Console(stderr=True, emoji=False).print(complaint, highlight=False, soft_wrap=True)
        raise typer.Exit(2) from None
    from kahuna.cli.standings import show_run

    show_run(run, console)
    if not run.is_over:
        hint = spoken().arena_goes_on if journal else spoken().arena_could_go_on
        said = spoken().arena_stopped.format(done=run.num_done, total=plan.num_tasks, hint=hint)
        console.print(said)
        raise typer.Exit(130)


def _plan(bots: list[str], games: int, seed: int, rules: str, *, with_records: bool) -> Plan:
    from kahuna.arena.plan import Plan, parse_entrants
    from kahuna.record import parse_ruleset

    return Plan(
        parse_entrants(bots),
        (games + 1) // 2,
        seed=seed,
        ruleset=parse_ruleset(rules),
        with_records=with_records,
    )


def _player(workers: int, ray: str | None) -> Player:
    if ray is not None:
        from kahuna.arena.ray_player import ray_player

        return ray_player(ray)
    from kahuna.arena.pool import player

    return player(workers)


def _carry_out(
    plan: Plan, play: Player, path: Path | None, sprt: tuple[float, float] | None
) -> Run:
    """Play with a progress bar; an interrupted run is returned as far as it came."""
    from contextlib import nullcontext, suppress

    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from kahuna.arena.journal import Journal
    from kahuna.arena.run import Run, carry_out
    from kahuna.arena.sprt import Sprt

    run = Run(plan, None if sprt is None else Sprt(*sprt))
    progress = Progress(
        TextColumn(spoken().playing),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(spoken().arena_pairs),
        TimeElapsedColumn(),
        TextColumn(spoken().arena_left),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        speed_estimate_period=600,
    )
    bar = progress.add_task("pairs", total=plan.num_tasks)
    context = nullcontext() if path is None else Journal(path, plan)
    with context as journal, progress, suppress(KeyboardInterrupt):
        carry_out(
            run,
            play,
            journal=journal,
            on_pair=lambda: progress.update(bar, completed=run.num_done),
        )
    return run


def _write(run: Run, *, out: Path | None, plot: Path | None, records: Path | None) -> None:
    """Write the files that were asked for."""
    import json

    from kahuna.arena.plot import draw_standings
    from kahuna.arena.table import report, tabulate

    try:
        if out is not None:
            out.write_text(json.dumps(report(run), indent=2, ensure_ascii=False) + "\n", "utf-8")
        if plot is not None:
            plot.write_text(draw_standings(tabulate(run.plan, run.results)), "utf-8")
        if records is not None:
            lines = (game.record for result in run.results for game in result.games)
            records.write_text("".join(f"{line}\n" for line in lines if line is not None), "utf-8")
    except OSError as error:
        problem = spoken().cannot_write.format(path=error.filename, problem=error.strerror)
        raise InputError(problem) from None


def _show_speed(workers: int, games: int, console: Console) -> None:
    """Measure a few times in turns, and compare the best of each."""
    from kahuna.arena.speed import measure

    best: dict[int, float] = {}
    for num, rate, cost in measure(workers, max(games // 2, 2 * workers)):
        best[num] = max(rate, best.get(num, 0.0))
        form = counted(spoken().arena_speed, num)
        console.print(form.format(number=num, rate=rate, cost=cost))
    factor = best[workers] / best[1]
    form = spoken().arena_best
    console.print(form.format(one=best[1], many=best[workers], number=workers, factor=factor))
