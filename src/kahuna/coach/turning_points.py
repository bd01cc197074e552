"""Find the turns in which a game was decided."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final, NamedTuple

from kahuna.core import Outcome, Seat, State
from kahuna.core.scoring import count_stones
from kahuna.match.transitions import Transition

MAX_TURNING_POINTS: Final = 3
MIN_SWING: Final = 10.0
"""If no turn moved the chance by so many points, the margin tells which turns decided."""


class TurningPoint(NamedTuple):
    """A turn that brought the winner nearer to the win, by play or by luck."""

    turn: int
    """The number of the turn, as in the log."""
    ply: int
    """Its first ply, from 1."""
    seat: Seat
    """Whose turn it was."""
    swing: float
    """Points of win probability that it brought the winner."""
    margin: int
    """Points and islands that it brought the winner."""


def turning_points(
    transitions: Sequence[Transition], values: Sequence[float], outcome: Outcome
) -> tuple[TurningPoint, ...]:
    """Return the turns that decided a game, in order; none if it was drawn.

    ``values`` are White's chances before each ply and at the end of play.
    """
    winner = outcome.winner
    if winner is None:
        return ()
    sign = -1 if winner is Seat.BLACK else 1
    found = []
    for turn, group in groupby(enumerate(transitions), lambda each: each[1].before.public.turn):
        steps = list(group)
        (first, start), (last, end) = steps[0], steps[-1]
        swing = sign * (values[last + 1] - values[first])
        margin = sign * (_margin(end.after) - _margin(start.before))
        found.append(TurningPoint(turn, start.ply, start.seat, swing, margin))
    if max(point.swing for point in found) >= MIN_SWING:
        good = [point for point in found if point.swing > 0]
        good.sort(key=lambda point: -point.swing)
    else:
        good = [point for point in found if point.margin > 0]
        good.sort(key=lambda point: (-point.margin, -point.swing))
    return tuple(sorted(good[:MAX_TURNING_POINTS], key=lambda point: point.turn))


def _margin(state: State) -> int:
    """Return the points of the first two scorings and the islands that White has more."""
    white, black = count_stones(state.ruleset, state.public.bridges)
    return white - black + sum(own - their for own, their in state.public.points[:2])
