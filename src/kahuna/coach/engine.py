"""What the coach needs: to play many positions on with the champion's network.

``batch_engine`` does it with NumPy, ``core_engine`` by the core alone, where there is no NumPy.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from kahuna.bots.core_rollouts import TO_THE_END
from kahuna.bots.networks import ForeignNetwork, load_network
from kahuna.coach.decisions import Situation
from kahuna.core import Action, Island, KahunaError, Seat, State, count
from kahuna.core.memory import Memory
from kahuna.match.transitions import Recollections

MAX_DECISIONS: Final = 24
"""Maximum number of decisions to play until the next turn."""
MAX_DECISIONS_OF_ROUND: Final = 48
"""Maximum number of decisions to play until the round ends."""


class LimitError(KahunaError):
    """An engine may not evaluate as many positions as it was asked to."""


class Start(NamedTuple):
    """A position to play on from."""

    state: State
    memory: Memory
    recollections: Recollections
    stream: int
    """Positions of the same stream draw the same cards and the same random numbers."""


class Results(NamedTuple):
    """What some games came to."""

    values: list[float]
    """White's expected result, from -1 to 1."""
    margins: list[float]
    """Points and islands that White has more than Black."""
    num_evaluations: int
    """How often the network was evaluated."""


class FutureStep(NamedTuple):
    """One ply of a continuation."""

    seat: Seat
    action: Action
    bridges: tuple[int, int]
    """The lines with bridges of White and of Black afterwards."""


class Future(NamedTuple):
    """A position at the beginning of the player's next turn, or at the end of the game."""

    bridges: tuple[int, int]
    """The lines with bridges of White and of Black."""
    taken: int
    """Cards that the opponent has taken openly and still holds, as far as everybody knows."""
    steps: tuple[FutureStep, ...] = ()
    """What was played until then."""


class Engine(Protocol):
    """Plays positions on. Both sides play by the network's policy."""

    def roll_out(
        self,
        starts: Sequence[Start],
        games: Sequence[tuple[int, int]],
        *,
        seed: int,
        horizon: int = TO_THE_END,
        stops_at_scoring: bool = False,
    ) -> Results:
        """Play each game, given by its start and its first action, and value where that leads.

        A game ends by the rules, or after ``horizon`` decisions unless the end is near, or at the
        next scoring if it ``stops_at_scoring``. The first action may be ``BY_POLICY``.
        """
        ...

    def play_on(
        self, situation: Situation, numbers: Sequence[int], *, num_worlds: int, seed: str
    ) -> list[list[Future]]:
        """Return what each action leads to, world by world; all actions share the worlds."""
        ...

    def wins_before_scoring(
        self,
        situation: Situation,
        numbers: Sequence[int],
        card: Island,
        *,
        num_worlds: int,
        seed: str,
    ) -> list[list[bool]]:
        """Return in which worlds the player wins an island with a card before the next scoring.

        It wins one by gaining it, or by taking it from the opponent. The effect of the first action
        does not count. All actions share the worlds.
        """
        ...


def champion_engine() -> Engine:
    """Return the fastest engine for the champion's network."""
    network = load_network()
    if isinstance(network, ForeignNetwork):
        from kahuna.coach.core_engine import CoreEngine

        return CoreEngine(network)
    from kahuna.bots.neural import champion_weights
    from kahuna.coach.batch_engine import BatchEngine  # Import NumPy lazily.

    return BatchEngine(champion_weights())


def took(future: Future, before: int, card: Island) -> bool:
    """Return whether the opponent has taken this card since."""
    return count(future.taken, card) > count(before, card)
