"""Print the standings of a run in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.markup import escape
from rich.table import Table as Grid

from kahuna.arena.run import Run
from kahuna.arena.sprt import Conclusion
from kahuna.arena.standings import Standings, compute_standings
from kahuna.cli.texts import spoken
from kahuna.i18n import counted

MIN_NAME = 8
"""Minimum width of the name column."""
MAX_HEAD = 12
"""Number of characters of a name in a column heading."""


def show_run(run: Run, console: Console) -> None:
    """Print standings, cross table, match or test result, and forfeits."""
    table = compute_standings(run.plan, run.results)
    if not table.games:
        console.print(spoken().no_games)
        return
    console.print(*_standings(table, console.width), sep="\n")
    if len(table.rows) > 2:
        console.print(*_cross_table(table, console.width), sep="\n")
    else:
        console.print(_match(table))
    for line in _without_luck(table):
        console.print(line)
    for matchup in table.matchups:
        for reason in matchup.forfeits:
            console.print(f"[bold red]{spoken().lost_outside}[/] {escape(reason)}")
    if not table.ratings.is_exact:
        console.print(spoken().not_exact)
    if run.sprt is not None:
        console.print(_verdict(run))


def _standings(table: Standings, width: int) -> list[RenderableType]:
    """List the bots by strength: as a table, or if that is too wide, one figure per line."""
    title = counted(spoken().standings, table.games).format(number=table.games)
    header = spoken().standings_header
    rows = [
        (
            standing.entrant.name,
            f"{standing.elo.value:+.0f}",
            f"{standing.elo.low:+.0f} … {standing.elo.high:+.0f}",
            str(standing.wins),
            str(standing.draws),
            str(standing.losses),
            f"{standing.score:.1%}",
            f"{standing.milliseconds:.2f}",
        )
        for standing in table.rows
    ]
    if (grid := _grid(title, header, rows, width)) is not None:
        return [grid]
    lines = [title]
    for name, *figures in rows:
        lines.append(escape(name))
        lines += [f"  {head} {cell}" for head, cell in zip(header[1:], figures, strict=True)]
    return [*lines, ""]


def _cross_table(table: Standings, width: int) -> list[RenderableType]:
    """Show all pairings: as a table, or if that is too wide, one per line."""
    said, names = spoken(), [standing.entrant.name for standing in table.rows]
    scores = [
        [_percent(table, standing.number, other.number) for other in table.rows]
        for standing in table.rows
    ]
    rows = [(name, *cells) for name, cells in zip(names, scores, strict=True)]
    heads = [name[:MAX_HEAD] for name in names]
    grid = _grid(said.cross_table, (said.standings_header[0], *heads), rows, width)
    if grid is not None:
        return [grid]
    return [
        escape(said.against.format(first=first, second=second, score=scores[i][j]))
        for (i, first), (j, second) in combinations(enumerate(names), 2)
    ]


def _percent(table: Standings, number: int, other: int) -> str:
    if number == other:
        return ""
    score = table.score_against(number, other)
    return "–" if score is None else f"{100 * score:.1f}"


def _grid(
    title: str, header: Sequence[str], rows: Sequence[Sequence[str]], width: int
) -> Grid | None:
    """Return a table that breaks names but never figures, or ``None`` if it does not fit."""
    names, *columns = zip(header, *rows, strict=True)
    widths = [max(map(cell_len, cells)) for cells in columns]
    room = width - sum(w + 2 for w in widths) - 3
    if room < min(MIN_NAME, max(map(cell_len, names))):
        return None
    grid = Grid(title=title, box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    grid.add_column(escape(header[0]), overflow="fold", max_width=room)
    for head in header[1:]:
        grid.add_column(escape(head), justify="right", no_wrap=True)
    for row in rows:
        grid.add_row(*map(escape, row))
    return grid


def _match(table: Standings) -> str:
    (matchup,) = table.matchups
    first, second = (entrant.name for entrant in table.plan.entrants)
    score, elo = matchup.score, table.ratings.difference(0, 1)
    return spoken().match.format(
        first=escape(first),
        second=escape(second),
        score=f"{score.value:.1%} ({score.low:.1%} … {score.high:.1%})",
        elo=f"{elo.value:+.0f} Elo ({elo.low:+.0f} … {elo.high:+.0f})",
    )


def _without_luck(table: Standings) -> Iterator[str]:
    """Say what every pairing scored without luck, if that was estimated."""
    names = [escape(entrant.name) for entrant in table.plan.entrants]
    for matchup in table.matchups:
        if (score := matchup.adjusted) is not None:
            yield spoken().luck_adjusted.format(
                first=names[matchup.tally.first],
                second=names[matchup.tally.second],
                score=f"{score.value:.1%} ({score.low:.1%} … {score.high:.1%})",
            )


def _verdict(run: Run) -> str:
    assert run.sprt is not None
    low, high = run.sprt.bounds
    numbers = spoken().sprt_numbers.format(ratio=run.ratio, low=low, high=high)
    if run.decision is None:
        return spoken().sprt_unclear.format(numbers=numbers)
    accepted = run.sprt.elo1 if run.decision is Conclusion.HIGHER else run.sprt.elo0
    refused = run.sprt.elo0 if run.decision is Conclusion.HIGHER else run.sprt.elo1
    form = spoken().sprt_clear
    return form.format(accepted=accepted, refused=refused, numbers=numbers)
