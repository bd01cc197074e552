"""How much work the coach puts into its answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kahuna.bots.core_rollouts import TO_THE_END


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """Sizes of the samples, and lengths of the rollouts in decisions."""

    screen_worlds: int = 2
    screen_horizon: int = 6
    """The first pass: short rollouts of every legal action. The policy of the network is not asked,
    because it overlooks good moves."""
    alternatives: int = 4
    """Alternatives to the played action that survive the first pass."""
    horizon: int = TO_THE_END
    """Rollouts that compare actions go on for so long, but not beyond the next scoring."""
    check_worlds: int = 8
    """Fresh worlds that compare every decision with its best alternative and the policy."""
    end_worlds: int = 96
    """Worlds in which blunders of earlier rounds are played to the end."""
    ledger_horizon: int = 8
    """Rollouts of the ledger: about three turns, unless the end of the game is near."""
    ledger_repeats: int = 6
    """Rollouts of each position of the ledger."""
    remark_worlds: int = 48
    """Worlds in which remarks count what an action leads to; 0 to leave such remarks out."""
    counted_errors: int | None = None
    """Errors of a game, the costliest first, whose remarks count worlds; by default all."""
    has_first_result: bool = True
    """Whether a first review comes before the refined one."""


THOROUGH: Final = Effort()
QUICK: Final = Effort(
    screen_worlds=1,
    screen_horizon=0,
    alternatives=2,
    horizon=2,
    check_worlds=4,
    end_worlds=0,
    ledger_horizon=0,
    ledger_repeats=1,
    remark_worlds=8,
    counted_errors=12,
    has_first_result=False,
)
"""For a browser, where an evaluation takes about a millisecond."""
