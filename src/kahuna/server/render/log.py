"""From seen events to the log that is sent: words for numbers, and plies in notation.

The only source is what the core says a viewer has seen, so nothing here can give a secret away.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import assert_never

from kahuna.core import (
    Outcome,
    SeenEvent,
)
from kahuna.core.events import (
    BridgeBuilt,
    BridgeRemoved,
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
    RoundScored,
    SeenStart,
    TurnStarted,
)
from kahuna.core.scoring import Pair
from kahuna.record import format_ply, plies_of
from kahuna.server.wire.events import GameEvent, Numbers, OutcomeOut
from kahuna.server.wire.messages import Looked
from kahuna.server.wire.vocabulary import (
    Letter,
    LineName,
    SeatName,
    letter,
    letters,
    line_name,
    seat_name,
)


class LogRenderer:
    """Tells one viewer's history; what was told once is not worked out again."""

    def __init__(self) -> None:
        self._told: list[GameEvent] = []
        self._num_seen = 0
        self._turn = 0

    def tell(self, published: Sequence[SeenEvent], drafted: Sequence[SeenEvent]) -> list[GameEvent]:
        """The log of a history that has grown, and of a turn in progress after it."""
        if len(published) > self._num_seen:
            news = published[self._num_seen :]
            self._told = self._told + tell(news, turn=self._turn)
            self._turn += sum(isinstance(event, TurnStarted) for event in news)
            self._num_seen = len(published)
        return self._told + tell(drafted, turn=self._turn) if drafted else self._told

    @property
    def num_told(self) -> int:
        """How many entries the log has that cannot be undone."""
        return len(self._told)


def tell(events: Sequence[SeenEvent], *, turn: int = 0) -> list[GameEvent]:
    """The entries of a log for some events; ``turn`` turns have begun before them."""
    told: list[GameEvent] = []
    plies = {found.start: found for found in plies_of(events)}
    for index, event in enumerate(events):
        if isinstance(event, TurnStarted):
            turn += 1
            told.append(
                {
                    "type": "turn_started",
                    "seat": seat_name(event.seat),
                    "turn": turn,
                    "is_last": event.is_last,
                }
            )
            continue
        if (found := plies.get(index)) is not None:
            ply = format_ply(found.ply)
            told.append({"type": "ply", "seat": seat_name(found.seat), "ply": ply})
        told.append(_tell_one(event))
    return told


def numbers(pair: Pair) -> Numbers:
    """A number for each seat."""
    return {"white": pair[0], "black": pair[1]}


def tell_outcome(outcome: Outcome) -> OutcomeOut:
    """How a game ended."""
    return {
        "winner": None if outcome.winner is None else seat_name(outcome.winner),
        "termination": outcome.termination,
        "scores": [numbers(score) for score in outcome.scores],
        "points": {
            "white": sum(white for white, _ in outcome.scores),
            "black": sum(black for _, black in outcome.scores),
        },
    }


@lru_cache(maxsize=1 << 12)
def _tell_one(event: SeenEvent) -> GameEvent:
    match event:
        case SeenStart():
            return _tell_start(event)
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
            return _tell_card(event)
        case RoundScored(number, stones, points):
            return {
                "type": "round_scored",
                "round": number,
                "stones": numbers(stones),
                "points": numbers(points),
            }
        case PileRenewed(pile_size):
            return {"type": "pile_renewed", "pile_size": pile_size}
        case GameEnded(outcome):
            return {"type": "game_ended", "outcome": tell_outcome(outcome)}
        case _:
            assert_never(event)


def _tell_card(
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


def _tell_start(start: SeenStart) -> GameEvent:
    return {
        "type": "game_started",
        "own_hand": letters(start.own_hand),
        "hand_sizes": numbers(start.hand_sizes),
        "open_cards": letters(start.open_cards),
        "pile_size": start.pile_size,
    }


def looked(log: Sequence[GameEvent]) -> Looked:
    """The board after some entries of a log: what was put there and has not gone."""
    bridges: dict[SeatName, set[LineName]] = {"white": set(), "black": set()}
    control: dict[SeatName, set[Letter]] = {"white": set(), "black": set()}
    opened: list[Letter] = []
    for entry in log:
        match entry["type"]:
            case "game_started":
                opened = list(entry["open_cards"])
            case "bridge_built":
                bridges[entry["seat"]].add(entry["line"])
            case "bridge_removed":
                bridges[entry["seat"]].discard(entry["line"])
            case "control_gained":
                control[entry["seat"]].add(entry["island"])
            case "control_lost":
                control[entry["seat"]].discard(entry["island"])
            case "open_card_taken":
                opened.remove(entry["card"])
            case "open_card_turned":
                opened.append(entry["card"])
            case _:
                pass
    return {
        "type": "looked",
        "at": len(log),
        "white": {"bridges": sorted(bridges["white"]), "control": sorted(control["white"])},
        "black": {"bridges": sorted(bridges["black"]), "control": sorted(control["black"])},
        "open_cards": sorted(opened),
    }
