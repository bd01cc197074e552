"""The log of a game as one viewer saw it.

A log is a flat list. ``turn_started`` begins a turn. ``ply`` begins the events of one action and
gives its notation. All other events are those of the core, with names instead of numbers. The only
source is what a viewer has seen, so nothing here can leak a secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Literal, TypeAlias, assert_never

from kahuna.core import Outcome, Seat, SeenEvent, Termination
from kahuna.core.events import (
    BridgeBuilt,
    BridgeRemoved,
    BuildCause,
    CardBuried,
    CardDrawn,
    CardsPlayed,
    ControlGained,
    ControlLost,
    DrawDeclined,
    GameEnded,
    HiddenCardBuried,
    HiddenCardDrawn,
    OpenCardTaken,
    OpenCardTurned,
    PileRenewed,
    RemovalCause,
    RoundScored,
    SeenStart,
    TurnStarted,
)
from kahuna.core.scoring import Pair
from kahuna.hosting.play.names import (
    Letter,
    LineName,
    SeatName,
    letter,
    letters,
    line_name,
    seat_name,
)
from kahuna.hosting.schema import Tagged, TypedDict, closed
from kahuna.record import Ply, format_ply, plies_of


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


GameEvent: TypeAlias = Annotated[
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
    Tagged("type"),
]
"""An entry of a log."""


@dataclass(slots=True, eq=False)
class RenderedLog:
    """One viewer's log at one moment."""

    published: Sequence[GameEvent]
    """Entries of finished turns. Later logs of the game share this list, which only grows."""
    num_published: int
    """How many of them belong to this log."""
    drafted: Sequence[GameEvent]
    """Entries of the turn in progress, which can be undone."""

    def entries(self) -> list[GameEvent]:
        """Return all entries."""
        return [*self.published[: self.num_published], *self.drafted]

    def news_since(self, before: RenderedLog) -> tuple[int, list[GameEvent]]:
        """Return how many entries an earlier log of the game shares, and the entries after them."""
        if before.published is not self.published:  # A turn was taken back.
            return 0, self.entries()
        keep = before.num_published
        news = [*self.published[keep : self.num_published], *self.drafted]
        num = 0
        for old, new in zip(before.drafted, news, strict=False):
            if old != new:
                break
            num += 1
        return keep + num, news[num:]

    def equals(self, other: RenderedLog) -> bool:
        """Return whether both logs are of the same game in memory, with the same entries."""
        return (
            self.published is other.published
            and self.num_published == other.num_published
            and self.drafted == other.drafted
        )


class LogRenderer:
    """Renders one viewer's growing history, each published event only once."""

    def __init__(self) -> None:
        self._published: list[GameEvent] = []
        self._num_events = 0
        self._turn = 0

    def render(self, published: Sequence[SeenEvent], draft: Sequence[SeenEvent]) -> RenderedLog:
        """Render the published events, and the turn in progress after them."""
        if len(published) > self._num_events:
            news = published[self._num_events :]
            self._published += render_events(news, turn=self._turn)
            self._turn += sum(isinstance(event, TurnStarted) for event in news)
            self._num_events = len(published)
        drafted = render_events(draft, turn=self._turn)
        return RenderedLog(self._published, len(self._published), drafted)


def render_events(events: Sequence[SeenEvent], *, turn: int = 0) -> list[GameEvent]:
    """Render events as entries of a log; ``turn`` turns have begun before them."""
    entries: list[GameEvent] = []
    plies = plies_of(events)
    ply = next(plies, None)
    for index, event in enumerate(events):
        if ply is not None and index == ply.start:
            entries.append(_render_ply(ply.seat, ply.ply))
            ply = next(plies, None)
        if isinstance(event, TurnStarted):
            turn += 1
            entries.append(_render_turn(event, turn))
        else:
            entries.append(_render_event(event))
    return entries


def render_pair(pair: Pair) -> Numbers:
    """Render a number for each seat."""
    return {"white": pair[0], "black": pair[1]}


def render_outcome(outcome: Outcome) -> OutcomeOut:
    """Render how a game ended."""
    return {
        "winner": None if outcome.winner is None else seat_name(outcome.winner),
        "termination": outcome.termination,
        "scores": [render_pair(score) for score in outcome.scores],
        "points": {
            "white": sum(white for white, _ in outcome.scores),
            "black": sum(black for _, black in outcome.scores),
        },
    }


@lru_cache(maxsize=1 << 10)
def _render_turn(event: TurnStarted, number: int) -> GameEvent:
    return {
        "type": "turn_started",
        "seat": seat_name(event.seat),
        "turn": number,
        "is_last": event.is_last,
    }


@lru_cache(maxsize=1 << 12)
def _render_ply(seat: Seat, ply: Ply) -> GameEvent:
    return {"type": "ply", "seat": seat_name(seat), "ply": format_ply(ply)}


@lru_cache(maxsize=1 << 12)
def _render_event(event: SeenEvent) -> GameEvent:
    match event:
        case SeenStart():
            return _render_start(event)
        case TurnStarted():
            raise AssertionError("a turn needs its number")
        case CardsPlayed(seat, cards):
            played = [letter(card) for card in cards]
            return {"type": "cards_played", "seat": seat_name(seat), "cards": played}
        case BridgeBuilt(seat, line, built):
            return {
                "type": "bridge_built",
                "seat": seat_name(seat),
                "line": line_name(line),
                "cause": built,
            }
        case BridgeRemoved(seat, line, removed):
            return {
                "type": "bridge_removed",
                "seat": seat_name(seat),
                "line": line_name(line),
                "cause": removed,
            }
        case ControlGained(seat, island):
            return {"type": "control_gained", "seat": seat_name(seat), "island": letter(island)}
        case ControlLost(seat, island):
            return {"type": "control_lost", "seat": seat_name(seat), "island": letter(island)}
        case OpenCardTurned(card):
            return {"type": "open_card_turned", "card": letter(card)}
        case OpenCardTaken(seat, card):
            return {"type": "open_card_taken", "seat": seat_name(seat), "card": letter(card)}
        case CardBuried() | HiddenCardBuried() | CardDrawn() | HiddenCardDrawn() | DrawDeclined():
            return _render_card_event(event)
        case RoundScored(number, stones, points):
            return {
                "type": "round_scored",
                "round": number,
                "stones": render_pair(stones),
                "points": render_pair(points),
            }
        case PileRenewed(pile_size):
            return {"type": "pile_renewed", "pile_size": pile_size}
        case GameEnded(outcome):
            return {"type": "game_ended", "outcome": render_outcome(outcome)}
        case _:
            assert_never(event)


def _render_card_event(
    event: CardBuried | HiddenCardBuried | CardDrawn | HiddenCardDrawn | DrawDeclined,
) -> GameEvent:
    seat = seat_name(event.seat)
    match event:
        case CardBuried(_, card, was_shown):
            return {
                "type": "card_buried",
                "seat": seat,
                "card": letter(card),
                "was_shown": was_shown,
            }
        case HiddenCardBuried():
            return {"type": "card_buried", "seat": seat, "card": None, "was_shown": False}
        case CardDrawn(_, card):
            return {"type": "card_drawn", "seat": seat, "card": letter(card)}
        case HiddenCardDrawn():
            return {"type": "card_drawn", "seat": seat, "card": None}
        case DrawDeclined():
            return {"type": "draw_declined", "seat": seat}
        case _:
            assert_never(event)


def _render_start(start: SeenStart) -> GameEvent:
    return {
        "type": "game_started",
        "own_hand": letters(start.own_hand),
        "hand_sizes": render_pair(start.hand_sizes),
        "open_cards": letters(start.open_cards),
        "pile_size": start.pile_size,
    }
