"""Two games with seats swapped on the same chance, as plain values that travel well."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import NamedTuple

from kahuna.arena.entrants import ARENA_FAMILIES
from kahuna.arena.paired_chance import PairedChance
from kahuna.arena.plan import Plan, Task
from kahuna.bots.spec import parse_spec
from kahuna.core import Outcome, Seat
from kahuna.match import Agent, Authority, Forfeit, ForfeitError, closing_all, forfeit
from kahuna.record import format_record


class GameResult(NamedTuple):
    """A game from the eyes of the pairing's first bot."""

    score: float
    """1 if the first bot won, 0 if the second did, 0.5 for a draw."""
    termination: str
    num_plies: int
    moves: tuple[int, int]
    """Decisions of the first and of the second bot."""
    seconds: tuple[float, float]
    """What they took. The only part of a result that is not the same when it is played again."""
    forfeit: str | None = None
    """What a bot did to lose the game outside the rules."""
    record: str | None = None
    """The game as a line of JSON, if records are wanted."""


class PairResult(NamedTuple):
    """What came of a task: in the first game the first bot is White, in the second Black."""

    task: Task
    games: tuple[GameResult, GameResult]


def play_pair(plan: Plan, task: Task) -> PairResult:
    """Play both games of a task; they depend on nothing but the plan and the task."""
    return PairResult(task, (_play(plan, task, Seat.WHITE), _play(plan, task, Seat.BLACK)))


def _play(plan: Plan, task: Task, seat: Seat) -> GameResult:
    """One game of a task, the pairing's first bot at this seat."""
    label = plan.label(task)
    pairing = [plan.entrants[number] for number in plan.pairings[task.pairing]]
    white, black = pairing if seat is Seat.WHITE else reversed(pairing)
    authority = Authority(plan.ruleset, PairedChance(label), players=(white.name, black.name))
    first, second = (
        parse_spec(entrant.spec, ARENA_FAMILIES)(Random(f"{label}|{seat:d}|{entrant.name}"))
        for entrant in (white, black)
    )
    with closing_all(first, second):
        played = _play_out(authority, (first, second))
    error = played.error
    return GameResult(
        score=_score(played.outcome, seat),
        termination=played.outcome.termination.value,
        num_plies=sum(played.moves),
        moves=(played.moves[seat], played.moves[seat.other]),
        seconds=(round(played.seconds[seat], 6), round(played.seconds[seat.other], 6)),
        forfeit=None if error is None else str(error),
        record=_record(authority, played) if plan.with_records else None,
    )


class _Played(NamedTuple):
    """How a game went, by seat."""

    outcome: Outcome
    moves: list[int]
    seconds: list[float]
    error: ForfeitError | None
    """What the loser did, if it lost outside the rules."""


def _play_out(authority: Authority, agents: tuple[Agent, Agent]) -> _Played:
    """Let two agents play; one that cannot go on loses its game."""
    moves, seconds = [0, 0], [0.0, 0.0]
    error: ForfeitError | None = None
    while (seat := authority.mover) is not None:
        view = authority.view(seat)
        began = perf_counter()
        try:
            action = agents[seat].decide(view)
        except ForfeitError as failure:
            error = failure
            forfeit(authority, seat, failure)
            break
        seconds[seat] += perf_counter() - began
        moves[seat] += 1
        authority.act(seat, action, version=authority.version)
    assert authority.outcome is not None
    return _Played(authority.outcome, moves, seconds, error)


def _score(outcome: Outcome, seat: Seat) -> float:
    if outcome.winner is None:
        return 0.5
    return 1.0 if outcome.winner is seat else 0.0


def _record(authority: Authority, played: _Played) -> str:
    """The record of a game; an extra key says why a bot lost outside the rules."""
    line = format_record(authority.record())
    if (error := played.error) is None:
        return line
    winner = played.outcome.winner
    assert winner is not None
    return Forfeit(winner.other, error).noted(line)
