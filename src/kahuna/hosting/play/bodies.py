"""Bodies of HTTP requests and responses."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr
from typing_extensions import TypeAliasType, TypedDict

from kahuna.hosting.play.events import GameEvent, Numbers, OutcomeOut, closed
from kahuna.hosting.play.game_view import ClockOut
from kahuna.hosting.play.ruleset_types import ChoicesOut, EditionOut, RulesetIn, RulesetOut
from kahuna.hosting.play.vocabulary import Letter, LineName, Mode, SeatName
from kahuna.record import Flaw
from kahuna.record.game_record import MAX_PLIES

MAX_NAME = 40
MAX_TOKENS = 200
"""Tokens that one request may list."""

Secret = Annotated[SecretStr, Field(min_length=1, max_length=100)]
Name = Annotated[str, Field(max_length=4 * MAX_NAME)]
"""A player's name as typed; it is cleaned before it is stored."""
SeatChoice = TypeAliasType("SeatChoice", Literal["white", "black", "random"])


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class ClockIn(_Body):
    """A time control: seconds for each turn, or for all turns of a seat together."""

    kind: Literal["turn", "game"]
    seconds: Annotated[int, Field(ge=5, le=30 * 24 * 3600)]
    increment: Annotated[int, Field(ge=0, le=3600)] = 0
    """Seconds that a seat gains with every turn it ends, for the kind ``game``."""


class NewGame(_Body):
    """A request to create a game."""

    mode: Literal["bot", "hotseat", "online"]
    ruleset: RulesetIn = RulesetIn()
    seat: SeatChoice = "random"
    """The seat of the creator."""
    first: SeatChoice = "random"
    name: Name = ""
    second_name: Name = ""
    """The other player's name, for a game on one device."""
    bot: Annotated[str, Field(max_length=40)] | None = None
    clock: ClockIn | None = None
    knowledge: bool = True
    """Whether players see what they can know about the cards."""


class JoinGame(_Body):
    """A request to take the free seat of an online game."""

    invite: Secret
    name: Name = ""


class BranchGame(_Body):
    """A request to continue a finished game from one of its positions, against a bot."""

    ply: Annotated[int, Field(ge=0, le=MAX_PLIES)]
    """The number of plies to keep."""
    seat: SeatName
    """The seat of the requester."""
    bot: Annotated[str, Field(max_length=40)]
    name: Name = ""


class ImportGame(_Body):
    """A request to import a record: for replay, or to continue an unfinished one on one device."""

    record: dict[str, Any] | str
    """A JSON object, or the text of a file in either form."""


class MyTokens(_Body):
    """A request to list the games of these tokens."""

    tokens: Annotated[list[Secret], Field(max_length=MAX_TOKENS)]


class LinkWanted(_Body):
    """A request for another token for the same seats, for another device."""

    game: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
    token: Secret


@closed
class SeatTaken(TypedDict):
    """Your seats, and the token that holds them. Keep it: the server stores only its hash."""

    game: str
    token: str
    seats: list[SeatName]
    invite: str | None
    """For an online game: the invitation for the other player."""


@closed
class BotOut(TypedDict):
    """A bot to play against."""

    key: str
    name: str
    about: str
    """A description in English."""
    level: int
    """Its rank among the opponents; 1 is the weakest."""


@closed
class IslandOut(TypedDict):
    """An island of the board."""

    letter: Letter
    name: str
    lines: list[LineName]
    majority: int


@closed
class Catalogue(TypedDict):
    """Everything that a new game can choose from."""

    app_version: str
    editions: list[EditionOut]
    usual: RulesetOut
    """The default rules."""
    choices: ChoicesOut
    bots: list[BotOut]
    islands: list[IslandOut]
    lan_host: str | None
    """Where others in the local network reach the server; only told to the machine it runs on."""


@closed
class PlayerOut(TypedDict):
    """Who sits at a seat."""

    name: str
    kind: Literal["human", "bot"]
    bot: str | None
    joined: bool


@closed
class PlayersOut(TypedDict):
    """Both players."""

    white: PlayerOut
    black: PlayerOut


@closed
class GameFacts(TypedDict):
    """What is public about a game."""

    game: str
    mode: Mode
    created_at: str
    """In UTC, ISO 8601."""
    ruleset: RulesetOut
    clock: ClockOut | None
    allows_knowledge: bool
    players: PlayersOut
    can_join: bool
    round: int
    turn: int
    to_move: SeatName | None
    outcome: OutcomeOut | None
    rematch: str | None


@closed
class MyGame(TypedDict):
    """A game in which one of the tokens holds a seat."""

    facts: GameFacts
    seats: list[SeatName]
    is_my_turn: bool


@closed
class MyGames(TypedDict):
    """The games of some tokens, the newest first."""

    games: list[MyGame]


@closed
class Link(TypedDict):
    """Another token for the same seats."""

    game: str
    token: str
    path: str
    """Path of the page; the token follows ``#``, so that browsers do not send it."""


@closed
class LinkOut(TypedDict):
    """A token that holds your seats, without the token itself."""

    id: str
    own: bool
    """Whether it is the token of this request."""
    connected: bool


@closed
class Links(TypedDict):
    """All tokens that hold your seats, and how many there may be."""

    links: list[LinkOut]
    most: int


@closed
class OpenSide(TypedDict):
    """Everything that a seat has, in a finished game."""

    bridges: list[LineName]
    control: list[Letter]
    stones: int
    hand: list[Letter]
    shown: list[Letter]
    buried: list[Letter]


@closed
class MomentOut(TypedDict):
    """A finished game after a number of plies."""

    number: int
    ply: str | None
    seat: SeatName | None
    """Who played the ply."""
    events: list[GameEvent]
    round: int
    turn: int
    to_move: SeatName | None
    white: OpenSide
    black: OpenSide
    open_cards: list[Letter]
    pile_size: int
    discards: list[Letter]
    rounds: list[Numbers]


@closed
class ReplayOut(TypedDict):
    """A finished game, position by position, with both hands."""

    facts: GameFacts
    moments: list[MomentOut]


@closed
class Health(TypedDict):
    """Whether the server works."""

    status: Literal["ok", "unavailable"]
    version: str


Fault = TypeAliasType(
    "Fault",
    Literal[
        "invalid", "not_found", "unknown_token", "conflict", "too_large", "too_many", "unavailable"
    ],
)


@closed
class FlawOut(TypedDict):
    """What is wrong with a record, and where."""

    kind: Flaw
    line: int | None
    """The line of the text, if known."""
    ply: int | None
    """The number of the ply, if ``kind`` is ``ply``."""


@closed
class FaultOut(TypedDict):
    """Why a request failed."""

    code: Fault
    problems: list[str]
    """In English, for people."""
    flaw: FlawOut | None
    """What is wrong with an imported record."""
