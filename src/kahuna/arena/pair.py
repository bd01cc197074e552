"""Play two games with seats swapped and the same chance; results are plain values."""

from __future__ import annotations

from random import Random
from typing import Final, Literal, NamedTuple, Protocol, TypeAlias, runtime_checkable

from kahuna.arena.entrants import ARENA_FAMILIES
from kahuna.arena.paired_chance import PairedChance
from kahuna.arena.plan import Entrant, PairTask, Plan
from kahuna.bots.spec import parse_spec
from kahuna.core import Action, Outcome, Seat, View
from kahuna.match import (
    Agent,
    Authority,
    Forfeit,
    TimedAgent,
    closing_all,
    play_turn,
    play_until_over,
)
from kahuna.record import format_record

REPEATS: Final = 8
"""How often a bot plays each of its turns again, for an estimate of luck."""
Turn: TypeAlias = tuple[Action, ...]


@runtime_checkable
class Memoryless(Protocol):
    """An agent that decides by the view and independent random numbers alone, and fast."""

    is_memoryless: Literal[True]


class GameResult(NamedTuple):
    """A game from the point of view of the pairing's first bot."""

    score: float
    """1 if the first bot won, 0 if the second did, 0.5 for a draw."""
    termination: str
    num_plies: int
    moves: tuple[int, int]
    """Number of decisions of the first and of the second bot."""
    seconds: tuple[float, float]
    """Total thinking time of each. The only part of a result that varies between runs."""
    forfeit: str | None = None
    """Why a bot lost the game outside the rules."""
    record: str | None = None
    """The game as a line of JSON, if records are wanted."""
    luck: float | None = None
    """Points that the first bot owes to luck, if estimated; zero on average."""


class PairResult(NamedTuple):
    """The results of a task: the first bot plays White in the first game, Black in the second."""

    task: PairTask
    games: tuple[GameResult, GameResult]


def play_pair(plan: Plan, task: PairTask) -> PairResult:
    """Play both games of a task; they depend only on the plan and the task."""
    return PairResult(task, (_play(plan, task, Seat.WHITE), _play(plan, task, Seat.BLACK)))


def _play(plan: Plan, task: PairTask, seat: Seat) -> GameResult:
    """Play one game of a task with the pairing's first bot in this seat."""
    label = plan.label(task)
    pairing = [plan.entrants[number] for number in plan.pairings[task.pairing]]
    white, black = pairing if seat is Seat.WHITE else reversed(pairing)
    authority = Authority(plan.ruleset, PairedChance(label), players=(white.name, black.name))
    first, second = (
        parse_spec(entrant.spec, ARENA_FAMILIES)(Random(f"{label}|{seat:d}|{entrant.name}"))
        for entrant in (white, black)
    )
    repeated: dict[int, list[Turn]] | None = {} if plan.luck_adjusted else None
    with closing_all(first, second):
        agents = (TimedAgent(first), TimedAgent(second))
        players: tuple[Agent, Agent] = agents
        if repeated is not None:
            players = (
                _repeating(agents[0], white, f"{label}|{seat:d}", repeated),
                _repeating(agents[1], black, f"{label}|{seat:d}", repeated),
            )
        forfeit = play_until_over(authority, players)
    outcome = authority.outcome
    assert outcome is not None
    mine, theirs = agents[seat], agents[seat.other]
    return GameResult(
        score=_score(outcome, seat),
        termination=outcome.termination.value,
        num_plies=len(mine.times) + len(theirs.times),
        moves=(len(mine.times), len(theirs.times)),
        seconds=(round(sum(mine.times), 6), round(sum(theirs.times), 6)),
        forfeit=None if forfeit is None else str(forfeit.error),
        record=_record(authority, forfeit) if plan.with_records else None,
        luck=None if repeated is None else _luck(authority, repeated, seat),
    )


def _luck(authority: Authority, repeated: dict[int, list[Turn]], seat: Seat) -> float:
    from kahuna.arena.luck import luck_of  # Import NumPy lazily.

    white = luck_of(authority.record(), repeated)
    return round(white if seat is Seat.WHITE else -white, 6)


def _repeating(
    agent: TimedAgent, entrant: Entrant, label: str, repeated: dict[int, list[Turn]]
) -> Agent:
    """Let a second agent of the same kind play each turn again, if the kind has no memory."""
    if not isinstance(agent.agent, Memoryless):
        return agent
    twin = parse_spec(entrant.spec, ARENA_FAMILIES)(Random(f"{label}|{entrant.name}|again"))
    return _RepeatingAgent(agent, twin, repeated)


class _RepeatingAgent:
    """An agent whose turns are played again by another one, before it plays them itself."""

    def __init__(self, agent: Agent, twin: Agent, repeated: dict[int, list[Turn]]) -> None:
        self._agent = agent
        self._twin = twin
        self._repeated = repeated
        self.name = agent.name

    def decide(self, view: View) -> Action:
        """Decide as the agent does; at the beginning of a turn, play it again first."""
        turn = view.public.turn
        if turn not in self._repeated:
            self._repeated[turn] = [play_turn(self._twin, view) for _ in range(REPEATS)]
        return self._agent.decide(view)


def _score(outcome: Outcome, seat: Seat) -> float:
    if outcome.winner is None:
        return 0.5
    return 1.0 if outcome.winner is seat else 0.0


def _record(authority: Authority, forfeit: Forfeit | None) -> str:
    """Format the record of a game; an extra key says why a bot lost outside the rules."""
    line = format_record(authority.record())
    return line if forfeit is None else forfeit.noted(line)
