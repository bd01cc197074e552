"""``kahuna arena``: let bots play many games and see who is stronger."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from kahuna.arena.plan import Plan
    from kahuna.arena.pool import Player
    from kahuna.arena.run import Run


def arena(
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            help="Two bots for a match, more for a round robin: names such as greedy, programs "
            "as 'cmd:python mybot.py', and NAME=BOT to give one another name.",
            show_default=False,
        ),
    ] = None,
    games: Annotated[
        int, typer.Option(help="Games that each two bots play; an odd number becomes even.", min=2)
    ] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    workers: Annotated[
        int | None, typer.Option(help="Processes to play in.", min=1, show_default="all cores")
    ] = None,
    rules: Annotated[
        str, typer.Option(help="An edition, with +1 or +2 for the variants.")
    ] = "kosmos-2015",
    journal: Annotated[
        Path | None,
        typer.Option(help="Write results there as they come; the same command goes on with it."),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Write the table there as JSON.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the ratings there as SVG.")] = None,
    records: Annotated[
        Path | None, typer.Option(help="Write all games there, one record a line.")
    ] = None,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(
            help="Stop a match when it is clear whether the first bot is ELO0 or ELO1 stronger.",
            metavar="ELO0 ELO1",
        ),
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            help="Play on the Ray at this address instead of this machine's cores; "
            "'local' starts one.",
            metavar="ADDRESS",
        ),
    ] = None,
    speed: Annotated[
        bool, typer.Option("--speed", help="Only measure games a second of random bots.")
    ] = False,
) -> None:
    """Let bots play many games and see who is stronger.

    Every deal is played twice with seats swapped, so luck with the cards weighs little. The table
    gives Elo with intervals in which the truth lies in 95 of 100 cases.

    Try:

      kahuna arena greedy random --games 400 --seed 1

      kahuna arena greedy random "cmd:python examples/protocol_bot.py" --games 40 --plot elo.svg

      kahuna arena new=greedy old=random --games 10000 --sprt 0 20 --journal run.jsonl

    A long run is best given a --journal: after Ctrl-C, a crash or a power cut the same command
    goes on where it was, and ends with the same table. More --games make it longer.
    """
    from rich.console import Console
    from rich.markup import escape

    from kahuna.arena.pool import num_cores
    from kahuna.core import KahunaError

    console = Console()
    workers = workers or num_cores()
    try:
        if speed:
            _show_speed(workers, games, console)
            return
        plan = _plan(bots or [], games, seed, rules, with_records=records is not None)
        play = _player(workers, ray)
        run = _carry_out(plan, play, journal, sprt)
        _write(run, out=out, plot=plot, records=records)
    except KahunaError as error:
        words = f"[bold red]kahuna arena:[/] {escape(str(error))}"
        Console(stderr=True).print(words, highlight=False, soft_wrap=True)
        raise typer.Exit(2) from None
    from kahuna.arena.show import show_run

    show_run(run, console)
    if not run.is_over:
        hint = "The same command goes on." if journal else "With --journal it could go on later."
        console.print(f"Stopped after {run.num_done} of {plan.num_tasks} pairs of games. {hint}")
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
        TextColumn("playing"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("pairs ·"),
        TimeElapsedColumn(),
        TextColumn("· left"),
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

    from kahuna.arena.errors import ArenaError
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
        raise ArenaError(f"{error.filename} cannot be written: {error.strerror}") from None


def _show_speed(workers: int, games: int, console: Console) -> None:
    """Measure a few times in turns, and compare the best of each."""
    from kahuna.arena.speed import measure

    best: dict[int, float] = {}
    for num, rate, cost in measure(workers, max(games // 2, 2 * workers)):
        best[num] = max(rate, best.get(num, 0.0))
        console.print(
            f"{num} worker{'s' * (num > 1)}: {rate:.1f} games a second, "
            f"{cost:.2f} ms of processor time a game"
        )
    console.print(
        f"best: {best[1]:.1f} on one core, {best[workers]:.1f} on {workers}: "
        f"{best[workers] / best[1]:.2f} times as many"
    )
