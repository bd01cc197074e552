"""Events of a game as one viewer saw them.

A log is a flat list. ``turn_started`` begins a turn. ``ply`` begins the events of one action and
gives its notation. All other events are those of the core, with names instead of numbers.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypeAliasType, TypedDict

from kahuna.core import Termination
from kahuna.core.events import BuildCause, RemovalCause
from kahuna.hosting.play.vocabulary import Letter, LineName, SeatName

closed = with_config(ConfigDict(extra="forbid"))
"""Forbid fields that are not declared."""


@closed
class Numbers(TypedDict):
    """A number for each seat."""

    white: int
    black: int


@closed
class OutcomeOut(TypedDict):
    """How a game ended."""

    winner: SeatName | None
    termination: Termination
    scores: list[Numbers]
    """The points of each scoring that took place."""
    points: Numbers
    """The sum over all scorings."""


@closed
class GameStartedOut(TypedDict):
    """The cards were dealt; a viewer sees its own."""

    type: Literal["game_started"]
    own_hand: list[Letter]
    hand_sizes: Numbers
    open_cards: list[Letter]
    pile_size: int


@closed
class TurnStartedOut(TypedDict):
    """It is now this seat's turn."""

    type: Literal["turn_started"]
    seat: SeatName
    turn: int
    """The number of the turn, counted from 1."""
    is_last: bool


@closed
class PlyOut(TypedDict):
    """One action: the events up to the next ply or turn are its effects."""

    type: Literal["ply"]
    seat: SeatName
    ply: str
    """In notation, such as ``+AB/A`` or ``<H=K``; unknown cards are left out or ``?``."""


@closed
class CardsPlayedOut(TypedDict):
    """A seat played one card for a bridge, or two for a removal."""

    type: Literal["cards_played"]
    seat: SeatName
    cards: list[Letter]


@closed
class BridgeBuiltOut(TypedDict):
    """A seat put a bridge on a line."""

    type: Literal["bridge_built"]
    seat: SeatName
    line: LineName
    cause: BuildCause


@closed
class BridgeRemovedOut(TypedDict):
    """A seat's bridge was taken off the board."""

    type: Literal["bridge_removed"]
    seat: SeatName
    line: LineName
    cause: RemovalCause


@closed
class ControlGainedOut(TypedDict):
    """A seat gained control of an island."""

    type: Literal["control_gained"]
    seat: SeatName
    island: Letter


@closed
class ControlLostOut(TypedDict):
    """A seat lost control of an island."""

    type: Literal["control_lost"]
    seat: SeatName
    island: Letter


@closed
class CardBuriedOut(TypedDict):
    """A card was discarded face down; ``card`` is null for those who did not see it."""

    type: Literal["card_buried"]
    seat: SeatName
    card: Letter | None
    was_shown: bool


@closed
class OpenCardTakenOut(TypedDict):
    """An open card was taken."""

    type: Literal["open_card_taken"]
    seat: SeatName
    card: Letter


@closed
class OpenCardTurnedOut(TypedDict):
    """A card from the pile was turned face up."""

    type: Literal["open_card_turned"]
    card: Letter


@closed
class CardDrawnOut(TypedDict):
    """A card was drawn from the pile; ``card`` is null for those who did not see it."""

    type: Literal["card_drawn"]
    seat: SeatName
    card: Letter | None


@closed
class DrawDeclinedOut(TypedDict):
    """The turn ended without a draw."""

    type: Literal["draw_declined"]
    seat: SeatName


@closed
class RoundScoredOut(TypedDict):
    """A round was scored."""

    type: Literal["round_scored"]
    round: int
    stones: Numbers
    points: Numbers


@closed
class PileRenewedOut(TypedDict):
    """All discards were shuffled into a new pile."""

    type: Literal["pile_renewed"]
    pile_size: int


@closed
class GameEndedOut(TypedDict):
    """The game is over."""

    type: Literal["game_ended"]
    outcome: OutcomeOut


GameEvent = TypeAliasType(
    "GameEvent",
    Annotated[
        GameStartedOut
        | TurnStartedOut
        | PlyOut
        | CardsPlayedOut
        | BridgeBuiltOut
        | BridgeRemovedOut
        | ControlGainedOut
        | ControlLostOut
        | CardBuriedOut
        | OpenCardTakenOut
        | OpenCardTurnedOut
        | CardDrawnOut
        | DrawDeclinedOut
        | RoundScoredOut
        | PileRenewedOut
        | GameEndedOut,
        Field(discriminator="type"),
    ],
)
"""An entry of a log."""
