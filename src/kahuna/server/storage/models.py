"""Rows of the database as values: what is known of a game before and beside its position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

from kahuna.core import Cards, Deal, Ruleset, Seat, Termination, cards_of
from kahuna.match import Change, Ending, Undone
from kahuna.record import (
    Ply,
    format_cards,
    format_ply,
    format_ruleset,
    parse_cards,
    parse_ply,
    parse_ruleset,
)
from kahuna.server.wire.vocabulary import Mode

ClockKind: TypeAlias = Literal["turn", "game"]
FirstChoice: TypeAlias = Literal["white", "black", "random"]


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat: a person, or a bot by its key."""

    name: str
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """So many seconds for every turn, or for all turns of a seat. [R17.2]"""

    kind: ClockKind
    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow:
    """A game without its changes."""

    id: str
    created_at: float
    mode: Mode
    ruleset: Ruleset
    first: Seat
    first_choice: FirstChoice
    deal: Deal
    players: tuple[Player, Player]
    clock: Clock | None = None
    started_at: float | None = None
    """When both seats were taken; clocks wait for it."""
    invite_hash: str | None = None
    """Of what the friend needs to join, until somebody has."""
    draw_offer: Seat | None = None
    rematch_wanted: int = 0
    """Bit by bit the seats that want another game."""
    rematch: str | None = None
    is_over: bool = False
    allows_knowledge: bool = True
    """Whether seats are sent the table of what they can know."""

    def columns(self) -> dict[str, object]:
        """As it is stored."""
        white, black = self.players
        hands = (*self.deal.hands, self.deal.open_cards)
        return {
            "id": self.id,
            "created_at": self.created_at,
            "mode": self.mode,
            "ruleset": format_ruleset(self.ruleset),
            "first": int(self.first),
            "first_choice": self.first_choice,
            "deal": " ".join(map(format_cards, hands)),
            "white_name": white.name,
            "black_name": black.name,
            "white_bot": white.bot,
            "black_bot": black.bot,
            "clock_kind": self.clock and self.clock.kind,
            "clock_seconds": self.clock and self.clock.seconds,
            "started_at": self.started_at,
            "invite_hash": self.invite_hash,
            "draw_offer": None if self.draw_offer is None else int(self.draw_offer),
            "rematch_wanted": self.rematch_wanted,
            "rematch": self.rematch,
            "is_over": self.is_over,
            "allows_knowledge": self.allows_knowledge,
        }

    @classmethod
    def of(cls, columns: dict[str, object]) -> GameRow:
        """From what is stored."""
        text = cast("dict[str, str]", columns)
        number = cast("dict[str, int]", columns)
        white, black, opened = (_cards(zone) for zone in text["deal"].split())
        kind = cast("ClockKind | None", columns["clock_kind"])
        offer = columns["draw_offer"]
        return cls(
            id=text["id"],
            created_at=cast("float", columns["created_at"]),
            mode=cast("Mode", columns["mode"]),
            ruleset=parse_ruleset(text["ruleset"]),
            first=Seat(number["first"]),
            first_choice=cast("FirstChoice", columns["first_choice"]),
            deal=Deal((white, black), opened),
            players=(
                Player(text["white_name"], cast("str | None", columns["white_bot"])),
                Player(text["black_name"], cast("str | None", columns["black_bot"])),
            ),
            clock=None if kind is None else Clock(kind, number["clock_seconds"]),
            started_at=cast("float | None", columns["started_at"]),
            invite_hash=cast("str | None", columns["invite_hash"]),
            draw_offer=None if offer is None else Seat(cast("int", offer)),
            rematch_wanted=number["rematch_wanted"],
            rematch=cast("str | None", columns["rematch"]),
            is_over=bool(columns["is_over"]),
            allows_knowledge=bool(columns["allows_knowledge"]),
        )


def _cards(text: str) -> Cards:
    return cards_of(parse_cards(text))


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A change with its number, who asked for it under which key, and when."""

    game: str
    number: int
    change: Change
    seat: Seat | None
    """Who asked; nobody when a clock ran out."""
    key: str | None
    at: float

    def columns(self) -> tuple[str, int, str, str, int | None, str | None, float]:
        """As it is stored, in the order of the columns."""
        kind, text = _written(self.change)
        seat = None if self.seat is None else int(self.seat)
        return self.game, self.number, kind, text, seat, self.key, self.at

    @classmethod
    def of(cls, columns: dict[str, object]) -> ChangeRow:
        """From what is stored."""
        seat = cast("int | None", columns["seat"])
        return cls(
            game=cast("str", columns["game"]),
            number=cast("int", columns["number"]),
            change=_read(cast("str", columns["kind"]), cast("str", columns["text"])),
            seat=None if seat is None else Seat(seat),
            key=cast("str | None", columns["key"]),
            at=cast("float", columns["at"]),
        )


def _written(change: Change) -> tuple[str, str]:
    if isinstance(change, Ply):
        return "ply", format_ply(change)
    if isinstance(change, Undone):
        return "undo", ""
    winner = "nobody" if change.winner is None else change.winner.name.lower()
    return "end", f"{winner} {change.termination}"


def _read(kind: str, text: str) -> Change:
    if kind == "ply":
        return parse_ply(text)
    if kind == "undo":
        return Undone()
    winner, termination = text.split()
    seat = None if winner == "nobody" else Seat[winner.upper()]
    return Ending(seat, Termination(termination))


def seats_of_bits(bits: int) -> tuple[Seat, ...]:
    """The seats whose bits are set."""
    return tuple(seat for seat in Seat if bits >> seat & 1)


def bits_of_seats(seats: tuple[Seat, ...]) -> int:
    """Seats as bits."""
    return sum(1 << seat for seat in seats)
