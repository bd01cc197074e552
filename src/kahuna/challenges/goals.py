"""The goals that a challenge can name. All of them ask for a win besides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from kahuna.core import Event, Outcome, Seat, Termination
from kahuna.core.events import (
    BridgeRemoved,
    CardBuried,
    CardDrawn,
    DrawDeclined,
    OpenCardTaken,
    RemovalCause,
)
from kahuna.core.scoring import ROUNDS, Pair

GoalName: TypeAlias = Literal[
    "win",
    "lead",
    "removals",
    "open_cards",
    "draws",
    "declines",
    "burials",
    "scorings",
    "comeback",
    "early",
    "chain",
    "stones",
]


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game as one player's achievement."""

    seat: Seat
    outcome: Outcome
    stones: Pair
    """The stones on the board at the end."""
    plies: tuple[tuple[Seat, tuple[Event, ...]], ...]
    """Who played each ply of the challenge, and its events."""

    @property
    def is_won(self) -> bool:
        """Return whether the player has won."""
        return self.outcome.winner is self.seat

    @property
    def is_early(self) -> bool:
        """Return whether the game ended because a player had no bridge left. [R11]"""
        return self.outcome.termination is Termination.WIPEOUT

    def own_events(self) -> Iterator[Event]:
        """Yield the events of the player's own plies."""
        return (event for seat, events in self.plies if seat is self.seat for event in events)

    def num_own(self, kind: type[Event]) -> int:
        """Count the events of a kind in the player's own plies."""
        return sum(isinstance(event, kind) for event in self.own_events())


Test: TypeAlias = Callable[[FinishedGame, int], bool]
"""A condition on a won game, with the number that the goal names."""


def has_lead(game: FinishedGame, least: int) -> bool:
    """Require a lead of some points; an early end counts as any lead."""
    own, other = game.seat, game.seat.other
    lead = sum(points[own] - points[other] for points in game.outcome.scores)
    return game.is_early or lead >= least


def has_few_removals(game: FinishedGame, most: int) -> bool:
    """Require that the player removed no more than some bridges with cards."""
    removals = sum(
        isinstance(event, BridgeRemoved) and event.cause is RemovalCause.CARDS
        for event in game.own_events()
    )
    return removals <= most


def won_scorings(game: FinishedGame, least: int) -> bool:
    """Require more points than the opponent in some scorings."""
    own, other = game.seat, game.seat.other
    return sum(points[own] > points[other] for points in game.outcome.scores) >= least


def came_back(game: FinishedGame, _: int) -> bool:
    """Require that the opponent scored in both of the first rounds."""
    scores = game.outcome.scores
    return len(scores) == ROUNDS and all(points[game.seat.other] for points in scores[:-1])


def made_chain(game: FinishedGame, least: int) -> bool:
    """Require a play after which some opposing bridges fell because an island changed hands."""
    return any(
        sum(
            isinstance(event, BridgeRemoved)
            and event.cause is RemovalCause.CONTROL
            and event.seat is game.seat.other
            for event in events
        )
        >= least
        for seat, events in game.plies
        if seat is game.seat
    )


GOALS: Final[Mapping[GoalName, Test]] = {
    "win": lambda _game, _: True,
    "lead": has_lead,
    "removals": has_few_removals,
    "open_cards": lambda game, most: game.num_own(OpenCardTaken) <= most,
    "draws": lambda game, most: game.num_own(CardDrawn) <= most,
    "declines": lambda game, most: game.num_own(DrawDeclined) <= most,
    "burials": lambda game, most: game.num_own(CardBuried) <= most,
    "scorings": won_scorings,
    "comeback": came_back,
    "early": lambda game, _: game.is_early,
    "chain": made_chain,
    "stones": lambda game, least: game.stones[game.seat] >= least,
}
"""What each goal requires of a won game."""
