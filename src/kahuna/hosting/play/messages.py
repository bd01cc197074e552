"""The messages of the WebSocket: one closed union for each direction.

Messages of clients are parsed strictly: anything unknown in them makes them invalid. Messages of
the server are typed dictionaries, which cost nothing to build; tests validate every one against the
same schema. The TypeScript types are generated from both.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeAlias

from kahuna.hosting.errors import Refused
from kahuna.hosting.play.game_log import GameEvent
from kahuna.hosting.play.game_view import GameOut, GamePatch
from kahuna.hosting.play.names import Reaction
from kahuna.hosting.play.seeds import Hex
from kahuna.hosting.schema import Limits, Request, Tagged, TypedDict, closed

PROTOCOL_VERSION = 3
"""Grows when clients must change. Version 2: ``changed`` contains only what has changed."""
MAX_MESSAGE = 4096
"""The maximum size of a client's message in bytes."""
PRINTABLE = r"^[\x21-\x7e]+$"
"""A regular expression for texts without spaces."""
Token: TypeAlias = Annotated[str, Limits(min_length=1, max_length=100)]
Key: TypeAlias = Annotated[str, Limits(min_length=1, max_length=64, pattern=PRINTABLE)]
"""An idempotency key: new for every request, the same when a request is sent again."""
ActionText: TypeAlias = Annotated[str, Limits(min_length=1, max_length=12, pattern=PRINTABLE)]
"""An action in notation, such as ``+AB/A``."""
Version: TypeAlias = Annotated[int, Limits(ge=0, le=2**53)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello(Request):
    """Open the session with a seat's token, or watch without one."""

    type: Literal["hello"]
    token: Token | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(Request):
    """Take an action in answer to the version that was seen."""

    type: Literal["act"]
    key: Key
    version: Version
    action: ActionText


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo(Request):
    """Take back the last step of the turn in progress."""

    type: Literal["undo"]
    key: Key
    version: Version


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview(Request):
    """Ask what an action would do, or why it is not legal."""

    type: Literal["preview"]
    action: ActionText


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal(Request):
    """Open the curtain: with both seats held, show the cards of the seat to move."""

    type: Literal["reveal"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign(Request):
    """Give up; whoever has not acted yet aborts the game instead."""

    type: Literal["resign"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveTime(Request):
    """Give the opponent more time."""

    type: Literal["give_time"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferDraw(Request):
    """Offer a draw to the other player."""

    type: Literal["offer_draw"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerDraw(Request):
    """Accept or decline the other player's offer."""

    type: Literal["answer_draw"]
    accept: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Rematch(Request):
    """Ask for another game with seats swapped; it begins when both players have asked."""

    type: Literal["rematch"]
    commitment: Hex | None = None
    """For an online game: the commitment to your seed for the next game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class React(Request):
    """Show the other player one of eight reactions; there is no chat."""

    type: Literal["react"]
    reaction: Reaction


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealSeed(Request):
    """Reveal the seed that you have committed to, or null if you have lost it."""

    type: Literal["reveal_seed"]
    seed: Hex | None = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ping(Request):
    """Ask for a pong."""

    type: Literal["ping"]


ClientMessage: TypeAlias = Annotated[
    Hello
    | Act
    | Undo
    | Preview
    | Reveal
    | Resign
    | GiveTime
    | OfferDraw
    | AnswerDraw
    | Rematch
    | React
    | RevealSeed
    | Ping,
    Tagged("type"),
]
"""A message from a client."""


@closed
class Snapshot(TypedDict):
    """The whole game: the answer to hello, and sent whenever the viewer changes."""

    type: Literal["snapshot"]
    protocol: int
    """The version of the protocol, ``PROTOCOL_VERSION``."""
    state: GameOut
    log: list[GameEvent]
    key: str | None
    """The key of the request that this answers."""


@closed
class Changed(TypedDict):
    """The game has changed.

    Replace the fields given in ``state``. Keep the first ``keep`` entries of the log and append
    ``news``.
    """

    type: Literal["changed"]
    state: GamePatch
    keep: int
    news: list[GameEvent]
    key: str | None
    """The key of the request that this answers; only the connection that asked receives it."""


@closed
class Presence(TypedDict):
    """Who is connected."""

    type: Literal["presence"]
    white: bool
    black: bool
    spectators: int


@closed
class Previewed(TypedDict):
    """What an action would do."""

    type: Literal["previewed"]
    action: str
    events: list[GameEvent]


@closed
class Gone(TypedDict):
    """The game was deleted; the connection is closed."""

    type: Literal["gone"]


@closed
class Pong(TypedDict):
    """The answer to ping."""

    type: Literal["pong"]


ServerMessage: TypeAlias = Annotated[
    Snapshot | Changed | Presence | Previewed | Refused | Gone | Pong,
    Tagged("type"),
]
"""A message from the server."""
