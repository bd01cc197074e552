"""Rank the moves of a position, more exactly the longer it runs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Final, NamedTuple

from kahuna.coach.action_values import (
    CHANCE,
    Evaluator,
    action_of,
    differences,
    estimate,
    number_of,
)
from kahuna.coach.decisions import Decision, situation_of
from kahuna.coach.effort import THOROUGH, Effort
from kahuna.coach.engine import Engine, champion_engine
from kahuna.coach.estimate import CERTAINLY_ZERO, Estimate
from kahuna.coach.reasons import Outlook, explain, with_outlook
from kahuna.coach.remarks import Remark
from kahuna.core import Action, Decline, DrawPile, TakeOpen, View

NUM_WORLDS: Final = 64
"""Worlds that the best moves are played out in."""
FIRST_WORLDS: Final = 4
"""Worlds that every move is played out in; each round doubles them for the better half."""
MAX_STEP: Final = 64
"""Maximum number of worlds between two rankings, so that one comes every second."""
_ENDS: Final = (TakeOpen, DrawPile, Decline)
"""Kinds of moves that end a turn."""
EXPLAINED: Final = 32
"""Worlds after which the first move is explained; the last ranking explains it in any case."""
LEAST_MOVES: Final = 4
"""Number of moves that are played out to the end."""


class RankedAction(NamedTuple):
    """A move and the mover's chance to win with it, in points."""

    action: Action
    value: Estimate
    loss: Estimate
    """What the move loses against the first of the ranking, compared world by world."""
    num_worlds: int


class Ranking(NamedTuple):
    """The moves of a position, best first, as far as they are known."""

    moves: tuple[RankedAction, ...]
    progress: float
    """The part of the work that is done, from 0 to 1."""
    remarks: tuple[Remark, ...] = ()
    """Why the first move is better than the obvious alternative; not in the first rankings."""


def rank_actions(
    view: View,
    *,
    seed: int = 1,
    num_worlds: int = NUM_WORLDS,
    effort: Effort = THOROUGH,
    engine: Engine | None = None,
) -> Iterator[Ranking]:
    """Yield more and more exact rankings of the legal moves; stop whenever you like.

    The view must be that of the player to move. Deterministic for a seed.
    """
    situation = situation_of(view)
    engine = champion_engine() if engine is None else engine
    evaluator = Evaluator(engine, seed)
    samples: dict[int, list[float]] = {number_of(action): [] for action in situation.legal}
    contenders = list(samples)
    total = _total_worlds(len(contenders), num_worlds)
    done = played = 0
    step = FIRST_WORLDS
    explained: dict[tuple[Action, Action], tuple[Remark, ...]] = {}
    while played < num_worlds:
        [found] = evaluator.sample(
            [(situation, contenders)], num_worlds=step, horizon=effort.horizon
        )
        for number, values in zip(contenders, found[CHANCE], strict=True):
            samples[number] += values
        played += step
        done += step * len(contenders)
        ranked = _ranked(samples)
        remarks: tuple[Remark, ...] = ()
        if played >= min(EXPLAINED, num_worlds) and (other := _alternative(ranked)):
            pair = ranked[0].action, other.action
            if pair not in explained:
                decision = Decision(0, situation, other.action)
                explained[pair] = explain(
                    decision, pair[0], engine=engine, effort=effort, seed=seed
                ).remarks
            chances = other.value.mean, ranked[0].value.mean
            remarks = with_outlook(explained[pair], Outlook(chances, (0.0, 0.0)))
        yield Ranking(ranked, min(done / total, 1.0), remarks)
        best_first = [number_of(move.action) for move in ranked]
        contenders = [number for number in best_first if number in contenders]
        contenders = contenders[: max(LEAST_MOVES, (len(contenders) + 1) // 2)]
        step = min(played, num_worlds - played, MAX_STEP)


def _alternative(ranked: Sequence[RankedAction]) -> RankedAction | None:
    """Return the best way to end the turn other than the best move, or else the next best move."""
    others = ranked[1:]
    return next(
        (move for move in others if isinstance(move.action, _ENDS)), next(iter(others), None)
    )


def _total_worlds(num_actions: int, num_worlds: int) -> int:
    """Return how many rollouts a ranking takes."""
    total = played = 0
    step = FIRST_WORLDS
    while played < num_worlds:
        played += step
        total += step * num_actions
        num_actions = min(num_actions, max(LEAST_MOVES, (num_actions + 1) // 2))
        step = min(played, num_worlds - played, MAX_STEP)
    return total


def _ranked(samples: dict[int, list[float]]) -> tuple[RankedAction, ...]:
    """Put all moves on the scale of the best one, and sort them.

    The best move is one of those played out in the most worlds. A move dropped earlier has its
    value less what it lost in the worlds that both were played out in: so worlds in which every
    move does well do not lift it above the others.
    """
    best = max(samples.values(), key=lambda values: (len(values), fmean(values)))
    top = estimate(best)
    ranked = []
    for number, values in samples.items():
        lost = differences(best[: len(values)], values)
        loss = CERTAINLY_ZERO if values is best else estimate(lost)
        value = estimate(values)
        if len(values) < len(best):
            mean = max(0.0, top.mean - max(0.0, loss.mean))
            value = Estimate(mean, math.hypot(top.error, loss.error))
        ranked.append(RankedAction(action_of(number), value, loss, len(values)))
    return tuple(sorted(ranked, key=lambda move: (-move.value.mean, -move.num_worlds)))
