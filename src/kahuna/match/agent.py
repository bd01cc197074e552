"""Agents: code that decides. They are given views, never states."""

from __future__ import annotations

from typing import Protocol

from kahuna.core import Action, Outcome, View
from kahuna.match.authority import Authority


class Agent(Protocol):
    """Something that can sit at the board."""

    @property
    def name(self) -> str:
        """What it is called in records and tables."""
        ...

    def decide(self, view: View) -> Action:
        """The action it chooses among the legal ones of a view in which it is to move."""
        ...


def play_out(authority: Authority, agents: tuple[Agent, Agent]) -> Outcome:
    """Let two agents play a game to its end."""
    while (seat := authority.mover) is not None:
        action = agents[seat].decide(authority.view(seat))
        authority.act(seat, action, version=authority.version)
    outcome = authority.outcome
    assert outcome is not None
    return outcome
