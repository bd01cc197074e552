"""Turn a request for a new game into players and rules."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias, assert_never

from kahuna.bots import BOTS, LEVELS
from kahuna.core import InvalidRulesetError, Ruleset, Seat
from kahuna.hosting.errors import ApiError
from kahuna.hosting.play.clocks import TimeControl
from kahuna.hosting.play.metadata import FirstChoice, Player
from kahuna.hosting.play.names import seat_from_name
from kahuna.hosting.play.wire_ruleset import RulesetIn, parse_wire_ruleset
from kahuna.hosting.schema import Limits, Request
from kahuna.match import ChanceSource

MAX_NAME = 40
Name: TypeAlias = Annotated[str, Limits(max_length=4 * MAX_NAME)]
"""A player's name as typed; it is cleaned before it is stored."""
SeatChoice: TypeAlias = Literal["white", "black", "random"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockIn(Request):
    """A time control: seconds for each turn, or for all turns of a seat together."""

    kind: Literal["turn", "game"]
    seconds: Annotated[int, Limits(ge=5, le=30 * 24 * 3600)]
    increment: Annotated[int, Limits(ge=0, le=3600)] = 0
    """Seconds that a seat gains with every turn it ends, for the kind ``game``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame(Request):
    """A request to create a game."""

    mode: Literal["bot", "hotseat", "online"]
    ruleset: RulesetIn = RulesetIn()
    seat: SeatChoice = "random"
    """The seat of the creator."""
    first: SeatChoice = "random"
    name: Name = ""
    second_name: Name = ""
    """The other player's name, for a game on one device."""
    bot: Annotated[str, Limits(max_length=40)] | None = None
    clock: ClockIn | None = None
    knowledge: bool = True
    """Whether players see what they can know about the cards."""


def clean_name(name: str) -> str | None:
    r"""Strip control characters, unusual spaces and excess length from a name.

    Return ``None`` if nothing is left.

    >>> clean_name("  Ada\n\u202e Lovelace ")
    'Ada Lovelace'
    """
    visible = "".join(
        " " if unicodedata.category(char) in ("Zs", "Zl", "Zp") or char in "\t\n\r" else char
        for char in unicodedata.normalize("NFC", name)
        if char in "\t\n\r" or not unicodedata.category(char).startswith("C")
    )
    return " ".join(visible.split())[:MAX_NAME].strip() or None


def players_for(wanted: NewGame, seat: Seat) -> tuple[Player, Player]:
    """Return both players, White first; the requester sits at ``seat``."""
    if wanted.bot is not None and wanted.mode != "bot":
        raise ApiError("invalid", "bot: only a game of the mode 'bot' has one")
    own = Player(clean_name(wanted.name))
    match wanted.mode:
        case "bot":
            other = bot_player(wanted.bot)
        case "hotseat":
            other = Player(clean_name(wanted.second_name))
        case "online":
            other = Player(None)
        case _:
            assert_never(wanted.mode)
    return white_first(own, other, seat)


def bot_player(key: str | None) -> Player:
    """Return the bot with this key as a player."""
    if key not in BOTS:
        problem = "bot: none is given" if key is None else f"there is no bot {key!r}"
        raise ApiError("invalid", f"{problem}; there are {', '.join(BOTS)}")
    level = LEVELS.get(key)
    return Player(key.capitalize() if level is None else level.name, key)


def white_first(own: Player, other: Player, seat: Seat) -> tuple[Player, Player]:
    """Return a player at ``seat`` and the other one, White first."""
    return (own, other) if seat is Seat.WHITE else (other, own)


def choose_first(choice: FirstChoice, chance: ChanceSource) -> Seat:
    """Return the starting seat."""
    return chance.first() if choice == "random" else seat_from_name(choice)


def time_control_for(wanted: NewGame) -> TimeControl | None:
    """Return the requested time control; only kind ``game`` has an increment."""
    clock = wanted.clock
    if clock is None:
        return None
    if clock.kind == "turn" and clock.increment:
        raise ApiError("invalid", "clock.increment: only a clock of the kind 'game' has one")
    return TimeControl(clock.kind, clock.seconds, clock.increment)


def ruleset_for(wanted: RulesetIn) -> Ruleset:
    """Return the requested rules; refuse incompatible options."""
    try:
        return parse_wire_ruleset(wanted)
    except InvalidRulesetError as error:
        raise ApiError("invalid", *error.problems) from None
