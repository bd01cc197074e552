"""The table of a run for people, in a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid

from kahuna.arena.run import Run
from kahuna.arena.sprt import Decision
from kahuna.arena.table import Table, tabulate
from kahuna.cli.words import spoken
from kahuna.language import counted


def show_run(run: Run, console: Console) -> None:
    """Standings, cross table, the match or the test, and what went wrong."""
    table = tabulate(run.plan, run.results)
    if not table.games:
        console.print(spoken().no_games)
        return
    console.print(_standings(table))
    if len(table.standings) > 2:
        console.print(_cross_table(table))
    else:
        console.print(_match(table))
    for encounter in table.encounters:
        for reason in encounter.forfeits:
            console.print(f"[bold red]{spoken().lost_outside}[/] {escape(reason)}")
    if not table.ratings.is_exact:
        console.print(spoken().not_exact)
    if run.sprt is not None:
        console.print(_verdict(run))


def _standings(table: Table) -> Grid:
    first, *others = spoken().standings_header
    grid = Grid(title=counted(spoken().standings, table.games).format(number=table.games))
    grid.add_column(first, overflow="ellipsis", no_wrap=True)
    for heading in others:
        grid.add_column(heading, justify="right", no_wrap=True)
    for standing in table.standings:
        low, high = standing.elo.low, standing.elo.high
        grid.add_row(
            escape(standing.entrant.name),
            f"{standing.elo.value:+.0f}",
            f"{low:+.0f} … {high:+.0f}",
            str(standing.wins),
            str(standing.draws),
            str(standing.losses),
            f"{standing.score:.1%}",
            f"{standing.milliseconds:.2f}",
        )
    return grid


def _cross_table(table: Table) -> Grid:
    grid = Grid(title=spoken().cross_table, min_width=24)
    grid.add_column(spoken().standings_header[0], overflow="ellipsis", no_wrap=True)
    for standing in table.standings:
        grid.add_column(escape(standing.entrant.name[:12]), justify="right")
    for standing in table.standings:
        cells = []
        for other in table.standings:
            is_same = other is standing
            score = None if is_same else table.score_against(standing.number, other.number)
            cells.append("" if is_same else "–" if score is None else f"{100 * score:.1f}")
        grid.add_row(escape(standing.entrant.name), *cells)
    return grid


def _match(table: Table) -> str:
    (encounter,) = table.encounters
    first, second = (entrant.name for entrant in table.plan.entrants)
    score, elo = encounter.score, table.ratings.difference(0, 1)
    return spoken().match.format(
        first=escape(first),
        second=escape(second),
        score=f"{score.value:.1%} ({score.low:.1%} … {score.high:.1%})",
        elo=f"{elo.value:+.0f} Elo ({elo.low:+.0f} … {elo.high:+.0f})",
    )


def _verdict(run: Run) -> str:
    assert run.sprt is not None
    low, high = run.sprt.bounds
    numbers = spoken().sprt_numbers.format(ratio=run.ratio, low=low, high=high)
    if run.decision is None:
        return spoken().sprt_unclear.format(numbers=numbers)
    accepted = run.sprt.elo1 if run.decision is Decision.HIGHER else run.sprt.elo0
    refused = run.sprt.elo0 if run.decision is Decision.HIGHER else run.sprt.elo1
    form = spoken().sprt_clear
    return form.format(accepted=accepted, refused=refused, numbers=numbers)
