"""Let the champion play and write the findings page: ``python -m kahuna.analysis``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from kahuna.analysis.page import write_page
from kahuna.analysis.results import AnalysisConfig, AnalysisResults, num_steps, run_analysis
from kahuna.command import make_parser, number, run, whole


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, evaluate and write the page; after Ctrl-C write what there is and return 130."""
    defaults = AnalysisConfig()
    parser = make_parser("kahuna.analysis", __doc__)
    parser.add_argument(
        "--games", type=whole(1), default=defaults.games, help="games of the base rules"
    )
    parser.add_argument("--seed", type=int, default=defaults.seed)
    parser.add_argument(
        "--temperature",
        type=number(0.01, 100.0),
        default=defaults.temperature,
        help="sampling temperature of the champion",
    )
    parser.add_argument("--out", type=Path, default=Path("docs"), help="folder for the page")
    parser.add_argument("--keep", type=Path, help="folder to store games in, to continue later")
    options = parser.parse_args(arguments)
    for folder in filter(None, (options.out, options.keep)):
        folder.mkdir(parents=True, exist_ok=True)
    config = AnalysisConfig(
        games=options.games, seed=options.seed, temperature=options.temperature, keep=options.keep
    )
    console = Console(stderr=True)
    results, is_whole = _run_analysis(config, console)
    if results.flow is None:
        console.print("stopped before the first games were over: nothing is written")
        return 130
    page = write_page(results, options.out)
    console.print(f"{page} tells of {results.num_games:,} games")
    return 0 if is_whole else 130


def _run_analysis(config: AnalysisConfig, console: Console) -> tuple[AnalysisResults, bool]:
    columns = (
        TextColumn("{task.description:20}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("the base game", total=num_steps(config))
        return run_analysis(
            config, lambda what, num: progress.update(task, description=what, advance=num)
        )


if __name__ == "__main__":
    run(main)
