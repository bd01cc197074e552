"""Agents: code that decides. They are given views, never states."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import NamedTuple, Protocol, runtime_checkable

from kahuna.core import Action, KahunaError, Outcome, Seat, Termination, View
from kahuna.match.authority import Authority


class Agent(Protocol):
    """A player implemented in code."""

    @property
    def name(self) -> str:
        """Return the name for records and tables."""
        ...

    def decide(self, view: View) -> Action:
        """Choose one of the legal actions of a view in which the agent is to move."""
        ...


@runtime_checkable
class Closable(Protocol):
    """An agent that holds resources, such as a running program."""

    def close(self) -> None:
        """Release resources."""
        ...


class ForfeitError(KahunaError):
    """An agent cannot go on, and has lost its game."""

    fault: str = "failed"
    """What it did, in one word for programs."""

    @property
    def termination(self) -> Termination:
        """Return how the game ends. [R17.1]"""
        return Termination.RESIGNATION


def forfeit(authority: Authority, seat: Seat, error: ForfeitError) -> None:
    """End a game that a seat's agent has lost by failing. [R17.1, R17.2]"""
    if error.termination is Termination.TIMEOUT:
        authority.time_out(seat)
    else:
        authority.resign(seat)


@contextmanager
def closing_all(*agents: Agent) -> Iterator[None]:
    """Close agents that hold resources when the block ends."""
    with ExitStack() as cleanup:
        for agent in agents:
            if isinstance(agent, Closable):
                cleanup.callback(agent.close)
        yield


class Forfeit(NamedTuple):
    """A game that was lost outside the rules."""

    seat: Seat
    error: ForfeitError

    def noted(self, record: str) -> str:
        """Add the reason for the loss to a record, given as a line of JSON."""
        note = {"seat": self.seat, "fault": self.error.fault, "reason": str(self.error)}
        return json.dumps(json.loads(record) | {"forfeit": note}, ensure_ascii=False)


def play_until_over(authority: Authority, agents: tuple[Agent, Agent]) -> Forfeit | None:
    """Let two agents play a game; one that fails loses, and the reason is returned."""
    while (seat := authority.mover) is not None:
        try:
            action = agents[seat].decide(authority.view(seat))
        except ForfeitError as error:
            forfeit(authority, seat, error)
            return Forfeit(seat, error)
        authority.act(seat, action)
    return None


def play_out(authority: Authority, agents: tuple[Agent, Agent]) -> Outcome:
    """Let two agents play a game to its end; one that fails loses."""
    play_until_over(authority, agents)
    outcome = authority.outcome
    assert outcome is not None
    return outcome
