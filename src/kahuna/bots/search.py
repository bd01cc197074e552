"""A player that thinks: whole turns as moves, tried on worlds that fit what it has seen.

For each of its own best turns (a beam over its plays, then each way to end the turn) it samples
worlds from its belief, lets both sides go on for a few turns as a quick player would, and looks at
how good the position has become. A bandit (UCB) gives the time to the turns that look best; the
n-th trial of every turn is made in the same n-th world, so that they differ by what was played and
not by luck. With a number of simulations instead of a time it is deterministic for a seed.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from random import Random
from time import perf_counter
from typing import NamedTuple

from kahuna.bots.greedy import GreedyBot, best_end
from kahuna.bots.memory import Memory
from kahuna.bots.playout import balance, plays_of, quick_turn, step
from kahuna.bots.worth import worth
from kahuna.core import (
    DECLINE,
    Action,
    Belief,
    DrawPile,
    Handicap,
    Over,
    Seat,
    State,
    TakeOpen,
    Turn,
    View,
    any_world,
    apply,
    legal_actions,
    mover,
    view_of,
    world,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Thinking:
    """How much, and how, the search thinks."""

    seconds: float | None = 0.1
    simulations: int | None = None
    """Instead of a time: how many trials in all."""
    beam: int = 8
    """Positions kept after each play when its own turn is planned."""
    turns: int = 10
    """How many plans of its own are tried."""
    reply_beam: int = 2
    """The same for turns in the trials."""
    depth: int = 3
    """Turns that follow in a trial."""
    exploration: float = 8.0
    """How much the bandit tries what does not look best; in the units of `worth`."""


class Plan(NamedTuple):
    """A whole turn: the actions up to and with the one that ends it."""

    actions: tuple[Action, ...]


@dataclass(slots=True)
class _Arm:
    plan: Plan
    trials: int = 0
    total: float = 0.0

    @property
    def mean(self) -> float:
        return self.total / self.trials


class SearchBot:
    """Tries its best turns on sampled worlds, for as long as it may think."""

    def __init__(self, rng: Random, thinking: Thinking | None = None) -> None:
        self._rng = rng
        self._thinking = Thinking() if thinking is None else thinking
        self._memory = Memory()

    @property
    def name(self) -> str:
        """Its kind and how long it thinks."""
        thinking = self._thinking
        if thinking.simulations is not None:
            return f"search:{thinking.simulations}"
        return f"search:{thinking.seconds}s"

    def decide(self, view: View) -> Action:
        """The first action of the turn that did best in its trials."""
        started = perf_counter()
        legal = legal_actions(view)
        if len(legal) == 1:
            return legal[0]
        if isinstance(view.public.phase, Handicap):
            return GreedyBot(self._rng).decide(view)
        state = any_world(view)
        plans = plan_turn(state, self._thinking.beam, self._thinking.turns)
        if len(plans) == 1:
            return plans[0].actions[0]
        belief = self._memory.update(view)
        arms = [_Arm(plan) for plan in plans]
        self._try(view, belief, arms, started)
        return max(arms, key=lambda arm: (arm.trials, arm.mean)).plan.actions[0]

    def _try(self, view: View, belief: Belief, arms: list[_Arm], started: float) -> None:
        assert isinstance(view.viewer, Seat)
        thinking = self._thinking
        worlds: list[State] = []
        seeds: list[int] = []
        done = 0
        while not self._is_enough(done, len(arms), started):
            arm = _next_arm(arms, done, thinking.exploration)
            if arm.trials == len(worlds):
                worlds.append(world(view, belief.sample(self._rng)))
                seeds.append(self._rng.getrandbits(32))
            value = trial(
                worlds[arm.trials], arm.plan, view.viewer, Random(seeds[arm.trials]), thinking
            )
            arm.trials += 1
            arm.total += value
            done += 1

    def _is_enough(self, done: int, least: int, started: float) -> bool:
        thinking = self._thinking
        if thinking.simulations is not None:
            return done >= max(least, thinking.simulations)
        assert thinking.seconds is not None
        return done >= least and perf_counter() - started >= thinking.seconds


def _next_arm(arms: list[_Arm], done: int, exploration: float) -> _Arm:
    if done < len(arms):
        return arms[done]
    bonus = exploration * sqrt(log(done))
    return max(arms, key=lambda arm: arm.mean + bonus / sqrt(arm.trials))


def plan_turn(state: State, beam: int, most: int) -> list[Plan]:
    """The turns that look best by themselves, best first."""
    seat = mover(state.public.phase)
    assert seat is not None
    nodes: list[tuple[float, tuple[Action, ...], State]] = [(worth(state, seat), (), state)]
    frontier = nodes
    seen_already = {state}
    while frontier:
        grown: list[tuple[float, tuple[Action, ...], State]] = []
        for _, actions, before in frontier:
            for action in plays_of(before):
                after = apply(before, action).state
                if after not in seen_already:
                    seen_already.add(after)
                    grown.append((worth(after, seat), (*actions, action), after))
        grown.sort(key=lambda node: -node[0])
        frontier = grown[:beam]
        nodes = nodes + frontier
    nodes.sort(key=lambda node: -node[0])
    plans: list[Plan] = []
    for _, actions, after in nodes:
        if mover(after.public.phase) is not seat or not isinstance(after.public.phase, Turn):
            plans.append(Plan(actions))
        else:
            plans += [Plan((*actions, *end)) for end in ends_of(after)]
        if len(plans) >= most:
            break
    return plans[:most]


def ends_of(state: State) -> list[tuple[Action, ...]]:
    """Ways to end a turn: each card there is, or none; a full hand makes room first."""
    phase = state.public.phase
    assert isinstance(phase, Turn)
    legal = legal_actions(view_of(state, phase.seat))
    ends: list[tuple[Action, ...]] = [(a,) for a in legal if isinstance(a, TakeOpen | DrawPile)]
    if DECLINE in legal:
        ends.append((DECLINE,))
    if not ends:
        bury = best_end(state, legal)
        ends = [(bury, *end) for end in ends_of(apply(state, bury).state)]
    return ends


def trial(state: State, plan: Plan, seat: Seat, rng: Random, thinking: Thinking) -> float:
    """How good a plan turned out in a world, after some turns of quick play."""
    for action in plan.actions:
        state = step(state, action, rng)
    for _ in range(thinking.depth):
        state = quick_turn(state, rng, thinking.reply_beam)
        if isinstance(state.public.phase, Over):
            break
    return balance(state, seat)
