"""The game as one viewer sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypeAlias, get_type_hints

from kahuna.core import TurnActivity
from kahuna.hosting.play.choices import BlockedAction, LegalAction
from kahuna.hosting.play.game_log import Numbers, OutcomeOut
from kahuna.hosting.play.names import (
    Letter,
    LineName,
    Mode,
    PlayerKind,
    Reaction,
    SeatName,
    ViewerName,
)
from kahuna.hosting.play.wire_ruleset import RulesetOut
from kahuna.hosting.schema import Tagged, TypedDict, closed
from kahuna.hosting.store import TimeControlKind


@closed
class ClockOut(TypedDict):
    """The time control: seconds for each turn, or for all turns of a seat together."""

    kind: TimeControlKind
    seconds: int
    increment: int
    """Seconds that a seat gains with every turn it ends."""


@closed
class PlayerOut(TypedDict):
    """Who sits at a seat."""

    name: str | None
    """Null for a person who gave none."""
    kind: PlayerKind
    bot: str | None
    """The key of the bot."""
    account: str | None
    """The id of the account of a signed-in player."""
    joined: bool
    """Whether somebody has taken the seat."""
    vacation_until: float | None
    """When the latest vacation of the player ends, in seconds since 1970; it may have passed."""


@closed
class SideOut(TypedDict):
    """One seat's pieces on the board."""

    bridges: list[LineName]
    control: list[Letter]
    """The islands that the seat controls."""


@closed
class SeatOut(PlayerOut, SideOut):
    """What everybody sees of a seat."""

    present: bool
    """Whether the player is connected now."""
    stones: int
    """Stones on the board."""
    bridges_left: int
    stones_left: int
    hand_size: int
    """All cards in hand, the shown ones included."""
    shown: list[Letter]
    """Variant 2: cards that lie open in front of the player."""
    buried_size: int
    clock_ms: int | None
    """Time left when the message was sent, in milliseconds."""


@closed
class SeatsOut(TypedDict):
    """Both seats."""

    white: SeatOut
    black: SeatOut


@closed
class OwnOut(TypedDict):
    """A seat's own cards, as it sees them."""

    hand: list[Letter]
    """Hidden cards; the open cards of variant 2 are listed with the seat."""
    buried: list[Letter]


@closed
class KnowledgeOut(TypedDict):
    """What a seat can know about the cards: a count for each island, in alphabetical order."""

    hand: list[int]
    """In the seat's own hand, including cards that lie open in front of it."""
    discarded: list[int]
    """Discarded face up since the pile was renewed."""
    open: list[int]
    buried: list[int]
    """Discarded face down by the seat itself."""
    taken: list[int]
    """Taken face up by the opponent, who may still hold them. They count as unseen as well, unless
    they lie open in front of the opponent."""
    unseen: list[int]
    """In the pile, in the opponent's hidden hand or among its face-down discards."""
    doubt: int
    """Cards that the opponent has discarded face down since; any of ``taken`` may be among them."""


@closed
class TurnOut(TypedDict):
    """A seat plays cards, or ends its turn."""

    kind: Literal["turn"]
    seat: SeatName
    must_draw: bool
    did: TurnActivity
    """Matters where discarding replaces playing."""
    cleared: LineName | None
    """Variant 1: the line on which a free bridge may be built now."""
    last_turns: int
    """2 and 1 in the last two turns, otherwise 0."""


@closed
class HandicapOut(TypedDict):
    """The weaker player places bridges before the first turn."""

    kind: Literal["handicap"]
    seat: SeatName
    left: int
    first: SeatName


@closed
class OverOut(TypedDict):
    """The game has ended."""

    kind: Literal["over"]


PhaseOut: TypeAlias = Annotated[TurnOut | HandicapOut | OverOut, Tagged("kind")]


@closed
class GiftOut(TypedDict):
    """Time that a seat was given by its opponent."""

    seat: SeatName
    turn: int
    seconds: int


@closed
class RematchOut(TypedDict):
    """Who wants another game, and its id once it exists."""

    wanted_by: list[SeatName]
    game: str | None


@closed
class MatchOut(TypedDict):
    """The match that a game of the lobby belongs to."""

    id: str
    """The id of its first game."""
    is_rated: bool
    number: int
    """The number of this game."""
    num_games: int


@closed
class ReactionOut(TypedDict):
    """The last reaction of a player."""

    seat: SeatName
    reaction: Reaction
    at: float
    """When it was shown, in seconds since the epoch."""


@closed
class FairCardsOut(TypedDict):
    """The commitments to the secret and the seeds that determine the cards."""

    server: str
    white: str | None
    """Null for a player whose seed comes from the server; its commitment covers it."""
    black: str | None
    awaited: list[SeatName]
    """The seats whose players are to reveal their seeds now."""


@closed
class RecordSeat(TypedDict):
    """A player in a record."""

    name: str | None
    assisted: NotRequired[bool]


@closed
class RecordOut(TypedDict):
    """A record: see docs/record-format.md."""

    format: Literal["kahuna-record"]
    version: int
    ruleset: dict[str, str | int | bool | None]
    seats: list[RecordSeat]
    first: int
    deal: dict[str, str | list[str]]
    plies: list[str]
    outcome: dict[str, str | int | list[list[int]] | None] | None
    hashes: NotRequired[dict[str, str]]
    """Hashes of the position after some plies."""
    fair_cards: NotRequired[dict[str, str | list[str | None]]]
    """What determined the cards of an online game."""
    signature: NotRequired[dict[str, str]]
    """The server's signature: ``key`` and ``value`` in hexadecimal digits."""


@closed
class GameOut(TypedDict):
    """A game as one viewer sees it now."""

    game: str
    mode: Mode
    version: int
    """Grows with every change that the viewer can see; an action names the one it answers."""
    viewer: ViewerName
    """Whose view this is; with both seats held, a spectator's until the curtain is opened."""
    holds: list[SeatName]
    """The seats that this connection may play."""
    ruleset: RulesetOut
    clock: ClockOut | None
    is_clock_running: bool
    """Whether the clock of the seat to move runs: it waits for all players to be present, and it
    stands still during a vacation."""
    seats: SeatsOut
    own: OwnOut | None
    """The viewer's own cards; null for a spectator."""
    allows_knowledge: bool
    """Whether this game offers ``knowledge`` to its players."""
    knowledge: KnowledgeOut | None
    """Null for a spectator, and in a game that does not offer it."""
    open_cards: list[Letter]
    pile_size: int
    discards: list[Letter]
    """Cards discarded face up since the pile was renewed."""
    rounds: list[Numbers]
    """The points of each round that was scored."""
    round: int
    turn: int
    phase: PhaseOut
    to_move: SeatName | None
    can_undo: bool
    legal: list[LegalAction]
    blocked: list[BlockedAction]
    draw_offer: SeatName | None
    """The seat whose draw offer is still open."""
    gifts: list[GiftOut]
    """The time that players have given each other, in order."""
    gift_seconds: int | None
    """The time that the viewer may give the opponent now; null if none."""
    can_abort: bool
    """Whether resigning aborts the game: the viewer has not acted yet."""
    rematch: RematchOut
    reactions: list[ReactionOut]
    """What the players last showed each other; empty for spectators."""
    assisted: list[SeatName]
    """The seats whose players have asked the coach for help."""
    match: MatchOut | None
    """Null for a game that did not begin in the lobby."""
    fair_cards: FairCardsOut | None
    """Null for a game without fair cards."""
    is_dealt: bool
    """Whether the cards are dealt; those of fair games only when all seeds are revealed."""
    outcome: OutcomeOut | None
    record: RecordOut | None
    """The complete game with every card, once it is over."""


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
    match: MatchOut | None
    """Null for a game that did not begin in the lobby."""


if TYPE_CHECKING:
    GamePatch: TypeAlias = dict[str, object]
else:
    GamePatch = closed(
        TypedDict(
            "GamePatch",
            {
                name: NotRequired[hint]
                for name, hint in get_type_hints(GameOut, include_extras=True).items()
            },
        )
    )
    GamePatch.__doc__ = "The fields of a game that have changed; the others are as before."
