"""How much work the coach puts into its answers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from kahuna.bots.core_rollouts import TO_THE_END


class Stage(NamedTuple):
    """A part of the work, with a result."""

    share: float
    """The part of the budget that is spent."""
    check_worlds: int
    """Fresh worlds that compare every decision with its best alternative and the policy, in all."""
    ledger_repeats: int
    """Rollouts of each position of the ledger, in addition to those of earlier stages."""
    progress: float
    """The part of the work that is done afterwards."""
    is_last: bool
    counted_errors: int | None = None
    """Errors of a player, the costliest first, whose remarks count worlds; by default all."""
    suspects: int | None = None
    """Judge only so many decisions of each player: those that cost most, by the network's value of
    the positions. By default all are judged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """Sizes of the samples, and lengths of the rollouts in decisions."""

    screen_worlds: int = 2
    screen_horizon: int = 4
    """The first pass: short rollouts of every legal action. The policy of the network is not asked,
    because it overlooks good moves."""
    alternatives: int = 4
    """Alternatives to the played action that survive the first pass."""
    horizon: int = TO_THE_END
    """Rollouts that compare actions go on for so long, but not beyond the next scoring."""
    max_end_worlds: int = 96
    """Worlds in which doubtful blunders are played to the end, at most."""
    ledger_horizon: int = 8
    """Rollouts of the ledger: about three turns, unless the end of the game is near."""
    remark_worlds: int = 48
    """Worlds in which remarks count what an action leads to; 0 to leave such remarks out."""
    stages: tuple[Stage, ...] = (
        # A glance: the likely mistakes come first.
        Stage(
            share=0.02,
            check_worlds=4,
            ledger_repeats=1,
            progress=0.1,
            is_last=False,
            counted_errors=1,
            suspects=4,
        ),
        Stage(
            share=0.1,
            check_worlds=4,
            ledger_repeats=0,
            counted_errors=4,
            progress=0.3,
            is_last=False,
        ),
        Stage(share=0.9, check_worlds=8, ledger_repeats=2, progress=1.0, is_last=True),
    )
    """A first result comes before the refined one."""


THOROUGH: Final = Effort()
QUICK: Final = Effort(
    screen_worlds=1,
    screen_horizon=0,
    alternatives=2,
    horizon=2,
    max_end_worlds=0,
    ledger_horizon=0,
    remark_worlds=8,
    stages=(
        Stage(
            share=1.0,
            check_worlds=4,
            ledger_repeats=1,
            counted_errors=6,
            progress=1.0,
            is_last=True,
        ),
    ),
)
"""For a browser, where an evaluation takes about a millisecond."""
BRIEF: Final = replace(
    QUICK, horizon=1, stages=tuple(stage._replace(check_worlds=2) for stage in QUICK.stages)
)
"""For long games in a browser."""
