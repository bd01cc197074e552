"""The storage interface: what is stored of a game, and how a step changes it.

``kahuna.server.store`` implements :class:`GameStore` on a database, :class:`MemoryStore` in memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Final, Literal, NamedTuple, Protocol, TypeAlias

from kahuna.core import NO_DEAL, Deal, Ruleset, Seat
from kahuna.hosting.play.names import Mode, PlayerKind, Reaction, SeatChoice
from kahuna.hosting.schema import Limits, Request
from kahuna.match import Change
from kahuna.record import FairCards
from kahuna.record.fair_cards import Seeds

TimeControlKind: TypeAlias = Literal["turn", "game"]
ONE_DAY: Final = 24 * 3600
"""In seconds."""
Holders: TypeAlias = Mapping[str, tuple[Seat, ...]]
"""The seats that tokens hold, by the hash of the token."""
KnownGames: TypeAlias = Mapping[str, tuple[int, int]]
"""The known revision and number of changes of each game."""


Commitments: TypeAlias = tuple[str | None, str | None]
"""The commitments to seeds, White first."""


class ConflictError(Exception):
    """Another writer has changed the game meanwhile; nothing was written."""


class StorageError(Exception):
    """The store cannot be read or written at the moment; nothing was written."""


@dataclass(frozen=True, slots=True)
class TimeControl(Request):
    """Seconds for each turn, or for all turns of a seat together. [R17.2]"""

    kind: TimeControlKind
    seconds: Annotated[int, Limits(ge=5, le=30 * ONE_DAY)]
    increment: Annotated[int, Limits(ge=0, le=3600)] = 0
    """Seconds that a seat gains with every turn it ends; only for kind ``game``."""

    @property
    def is_correspondence(self) -> bool:
        """Whether each turn may take days, so that players need not be online together."""
        return self.kind == "turn" and self.seconds >= ONE_DAY


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat: a person, or a bot given by its key."""

    name: str | None
    """``None`` for a person who gave none."""
    bot: str | None = None
    account: str | None = None
    """The id of the account of a signed-in player."""

    @property
    def kind(self) -> PlayerKind:
        """Whether this is a person or a bot."""
        return "human" if self.bot is None else "bot"


@dataclass(frozen=True, slots=True)
class SeedExchange:
    """What the server and the players contribute to the cards (docs/fair-cards.md)."""

    secret: bytes = field(repr=False)
    commitments: Commitments = (None, None)
    seeds: Seeds = field(default=(None, None), repr=False)
    """The seeds that players have revealed."""


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """The match that a game of the lobby belongs to: one game, or two with swapped seats."""

    id: str
    """The id of its first game."""
    num_games: int
    is_rated: bool
    visitors: tuple[str, str]
    """Who plays this game, White first: see :mod:`kahuna.hosting.community.visitors`."""
    number: int = 1
    """The number of this game."""

    @property
    def has_next(self) -> bool:
        """Whether another game follows this one."""
        return self.number < self.num_games


@dataclass(frozen=True, slots=True)
class Vacation:
    """Time in which the clock of a seat stands still. Times are seconds since the epoch."""

    seat: Seat
    begin: float
    end: float


@dataclass(frozen=True, slots=True)
class TimeGift:
    """Time that a seat was given by its opponent."""

    seat: Seat
    turn: int
    """The number of the turn in which it was given."""
    seconds: int


class ReactionShown(NamedTuple):
    """The last reaction of a seat, and when it was shown."""

    kind: Reaction
    at: float


class GameResult(NamedTuple):
    """How a game has ended."""

    winner: Seat | None
    """``None`` for a draw, and for a game that was aborted."""
    aborted_by: Seat | None
    """Whoever left the game before acting."""


@dataclass(frozen=True, slots=True)
class GameMetadata:
    """A game without its changes. Times are seconds since the epoch."""

    id: str
    created_at: float
    mode: Mode
    ruleset: Ruleset
    first: Seat
    first_choice: SeatChoice
    deal: Deal
    """``NO_DEAL`` until all seeds are revealed."""
    players: tuple[Player, Player]
    time_control: TimeControl | None = None
    started_at: float | None = None
    """When the clocks were started; they wait for all players to be present."""
    invite_hash: str | None = None
    """The hash of the invitation until it is used."""
    draw_offer: Seat | None = None
    """The seat that has offered a draw."""
    rematch_wanted: tuple[Seat, ...] = ()
    rematch: str | None = None
    """The id of the next game between the same players."""
    rematch_commitments: Commitments = (None, None)
    """The commitments to seeds for the next game."""
    seed_exchange: SeedExchange | None = None
    """``None`` for a game without fair cards."""
    is_over: bool = False
    allows_knowledge: bool = True
    """Whether players see the table of what they can know about the cards."""
    reactions: tuple[ReactionShown | None, ReactionShown | None] = (None, None)
    """The last reaction of each player, White first."""
    assisted: tuple[Seat, ...] = ()
    """The seats whose players have asked the coach for help."""
    match: MatchInfo | None = None
    """``None`` for a game that did not begin in the lobby."""
    vacations: tuple[Vacation, ...] = ()
    """The vacations of both players, in a game with days for each turn."""
    gifts: tuple[TimeGift, ...] = ()
    """The time that players have given each other, in order."""
    revision: int = 0
    """Counts the writes to this game; each write names the revision it replaces."""
    deadline: float | None = None
    """When the seat to move runs out of time; derived from the changes, stored for searching."""
    turn_began: float | None = None
    """When the clock of the seat to move was started; derived and stored like the deadline."""
    bot_to_move: str | None = None
    """The key of the bot to move; derived from the changes, stored for searching."""

    @property
    def is_rated(self) -> bool:
        """Whether the game counts for ratings."""
        return self.match is not None and self.match.is_rated

    @property
    def is_dealt(self) -> bool:
        """Whether the cards are dealt."""
        return self.deal != NO_DEAL

    @property
    def is_waiting(self) -> bool:
        """Whether nobody can move yet.

        A player or the cards are missing, or the clock of a match waits for both players: whoever
        moves alone could not decline the match any more.
        """
        has_clock = self.match is not None and self.time_control is not None
        is_early = has_clock and self.started_at is None
        return self.invite_hash is not None or not self.is_dealt or is_early

    @property
    def fair_cards(self) -> FairCards | None:
        """What determines the cards, as far as it is known."""
        exchange = self.seed_exchange
        if exchange is None:
            return None
        return FairCards(exchange.secret, exchange.seeds, self.first_choice == "random")

    def without_derived(self) -> GameMetadata:
        """Return what was decided, to compare two states of a game."""
        return replace(self, revision=0, deadline=None, turn_began=None, bot_to_move=None)


@dataclass(frozen=True, slots=True)
class ChangeEntry:
    """An entry of a game's change log: the change, who asked for it, and when."""

    game: str
    number: int
    """Counts from 1 without gaps; unique within a game."""
    change: Change
    seat: Seat | None
    """Who asked for it; ``None`` when a clock ran out or a record was imported."""
    key: str | None
    """The idempotency key of the request."""
    at: float


@dataclass(frozen=True, slots=True)
class StoredGame:
    """Everything stored about a game."""

    metadata: GameMetadata
    holders: Holders
    changes: tuple[ChangeEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class GameUpdate:
    """What one step changes in a stored game.

    A store writes it as a whole, and only if the stored game still has the revision of ``before``
    and no entry of the change log has one of the new numbers. Otherwise it raises
    :class:`ConflictError`. The revision of ``after`` is the next one.
    """

    before: GameMetadata | None
    """``None`` for a new game."""
    after: GameMetadata | None
    """``None`` for a game to be deleted."""
    changes: tuple[ChangeEntry, ...] = ()
    added_holders: Holders = field(default_factory=dict)
    removed_holders: tuple[str, ...] = ()
    result: GameResult | None = None
    """How the game has ended, if this update ends it; not stored."""
    seeks: tuple[str, ...] = ()
    """The ids of the seeks that led to a new game. They must still be stored, and are removed."""
    origin: str | None = None
    """Where a waiting player connects from; not stored."""
    request: str | None = None
    """The id of the request that caused it, for logs; not stored."""

    @classmethod
    def create(cls, game: StoredGame) -> GameUpdate:
        """Return the update that stores a new game."""
        return cls(None, game.metadata, game.changes, game.holders)

    @property
    def game(self) -> str:
        """The id of the game."""
        known = self.after or self.before
        assert known is not None
        return known.id


class GameStore(Protocol):
    """Keeps games durably."""

    async def load(self, game: str) -> StoredGame | None:
        """Return a game as it is stored now."""
        ...

    async def write(self, *updates: GameUpdate) -> None:
        """Store all updates, or raise and store none."""
        ...

    async def settle(self) -> None:
        """Return once every write requested so far is stored or has failed."""
        ...

    async def games_of(self, hashes: Sequence[str]) -> Mapping[str, tuple[Seat, ...]]:
        """Return the games in which these tokens hold seats, the newest first."""
        ...

    async def due_games(self, now: float) -> Sequence[str]:
        """Return the games in which the seat to move has run out of time, the longest first."""
        ...

    async def bot_games(self, *, after: str, limit: int) -> Sequence[str]:
        """Return games in which a bot is to move, ordered by id, beginning after an id."""
        ...

    async def check_writable(self) -> None:
        """Raise if nothing can be written at the moment."""
        ...

    async def close(self) -> None:
        """Finish all writes and release all resources."""
        ...


class SharedStore(GameStore, Protocol):
    """A store to which other nodes may write too."""

    async def load_news(self, known: KnownGames) -> Mapping[str, StoredGame | None]:
        """Return the games whose revision has changed, each with only its later changes.

        A deleted game is ``None``.
        """
        ...


class MemoryStore:
    """Keeps games in memory: all promises of a :class:`GameStore`, except durability."""

    def __init__(self, games: Iterable[StoredGame] = ()) -> None:
        self.games = {game.metadata.id: game for game in games}

    async def load(self, game: str) -> StoredGame | None:
        """Return a game as it is stored now."""
        return self.games.get(game)

    async def write(self, *updates: GameUpdate) -> None:
        """Store all updates, or raise and store none."""
        games = dict(self.games)
        for update in updates:
            stored = games.pop(update.game, None)
            if (stored and stored.metadata.revision) != (update.before and update.before.revision):
                raise ConflictError
            if update.after is not None:
                games[update.game] = _updated(stored, update.after, update)
        self.games = games

    async def settle(self) -> None:
        """Return at once: every write is stored immediately."""

    async def games_of(self, hashes: Sequence[str]) -> Mapping[str, tuple[Seat, ...]]:
        """Return the games in which these tokens hold seats, the newest first."""
        newest_first = sorted(self.games.values(), key=lambda game: -game.metadata.created_at)
        return {
            game.metadata.id: seats
            for game in newest_first
            for hashed, seats in game.holders.items()
            if hashed in hashes
        }

    async def due_games(self, now: float) -> Sequence[str]:
        """Return the games in which the seat to move has run out of time, the longest first."""
        due = [
            (metadata.deadline, metadata.id)
            for metadata in self._metadata()
            if metadata.deadline is not None and metadata.deadline <= now
        ]
        return [game for _, game in sorted(due)]

    async def bot_games(self, *, after: str, limit: int) -> Sequence[str]:
        """Return games in which a bot is to move, ordered by id, beginning after an id."""
        found = (metadata.id for metadata in self._metadata() if metadata.bot_to_move is not None)
        return sorted(game for game in found if game > after)[:limit]

    async def check_writable(self) -> None:
        """Return: memory can always be written."""

    async def close(self) -> None:
        """Return: there is nothing to release."""

    def _metadata(self) -> Iterator[GameMetadata]:
        return (game.metadata for game in self.games.values())


def _updated(stored: StoredGame | None, after: GameMetadata, update: GameUpdate) -> StoredGame:
    """Return a stored game after an update."""
    changes = () if stored is None else stored.changes
    numbers = [entry.number for entry in update.changes]
    if numbers != list(range(len(changes) + 1, len(changes) + len(numbers) + 1)):
        raise ConflictError
    held = {**({} if stored is None else stored.holders), **update.added_holders}
    for hashed in update.removed_holders:
        del held[hashed]
    return StoredGame(after, held, (*changes, *update.changes))


class ReviewArchive(Protocol):
    """Keeps finished reviews. Both methods block."""

    def load_review(self, game: str, budget: int) -> bytes | None:
        """Return the review of a game that was made with a budget."""
        ...

    def save_review(self, game: str, budget: int, data: bytes) -> None:
        """Store the review of a game in place of an older one, unless the game was deleted."""
        ...
