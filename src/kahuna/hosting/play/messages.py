"""The messages of the WebSocket: one closed union for each direction.

Messages of clients are parsed strictly: anything unknown in them makes them invalid. Messages of
the server are typed dictionaries, which cost nothing to build; tests validate every one against the
same schema. The TypeScript types are generated from both.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from typing_extensions import TypeAliasType, TypedDict

from kahuna.core import Reason
from kahuna.hosting.play.events import GameEvent, closed
from kahuna.hosting.play.game_view import GameOut, GamePatch, SideOut
from kahuna.hosting.play.vocabulary import Letter, Refusal

PROTOCOL_VERSION = 2
"""Grows when clients must change. Version 2: ``changed`` contains only what has changed."""
MAX_MESSAGE = 4096
"""The maximum size of a client's message in bytes."""

Token = Annotated[str, Field(min_length=1, max_length=100)]
Key = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")]
"""An idempotency key: new for every request, the same when a request is sent again."""
ActionText = Annotated[str, Field(min_length=1, max_length=12, pattern=r"^[\x21-\x7e]+$")]
"""An action in notation, such as ``+AB/A``."""
Version = Annotated[int, Field(ge=0, le=2**53)]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Hello(_Message):
    """Open the session with a seat's token, or watch without one."""

    type: Literal["hello"]
    token: Token | None = None


class Act(_Message):
    """Take an action in answer to the version that was seen."""

    type: Literal["act"]
    key: Key
    version: Version
    action: ActionText


class Undo(_Message):
    """Take back the last step of the turn in progress."""

    type: Literal["undo"]
    key: Key
    version: Version


class Preview(_Message):
    """Ask what an action would do, or why it is not legal."""

    type: Literal["preview"]
    action: ActionText


class Look(_Message):
    """Ask for the board after a number of entries of your log."""

    type: Literal["look"]
    at: Annotated[int, Field(ge=0, le=100_000)]


class Reveal(_Message):
    """Open the curtain: with both seats held, show the cards of the seat to move."""

    type: Literal["reveal"]


class Resign(_Message):
    """Give up."""

    type: Literal["resign"]


class OfferDraw(_Message):
    """Offer a draw to the other player."""

    type: Literal["offer_draw"]


class AnswerDraw(_Message):
    """Accept or decline the other player's offer."""

    type: Literal["answer_draw"]
    accept: bool


class Rematch(_Message):
    """Ask for another game with seats swapped; it begins when both players have asked."""

    type: Literal["rematch"]


class Ping(_Message):
    """Ask for a pong."""

    type: Literal["ping"]


ClientMessage = TypeAliasType(
    "ClientMessage",
    Annotated[
        Hello
        | Act
        | Undo
        | Preview
        | Look
        | Reveal
        | Resign
        | OfferDraw
        | AnswerDraw
        | Rematch
        | Ping,
        Field(discriminator="type"),
    ],
)
"""A message from a client."""

CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


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
class Looked(TypedDict):
    """The board after a number of entries of the log."""

    type: Literal["looked"]
    at: int
    white: SideOut
    black: SideOut
    open_cards: list[Letter]


@closed
class Refused(TypedDict):
    """A request was refused, and nothing has changed."""

    type: Literal["refused"]
    code: Refusal
    about: str | None
    """The type of the refused message, if it had one."""
    key: str | None
    action: str | None
    reason: Reason | None
    """For ``illegal_action``: the rule that forbids it."""
    paragraph: str | None
    """The paragraph of RULES.md."""


@closed
class Gone(TypedDict):
    """The game was deleted; the connection is closed."""

    type: Literal["gone"]


@closed
class Pong(TypedDict):
    """The answer to ping."""

    type: Literal["pong"]


ServerMessage = TypeAliasType(
    "ServerMessage",
    Annotated[
        Snapshot | Changed | Presence | Previewed | Looked | Refused | Gone | Pong,
        Field(discriminator="type"),
    ],
)
"""A message from the server."""
