"""Turn a request for a new game into players and rules."""

from __future__ import annotations

from typing import assert_never

from kahuna.bots import BOTS, LEVELS
from kahuna.core import InvalidRulesetError, Ruleset, Seat
from kahuna.hosting.errors import ApiError
from kahuna.hosting.play.bodies import NewGame
from kahuna.hosting.play.metadata import FirstChoice, Player, TimeControl
from kahuna.hosting.play.names import SEAT_NAMES, clean_name
from kahuna.hosting.play.render_names import seat_from_name
from kahuna.hosting.play.render_ruleset import parse_wire_ruleset
from kahuna.hosting.play.ruleset_types import RulesetIn
from kahuna.match import ChanceSource


def players_for(wanted: NewGame, seat: Seat) -> tuple[Player, Player]:
    """Return both players, White first; the requester sits at ``seat``."""
    if wanted.bot is not None and wanted.mode != "bot":
        raise ApiError("invalid", "bot: only a game of the mode 'bot' has one")
    own = Player(clean_name(wanted.name, SEAT_NAMES[seat]))
    match wanted.mode:
        case "bot":
            other = bot_player(wanted.bot)
        case "hotseat":
            other = Player(clean_name(wanted.second_name, SEAT_NAMES[seat.other]))
        case "online":
            other = Player(SEAT_NAMES[seat.other])
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
