"""``kahuna arena``: let bots play many games to find out who is stronger."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kahuna.cli.errors import BAD_INPUT, InputError, print_error
from kahuna.cli.localization import LanguageOption
from kahuna.cli.options import list_bots
from kahuna.cli.output_files import check_output, write_output
from kahuna.cli.progress import progress
from kahuna.cli.texts import spoken
from kahuna.i18n import counted
from kahuna.interrupts import INTERRUPTED

if TYPE_CHECKING:
    from rich.console import Console

    from kahuna.arena.plan import PairTask, Plan
    from kahuna.arena.pool import PairRunner, Results
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
    luck_adjusted: Annotated[bool, typer.Option("--luck-adjusted")] = False,
    speed: Annotated[bool, typer.Option("--speed")] = False,
    _language: LanguageOption = "",
) -> None:
    """Let bots play many games."""
    from rich.console import Console

    from kahuna.arena.entrants import ARENA_FAMILIES
    from kahuna.cli.arena_tables import show_run
    from kahuna.workers import num_cores

    console = Console(emoji=False)  # "search:100:" is a name, not an emoji.
    workers = workers or num_cores()
    if bots == ["list"]:
        list_bots(ARENA_FAMILIES)
        return
    if speed:
        if bots:
            raise InputError(spoken().arena_speed_alone.format(bots=" ".join(bots)))
        _show_speed(workers, games, console)
        return
    plan = replace(
        _plan(bots or [], games, seed, rules, with_records=records is not None),
        luck_adjusted=luck_adjusted,
    )
    _check_outputs(journal=journal, out=out, plot=plot, records=records)
    run = _execute_run(plan, _runner(workers, ray), journal, sprt)
    problems = _write(run, out=out, plot=plot, records=records)
    show_run(run, console)
    for problem in problems:
        print_error(problem)
    if not run.is_over:
        hint = spoken().arena_goes_on if journal else spoken().arena_could_go_on
        said = spoken().arena_stopped.format(done=run.num_done, total=plan.num_tasks, hint=hint)
        console.print(said)
        raise typer.Exit(INTERRUPTED)
    if problems:
        raise typer.Exit(BAD_INPUT)


def _check_outputs(**files: Path | None) -> None:
    """Check that every file can be written and is used once, before the first game."""
    taken: dict[Path, str] = {}
    for name, path in files.items():
        if path is None:
            continue
        check_output(path)
        other = taken.setdefault(path.resolve(), name)
        if other != name:
            raise InputError(
                spoken().arena_same_file.format(option=f"--{other}", other=f"--{name}", path=path)
            )


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


def _runner(workers: int, ray: str | None) -> PairRunner:
    if ray is not None:
        from kahuna.arena.ray_runner import ray_runner

        runner = ray_runner(ray)
        print(spoken().arena_ray.format(address=ray), file=sys.stderr)
        return runner
    from kahuna.arena.pool import local_runner

    return _checking_programs(local_runner(workers))


def _checking_programs(play: PairRunner) -> PairRunner:
    """Check external programs before anything is played; a finished run needs none."""
    from kahuna.arena.entrants import ARENA_FAMILIES
    from kahuna.bots.spec import check_bot

    def play_checked(plan: Plan, tasks: Iterable[PairTask]) -> Results:
        for entrant in plan.entrants:
            check_bot(entrant.spec, ARENA_FAMILIES)
        yield from play(plan, tasks)

    return play_checked


def _execute_run(
    plan: Plan, play: PairRunner, path: Path | None, sprt: tuple[float, float] | None
) -> Run:
    """Play and show progress; return an interrupted run as far as it got."""
    from contextlib import nullcontext, suppress

    from kahuna.arena.journal import Journal
    from kahuna.arena.run import Run, execute_run
    from kahuna.arena.sprt import Sprt

    run = Run(plan, None if sprt is None else Sprt(*sprt))
    context = nullcontext() if path is None else Journal(path, plan)
    num_games = 2 * plan.num_tasks
    with context as journal, progress(spoken().playing) as tell, suppress(KeyboardInterrupt):
        execute_run(run, play, journal=journal, on_pair=lambda: tell(2 * run.num_done, num_games))
    return run


def _write(run: Run, *, out: Path | None, plot: Path | None, records: Path | None) -> list[str]:
    """Write the requested files, as many as possible, and return the problems."""
    problems = []
    for path, text_of in ((out, _report), (plot, _plot), (records, _records)):
        if path is not None:
            try:
                write_output(path, text_of(run))
            except InputError as error:
                problems.append(str(error))
    return problems


def _report(run: Run) -> str:
    import json

    from kahuna.arena.standings import run_report

    return json.dumps(run_report(run), indent=2, ensure_ascii=False) + "\n"


def _plot(run: Run) -> str:
    from kahuna.arena.plot import draw_standings
    from kahuna.arena.standings import compute_standings

    return draw_standings(compute_standings(run.plan, run.results))


def _records(run: Run) -> str:
    lines = (game.record for result in run.results for game in result.games)
    return "".join(f"{line}\n" for line in lines if line is not None)


def _show_speed(workers: int, games: int, console: Console) -> None:
    """Measure several times, alternating, and compare the best results."""
    from kahuna.arena.throughput import measure_throughput

    best: dict[int, float] = {}
    for num, rate, cost in measure_throughput(workers, max(games // 2, 2 * workers)):
        best[num] = max(rate, best.get(num, 0.0))
        form = counted(spoken().arena_speed, num)
        console.print(form.format(number=num, rate=rate, cost=cost))
    factor = best[workers] / best[1]
    form = spoken().arena_best
    console.print(form.format(one=best[1], many=best[workers], number=workers, factor=factor))
