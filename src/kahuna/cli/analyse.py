"""``kahuna analyse``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from kahuna.cli.errors import InputError
from kahuna.cli.localization import LanguageOption
from kahuna.cli.progress import progress
from kahuna.cli.texts import spoken
from kahuna.interrupts import INTERRUPTED

if TYPE_CHECKING:
    from kahuna.coach import Ranking
    from kahuna.core import View


def analyse(
    position: Annotated[str, typer.Argument(metavar="POSITION")],
    worlds: Annotated[int, typer.Option("--worlds", metavar="N", min=4, max=10_000)] = 64,
    moves: Annotated[int, typer.Option("--moves", metavar="N", min=1)] = 8,
    as_json: Annotated[bool, typer.Option("--json")] = False,
    seed: Annotated[int, typer.Option("--seed", metavar="S", min=0)] = 1,
    _language: LanguageOption = "",
) -> None:
    """Rank the moves of a position."""
    from kahuna.workers import use_idle_cores

    use_idle_cores()
    view = _read(position)
    ranking, is_complete = _think(view, worlds, seed)
    if ranking is not None:
        (_print_json if as_json else _show)(view, ranking, moves)
    if not is_complete:
        raise typer.Exit(INTERRUPTED)


def _read(position: str) -> View:
    """Read a position as the player to move sees it; without ``?`` the other hand is hidden."""
    from kahuna.core import Seat, is_chance, mover, view_of
    from kahuna.record import parse_position, parse_view_position

    if "?" in position:
        view = parse_view_position(position)
        phase = view.public.phase
    else:
        state = parse_position(position)
        phase = state.public.phase
        view = view_of(state, mover(phase) or Seat.WHITE)
    if mover(phase) is None or is_chance(phase):
        raise InputError(spoken().analyse_nobody)
    return view


def _think(view: View, worlds: int, seed: int) -> tuple[Ranking | None, bool]:
    """Rank the moves; Ctrl-C leaves the ranking so far."""
    from kahuna.coach import rank_actions

    ranking = None
    with progress(spoken().analysing) as tell:
        try:
            for ranking in rank_actions(view, seed=seed, num_worlds=worlds):
                tell(int(100 * ranking.progress), 100)
        except KeyboardInterrupt:
            return ranking, False
    return ranking, True


def _show(view: View, ranking: Ranking, moves: int) -> None:
    from rich.console import Console

    from kahuna.cli.tables import show_table
    from kahuna.coach.texts import coach_texts
    from kahuna.coach.wording import describe_action
    from kahuna.record import format_action

    said = spoken()
    rows = [
        (
            format_action(move.action, view.public.phase, view.ruleset.board),
            describe_action(move.action, view, coach_texts(said.language)),
            f"{move.value.mean:.0f} ± {move.value.error:.0f}",
        )
        for move in ranking.moves[:moves]
    ]
    show_table(Console(highlight=False), said.analyse_header, rows)


def _print_json(view: View, ranking: Ranking, moves: int) -> None:
    from kahuna.record import format_action

    rows = [
        {
            "move": format_action(move.action, view.public.phase, view.ruleset.board),
            "win_probability": round(move.value.mean, 1),
            "error": round(move.value.error, 1),
            "worlds": move.num_worlds,
        }
        for move in ranking.moves[:moves]
    ]
    print(json.dumps({"moves": rows}))
