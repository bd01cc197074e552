"""What goes over HTTP beside the game game: requests and answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr
from typing_extensions import TypeAliasType, TypedDict

from kahuna.record import Flaw
from kahuna.record.game_record import MAX_PLIES
from kahuna.server.wire.events import GameEvent, Numbers, OutcomeOut, closed
from kahuna.server.wire.game_view import ClockOut
from kahuna.server.wire.ruleset import ChoicesOut, EditionOut, RulesetIn, RulesetOut
from kahuna.server.wire.vocabulary import Letter, LineName, Mode, SeatName

MAX_NAME = 40
MAX_TOKENS = 200
"""How many games somebody can ask for at once."""

Secret = Annotated[SecretStr, Field(min_length=1, max_length=100)]
Name = Annotated[str, Field(max_length=4 * MAX_NAME)]
"""A player's name as it was typed; it is cleaned before it is kept."""
SeatChoice = TypeAliasType("SeatChoice", Literal["white", "black", "random"])


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class ClockIn(_Body):
    """So many seconds for every turn, or for all turns of a seat."""

    kind: Literal["turn", "game"]
    seconds: Annotated[int, Field(ge=5, le=30 * 24 * 3600)]


class NewGame(_Body):
    """A game to be made."""

    mode: Literal["bot", "hotseat", "online"]
    ruleset: RulesetIn = RulesetIn()
    seat: SeatChoice = "random"
    """Where the one who makes the game sits."""
    first: SeatChoice = "random"
    name: Name = ""
    second_name: Name = ""
    """The other player's name at the same device."""
    bot: Annotated[str, Field(max_length=40)] | None = None
    clock: ClockIn | None = None
    knowledge: bool = True
    """Whether the players may be told what they can know of the cards."""


class JoinGame(_Body):
    """Take the free seat of an online game."""

    invite: Secret
    name: Name = ""


class BranchGame(_Body):
    """A finished game is played on from one of its positions, against a bot."""

    ply: Annotated[int, Field(ge=0, le=MAX_PLIES)]
    """How many plies of the finished game the new one begins with."""
    seat: SeatName
    """Where the one who asks sits."""
    bot: Annotated[str, Field(max_length=40)]
    name: Name = ""


class ImportGame(_Body):
    """A record, to be looked at or, if it is unfinished, to be played on at one device."""

    record: dict[str, Any] | str
    """As an object; or as it was read from a file: JSON, or the form for people."""


class MyTokens(_Body):
    """The tokens of the games to be listed."""

    tokens: Annotated[list[Secret], Field(max_length=MAX_TOKENS)]


class LinkWanted(_Body):
    """A further token for the same seats is wanted, for another device."""

    game: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
    token: Secret


@closed
class SeatTaken(TypedDict):
    """A seat, or both, and the token that holds it. Keep the token: it is not stored here."""

    game: str
    token: str
    seats: list[SeatName]
    invite: str | None
    """For an online game: what the friend needs to join."""


@closed
class BotOut(TypedDict):
    """A bot to play against."""

    key: str
    name: str
    about: str
    """How it plays, in words."""
    level: int
    """Its place on the ladder of opponents; the weakest is on 1."""


@closed
class IslandOut(TypedDict):
    """An island of the board."""

    letter: Letter
    name: str
    lines: list[LineName]
    majority: int


@closed
class Catalogue(TypedDict):
    """What there is to choose from."""

    app_version: str
    editions: list[EditionOut]
    usual: RulesetOut
    """The rules where nothing else is wanted."""
    choices: ChoicesOut
    bots: list[BotOut]
    islands: list[IslandOut]


@closed
class PlayerOut(TypedDict):
    """Who sits at a seat."""

    name: str
    kind: Literal["human", "bot"]
    bot: str | None
    joined: bool


@closed
class PlayersOut(TypedDict):
    """Who sits where."""

    white: PlayerOut
    black: PlayerOut


@closed
class GameFacts(TypedDict):
    """What everybody may know of a game without watching it."""

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
    """A further token for the same seats."""

    game: str
    token: str
    path: str
    """Where to open it; the token is behind ``#``, so that no server sees it in an address."""


@closed
class OpenSide(TypedDict):
    """Everything of a seat, in a game that is over."""

    bridges: list[LineName]
    control: list[Letter]
    stones: int
    hand: list[Letter]
    shown: list[Letter]
    buried: list[Letter]


@closed
class MomentOut(TypedDict):
    """A finished game after so many plies."""

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
    """A finished game, position by position, both hands open."""

    facts: GameFacts
    moments: list[MomentOut]


@closed
class Health(TypedDict):
    """Whether the server can do its work."""

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
    """Of the text that was sent, if it is known."""
    ply: int | None
    """For ``ply``: which one."""


@closed
class FaultOut(TypedDict):
    """Why a request was not answered."""

    code: Fault
    problems: list[str]
    """In English, for people."""
    flaw: FlawOut | None
    """For a record that is refused."""
