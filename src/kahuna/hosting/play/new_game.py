"""New games: what a request or a record makes of players, rules and changes."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal, TypeAlias, assert_never

from kahuna.bots import BOTS, LEVELS
from kahuna.core import InvalidRulesetError, Ruleset, Seat
from kahuna.hosting.errors import ApiError, FlawOut
from kahuna.hosting.play.names import SeatChoice, SeatName, seat_from_name
from kahuna.hosting.play.seeds import Hex
from kahuna.hosting.play.wire_ruleset import RulesetIn, parse_wire_ruleset
from kahuna.hosting.schema import Limits, Request
from kahuna.hosting.store import ChangeEntry, Player, TimeControl
from kahuna.match import ChanceSource, Change, Ending
from kahuna.record import BY_PLAYERS, GameRecord, RecordError, parse_game, parse_record, replay
from kahuna.record.game_record import MAX_PLIES

MAX_NAME = 40
OfferedMode: TypeAlias = Literal["bot", "hotseat", "online"]
"""The modes of new games."""
Name: TypeAlias = Annotated[str, Limits(max_length=4 * MAX_NAME)]
"""A player's name as typed; it is cleaned before it is stored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame(Request):
    """A request to create a game."""

    mode: OfferedMode
    ruleset: RulesetIn = RulesetIn()
    seat: SeatChoice = "random"
    """The seat of the creator."""
    first: SeatChoice = "random"
    name: Name = ""
    second_name: Name = ""
    """The other player's name, for a game on one device."""
    bot: Annotated[str, Limits(max_length=40)] | None = None
    clock: TimeControl | None = None
    knowledge: bool = True
    """Whether players see what they can know about the cards."""
    commitment: Hex | None = None
    """For an online game: the commitment to the creator's seed; otherwise the server has one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchGame(Request):
    """A request to continue a finished game from one of its positions, against a bot."""

    ply: Annotated[int, Limits(ge=0, le=MAX_PLIES)]
    """The number of plies to keep."""
    seat: SeatName
    """The seat of the requester."""
    bot: Annotated[str, Limits(max_length=40)]
    name: Name = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportGame(Request):
    """A request to import a record: for replay, or to continue an unfinished one on one device."""

    record: dict[str, Any] | str
    """A JSON object, or the text of a file in either form."""


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


def players_for(wanted: NewGame, seat: Seat, own: Player | None) -> tuple[Player, Player]:
    """Return both players, White first; the requester sits at ``seat``.

    ``own`` is the requester, if signed in.
    """
    if wanted.bot is not None and wanted.mode != "bot":
        raise ApiError("invalid", "bot: only a game of the mode 'bot' has one")
    own = own or Player(clean_name(wanted.name))
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


def choose_first(choice: SeatChoice, chance: ChanceSource) -> Seat:
    """Return the starting seat."""
    return chance.first() if choice == "random" else seat_from_name(choice)


def check_clock(clock: TimeControl | None) -> None:
    """Refuse an increment for a clock that begins anew with every turn."""
    if clock is not None and clock.kind == "turn" and clock.increment:
        raise ApiError("invalid", "clock.increment: only a clock of the kind 'game' has one")


def ruleset_for(wanted: RulesetIn) -> Ruleset:
    """Return the requested rules; refuse incompatible options."""
    try:
        return parse_wire_ruleset(wanted)
    except InvalidRulesetError as error:
        raise ApiError("invalid", *error.problems) from None


def read_record(written: Mapping[str, Any] | str) -> GameRecord:
    """Parse a record and check it by replaying it."""
    text = written if isinstance(written, str) else json.dumps(written)
    try:
        record = parse_record(text) if text.lstrip().startswith("{") else parse_game(text)
        for _ in replay(record):
            pass
    except RecordError as error:
        raise invalid_record(error) from None
    return record


def cut_off(record: GameRecord, ply: int) -> GameRecord:
    """Return a finished game as it was after a number of plies."""
    check_ply(record, ply)
    outcome = record.outcome
    assert outcome is not None
    if ply == len(record.plies) and outcome.termination not in BY_PLAYERS:
        raise ApiError("conflict", f"the game is over after ply {ply}: nothing is left to play")
    hashes = tuple(known for known in record.hashes if known[0] <= ply)
    return replace(record, plies=record.plies[:ply], outcome=None, hashes=hashes)


def changes_of(record: GameRecord, game: str, at: float) -> tuple[ChangeEntry, ...]:
    """Return a record as the change log of a game."""
    changes: list[Change] = list(record.plies)
    if record.outcome is not None and record.outcome.termination in BY_PLAYERS:
        changes.append(Ending(record.outcome.winner, record.outcome.termination))
    return tuple(
        ChangeEntry(game, number, change, None, None, at)
        for number, change in enumerate(changes, 1)
    )


def invalid_record(error: RecordError) -> ApiError:
    """Explain what is wrong with an unreadable record or position."""
    flaw: FlawOut = {"kind": error.flaw, "line": error.line, "ply": error.ply}
    return ApiError("invalid", str(error), flaw=flaw)


def check_ply(record: GameRecord, ply: int) -> None:
    """Refuse a ply number outside the record."""
    if ply > len(record.plies):
        raise ApiError("invalid", f"there is no ply {ply}: the game has {len(record.plies)}")
