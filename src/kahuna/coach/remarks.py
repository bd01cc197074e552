"""What the coach can say about why one action is better than another.

Every remark is a fact that can be checked; :mod:`kahuna.coach.reasons` finds them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from kahuna.core import Island, Line


@dataclass(frozen=True, slots=True)
class GainsControl:
    """The better action gains islands at once."""

    islands: tuple[Island, ...]


@dataclass(frozen=True, slots=True)
class BreaksControl:
    """The better action takes islands from the opponent at once."""

    islands: tuple[Island, ...]


@dataclass(frozen=True, slots=True)
class Sweeps:
    """The better action sweeps this many opposing bridges off the board."""

    number: int


@dataclass(frozen=True, slots=True)
class KeepsCards:
    """The better action spends this many cards fewer."""

    number: int


@dataclass(frozen=True, slots=True)
class EndsRound:
    """One of the actions ends the round, with these points for White and Black."""

    is_better: bool
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ScoresNow:
    """Both actions end the round, with these points for White and Black."""

    played: tuple[int, int]
    better: tuple[int, int]


@dataclass(frozen=True, slots=True)
class BreaksPair:
    """The played action spends a card that the better one, a removal, needs."""

    card: Island


@dataclass(frozen=True, slots=True)
class Holds:
    """How often the player controls islands at the next own turn, in percent.

    There are several only where it is certain.
    """

    islands: tuple[Island, ...]
    played: int
    better: int


@dataclass(frozen=True, slots=True)
class OpponentHolds:
    """How often the opponent controls islands at the player's next turn, in percent.

    There are several only where it is certain.
    """

    islands: tuple[Island, ...]
    played: int
    better: int


@dataclass(frozen=True, slots=True)
class ChangesHands:
    """At the next own turn, islands are the player's after the better action, else the opponent's.

    This is certain.
    """

    islands: tuple[Island, ...]


@dataclass(frozen=True, slots=True)
class LeavesOpenCard:
    """How often the opponent takes the open card that the better action takes, in percent."""

    card: Island
    played: int


@dataclass(frozen=True, slots=True)
class LeavesOneShort:
    """The opponent needs one more bridge for an island, and how likely it has a card for it.

    After the better action it is less likely.
    """

    island: Island
    percent: int
    better: int = 0


@dataclass(frozen=True, slots=True)
class SpendsScoringCard:
    """How often a card that was spent wins an island before the scoring if it is kept."""

    card: Island
    percent: int


@dataclass(frozen=True, slots=True)
class Threatens:
    """The better action leaves the player one bridge short of an island, with a card for it."""

    island: Island
    card: Island


@dataclass(frozen=True, slots=True)
class TakesUsefulCard:
    """The better action takes the open card that pays for an island's last missing bridge."""

    card: Island
    island: Island


@dataclass(frozen=True, slots=True)
class DeniesCard:
    """The better action takes the open card that would win an island for the opponent."""

    card: Island
    island: Island


@dataclass(frozen=True, slots=True)
class DeniesRemoval:
    """The better action takes an open card with which the opponent could take an island away.

    It needs a second card, which it has with this chance, in percent.
    """

    card: Island
    island: Island
    percent: int


@dataclass(frozen=True, slots=True)
class GetsCard:
    """The better action takes a card, the played one ends the turn without one."""


@dataclass(frozen=True, slots=True)
class DrawHelps:
    """How often the card that only the better action draws makes an island change hands."""

    percent: int
    wins: bool = True
    """Whether it can win an island."""
    takes: bool = True
    """Whether it can take an island from the opponent."""


@dataclass(frozen=True, slots=True)
class HasFewCards:
    """The played action ends the turn without a card, and leaves none or one for the next turn."""

    number: int


@dataclass(frozen=True, slots=True)
class BridgesDecide:
    """The points are level at the end, so bridges decide: own and opposing ones. [R10.6]"""

    played: tuple[int, int]
    better: tuple[int, int]


@dataclass(frozen=True, slots=True)
class KeepsPile:
    """The better action leaves the pile alone, which has only so many cards left."""

    number: int


@dataclass(frozen=True, slots=True)
class ShowsNoCard:
    """The better action turns up no new card for the opponent, the played one does."""


@dataclass(frozen=True, slots=True)
class ForcesDraw:
    """The better action ends the turn without a card, so the opponent has to take one. [R8.4]"""


@dataclass(frozen=True, slots=True)
class TakesLastCard:
    """If nobody declines again, only the better action lets the player take the last card."""

    number: int
    """Cards left, in the pile and open."""


@dataclass(frozen=True, slots=True)
class MovesLast:
    """The better action takes the last card of the game; after the other the opponent must."""


@dataclass(frozen=True, slots=True)
class KeepsForLastTurn:
    """The player moves last in the game, and only the better action keeps these cards for it."""

    cards: tuple[Island, ...]


@dataclass(frozen=True, slots=True)
class FillsHand:
    """The played action fills the hand, so a card has to go before the next one. [R8.5]"""


@dataclass(frozen=True, slots=True)
class ThreatensRemoval:
    """Only after the better action, two cards in hand can take an island from the opponent."""

    island: Island
    cards: tuple[Island, Island]


@dataclass(frozen=True, slots=True)
class SparesBridge:
    """The better action leaves an island with one bridge more than its control needs."""

    island: Island


@dataclass(frozen=True, slots=True)
class TakesSpare:
    """The better action leaves the opponent just the bridges that control of an island needs."""

    island: Island


@dataclass(frozen=True, slots=True)
class Blocks:
    """The better action leaves the opponent too few free places to win an island."""

    island: Island


@dataclass(frozen=True, slots=True)
class OpensPlaces:
    """Only the better action leaves the player enough free places to win an island."""

    island: Island


@dataclass(frozen=True, slots=True)
class KeepsPair:
    """The better action keeps two cards of an island, which remove any bridge there."""

    card: Island


@dataclass(frozen=True, slots=True)
class KeepsRemoval:
    """Only after the better action, two cards in hand can remove a bridge of the opponent."""

    line: Line
    cards: tuple[Island, Island]


@dataclass(frozen=True, slots=True)
class WinsNothingYet:
    """The played bridge wins nothing, and the hand cannot pay for what is missing at its ends."""

    line: Line


@dataclass(frozen=True, slots=True)
class IsSweptSoon:
    """One opposing bridge at an island sweeps away the played one, which holds nothing.

    The opponent has a card for it with this chance, in percent.
    """

    line: Line
    island: Island
    percent: int


@dataclass(frozen=True, slots=True)
class PaysForIsland:
    """Only after the better action, the hand pays for all bridges that an island needs."""

    island: Island
    cards: tuple[Island, ...]


@dataclass(frozen=True, slots=True)
class ComesCloser:
    """After the better action, the player needs so many bridges for an island; else one more."""

    island: Island
    number: int


@dataclass(frozen=True, slots=True)
class ScoresMore:
    """Points and islands ahead of the opponent at the next scoring or at the end, on average."""

    played: float
    better: float


@dataclass(frozen=True, slots=True)
class WinsMore:
    """How often the player wins after each action, in percent."""

    played: int
    better: int


@dataclass(frozen=True, slots=True)
class IsRightOnBoard:
    """A turn leaves the same bridges as the best one, but plays, keeps or takes other cards."""


@dataclass(frozen=True, slots=True)
class GainsMore:
    """The better turn gains this many islands that the other does not gain."""

    number: int


@dataclass(frozen=True, slots=True)
class BreaksMore:
    """The better turn takes this many islands from the opponent that the other leaves."""

    number: int


@dataclass(frozen=True, slots=True)
class WinsAtMost:
    """How often the better turn wins, and an upper bound for the other, in percent."""

    played: int
    better: int


Remark: TypeAlias = (
    Threatens
    | TakesUsefulCard
    | DeniesCard
    | DeniesRemoval
    | GetsCard
    | DrawHelps
    | HasFewCards
    | BridgesDecide
    | KeepsPile
    | ShowsNoCard
    | ForcesDraw
    | TakesLastCard
    | MovesLast
    | KeepsForLastTurn
    | FillsHand
    | ThreatensRemoval
    | SparesBridge
    | TakesSpare
    | Blocks
    | OpensPlaces
    | KeepsPair
    | KeepsRemoval
    | WinsNothingYet
    | IsSweptSoon
    | PaysForIsland
    | ComesCloser
    | ScoresMore
    | WinsMore
    | IsRightOnBoard
    | GainsMore
    | BreaksMore
    | WinsAtMost
    | GainsControl
    | BreaksControl
    | Sweeps
    | KeepsCards
    | EndsRound
    | ScoresNow
    | BreaksPair
    | Holds
    | OpponentHolds
    | ChangesHands
    | LeavesOpenCard
    | LeavesOneShort
    | SpendsScoringCard
)
