"""Measure how long an agent takes to decide."""

from __future__ import annotations

from time import perf_counter

from kahuna.core import Action, View
from kahuna.match.agent import Agent


class TimedAgent:
    """An agent whose decisions are timed, in seconds."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.name = agent.name
        self.times: list[float] = []

    def decide(self, view: View) -> Action:
        """Let the agent decide; a decision that fails does not count."""
        began = perf_counter()
        action = self.agent.decide(view)
        self.times.append(perf_counter() - began)
        return action
