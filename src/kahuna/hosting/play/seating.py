"""Seats: create, import, join, share and leave games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from kahuna.core import NO_DEAL, SEATS, Seat
from kahuna.hosting.errors import ApiError, UnknownGameError
from kahuna.hosting.play.clock_watch import start_clock
from kahuna.hosting.play.game import MAX_LINKS, HostedGame
from kahuna.hosting.play.game_view import GameFacts
from kahuna.hosting.play.messages import Token
from kahuna.hosting.play.names import Mode, SeatChoice, SeatName, seat_from_name, seat_name
from kahuna.hosting.play.new_game import (
    BranchGame,
    ImportGame,
    Name,
    NewGame,
    bot_player,
    changes_of,
    check_clock,
    choose_first,
    clean_name,
    cut_off,
    players_for,
    read_record,
    ruleset_for,
    white_first,
)
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.room import Room
from kahuna.hosting.play.seeds import Hex, commit_seed
from kahuna.hosting.play.tokens import GameId, token_hash
from kahuna.hosting.schema import Limits, Request, TypedDict, closed
from kahuna.hosting.store import GameMetadata, Player, SeedExchange, StoredGame
from kahuna.match import ChanceSource
from kahuna.record import GameRecord

MAX_TOKENS = 200
"""Tokens that one request may list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinGame(Request):
    """A request to take the free seat of an online game."""

    invite: Token = field(repr=False)
    name: Name = ""
    commitment: Hex | None = None
    """The commitment to the player's seed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MyTokens(Request):
    """A request to list the games of these tokens."""

    tokens: Annotated[list[Token], Limits(max_length=MAX_TOKENS)] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkWanted(Request):
    """A request for another token for the same seats, for another device."""

    game: GameId
    token: Token = field(repr=False)


@closed
class SeatTaken(TypedDict):
    """Your seats, and the token that holds them. Keep it: the server stores only its hash."""

    game: str
    token: str
    seats: list[SeatName]
    invite: str | None
    """For an online game: the invitation for the other player."""


@closed
class MyGame(TypedDict):
    """A game in which one of the tokens holds a seat."""

    facts: GameFacts
    seats: list[SeatName]
    is_my_turn: bool
    seconds_left: float | None
    """The time that the seat to move has left; null without a clock."""


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


class Seating:
    """Creates games and hands out seats."""

    def __init__(self, registry: GameRegistry) -> None:
        self._registry = registry
        self._sources = registry.sources

    async def make(self, wanted: NewGame, own: Player | None = None) -> SeatTaken:
        """Create a game, and a token for its creator; ``own`` is the creator, if signed in."""
        chance, now = self._sources.chance(), self._sources.now()
        check_clock(wanted.clock)
        ruleset = ruleset_for(wanted.ruleset)
        seat = choose_first(wanted.seat, chance)
        is_online = wanted.mode == "online"
        invite = self._sources.token() if is_online else None
        metadata = GameMetadata(
            id=self._sources.game_id(),
            created_at=now,
            mode=wanted.mode,
            ruleset=ruleset,
            first=choose_first(wanted.first, chance),
            first_choice=wanted.first,
            deal=NO_DEAL if is_online else chance.deal(ruleset),
            players=players_for(wanted, seat, own),
            time_control=wanted.clock,
            invite_hash=None if invite is None else token_hash(invite),
            allows_knowledge=wanted.knowledge,
            seed_exchange=SeedExchange(self._sources.secret()) if is_online else None,
        )
        metadata = commit_seed(metadata, seat, wanted.commitment)
        seats = SEATS if wanted.mode == "hotseat" else (seat,)
        return await self._create(metadata, chance, seats, invite=invite)

    async def import_record(self, body: ImportGame) -> SeatTaken:
        """Create a game from a record: for replay, or to continue at one device."""
        record = await self._registry.offload(read_record, body.record)
        mode: Mode = "hotseat" if record.outcome is None else "replay"
        white, black = (Player(clean_name(name or "")) for name in record.players)
        return await self._continue(record, mode, (white, black), SEATS)

    async def branch(
        self, record: GameRecord, body: BranchGame, own: Player | None = None
    ) -> SeatTaken:
        """Continue a finished game from one of its positions, against a bot.

        The new game begins with the plies of the old one, so its record is complete and each seat
        has seen what it saw then. Later cards are drawn again.
        """
        part = await self._registry.offload(cut_off, record, body.ply)
        own = own or Player(clean_name(body.name))
        return await self.play_on(part, seat_from_name(body.seat), bot=body.bot, own=own)

    async def play_on(self, record: GameRecord, seat: Seat, *, bot: str, own: Player) -> SeatTaken:
        """Create a game that continues an unfinished one, against a bot."""
        players = white_first(own, bot_player(bot), seat)
        return await self._continue(record, "bot", players, (seat,))

    async def join(self, room: Room, body: JoinGame, own: Player | None = None) -> SeatTaken:
        """Take the free seat of an online game."""
        player = own or Player(clean_name(body.name))
        token = self._sources.token()

        async def take_seat(game: HostedGame) -> Seat:
            seat, update = game.join(body.invite, player, body.commitment, hashed=token_hash(token))
            await self._registry.commit(room, update)
            return seat

        seat = await self._registry.transact(room, take_seat)
        await start_clock(self._registry, room)
        return _seat_taken(room.game.id, token, (seat,), None)

    async def my_games(self, body: MyTokens) -> MyGames:
        """List the games in which some tokens hold seats."""
        return await self.list_games(
            await self._registry.store.games_of(list(map(token_hash, body.tokens)))
        )

    async def list_games(self, held: Mapping[str, tuple[Seat, ...]]) -> MyGames:
        """List games for the holder of these seats, in the given order."""
        games = [await self._my_game(game, seats) for game, seats in held.items()]
        return {"games": [game for game in games if game is not None]}

    async def _my_game(self, game_id: str, seats: tuple[Seat, ...]) -> MyGame | None:
        """Render a game for the holder of some seats; ``None`` if it was just deleted."""
        registry = self._registry
        try:
            async with registry.room(game_id) as room, registry.locked(room) as game:
                return {
                    "facts": game.facts(),
                    "seats": [seat_name(seat) for seat in seats],
                    "is_my_turn": not game.metadata.is_waiting and game.mover in seats,
                    "seconds_left": game.seconds_left(self._sources.now()),
                }
        except UnknownGameError:
            return None

    async def link(self, room: Room, token: str) -> Link:
        """Create another token for the seats of a token."""
        own, new = token_hash(token), self._sources.token()

        async def add(game: HostedGame) -> Link:
            seats = _seats_of(game, own)
            await self._registry.write(room, game.add_link(seats, hashed=token_hash(new)))
            return device_link(game.id, new)

        return await self._registry.transact(room, add)

    async def links(self, room: Room, token: str) -> Links:
        """List the tokens that hold the same seats as a token."""
        own = token_hash(token)
        connected = {connection.hashed for connection in room.connections}
        async with self._registry.locked(room) as game:
            links: list[LinkOut] = [
                {"id": link_id(known), "own": known == own, "connected": known in connected}
                for known in game.links(_seats_of(game, own))
            ]
        return {"links": links, "most": MAX_LINKS}

    async def revoke(self, room: Room, token: str, link: str) -> None:
        """Revoke another token for the same seats, and close its connections."""
        own = token_hash(token)

        async def remove(game: HostedGame) -> None:
            links = game.links(_seats_of(game, own))
            known = next((known for known in links if link_id(known) == link), None)
            if known is None:
                raise ApiError("not_found", "there is no such link")
            if known == own:
                raise ApiError("conflict", "this link is your own: renew it instead")
            await self._registry.write(room, game.revoke_link(known))

        await self._registry.transact(room, remove)

    async def renew(self, room: Room, token: str) -> Link:
        """Replace a token with a new one, and close the connections of the old one."""
        old, new = token_hash(token), self._sources.token()

        async def replace_token(game: HostedGame) -> Link:
            _seats_of(game, old)
            await self._registry.write(room, game.renew_link(old, token_hash(new)))
            return device_link(game.id, new)

        return await self._registry.transact(room, replace_token)

    async def leave(self, room: Room, token: str) -> None:
        """Give up the seats of a token; delete the game if no tokens are left."""

        async def give_up(game: HostedGame) -> None:
            update = game.leave(_seats_of(game, token_hash(token)))
            await self._registry.write(room, update)
            if update.after is None:
                self._registry.remove(room)

        await self._registry.transact(room, give_up)

    async def _continue(
        self,
        record: GameRecord,
        mode: Mode,
        players: tuple[Player, Player],
        seats: tuple[Seat, ...],
    ) -> SeatTaken:
        """Create a game that begins with the plies of a record."""
        now = self._sources.now()
        fair = None if record.outcome is None else record.fair_cards
        metadata = GameMetadata(
            id=self._sources.game_id(),
            created_at=now,
            mode=mode,
            ruleset=record.ruleset,
            first=record.first,
            first_choice=_first_choice(record),
            deal=record.deal,
            players=players,
            is_over=record.outcome is not None,
            assisted=record.assisted,
            seed_exchange=None if fair is None else SeedExchange(fair.secret, seeds=fair.seeds),
        )
        return await self._create(metadata, self._sources.chance(), seats, record=record)

    async def _create(
        self,
        metadata: GameMetadata,
        chance: ChanceSource,
        seats: tuple[Seat, ...],
        *,
        invite: str | None = None,
        record: GameRecord | None = None,
    ) -> SeatTaken:
        token = self._sources.token()
        changes = () if record is None else changes_of(record, metadata.id, metadata.created_at)
        stored = StoredGame(metadata, {token_hash(token): seats}, changes)
        await self._registry.create(stored, chance)
        return _seat_taken(metadata.id, token, seats, invite)


def _seats_of(game: HostedGame, hashed: str) -> tuple[Seat, ...]:
    """Return the seats that a token holds; refuse a revoked one."""
    seats = game.holders.get(hashed)
    if seats is None:
        raise ApiError("unknown_token", "this token holds no seat of this game")
    return seats


def _first_choice(record: GameRecord) -> SeatChoice:
    """Return whether chance decided who starts, as far as a record tells."""
    fair = record.fair_cards
    return "random" if fair is None or fair.is_first_random else seat_name(record.first)


def link_id(hashed: str) -> str:
    """Return the id of a link; it does not reveal the token."""
    return hashed[:16]


def device_link(game: str, token: str) -> Link:
    """Return a new token for the same seats."""
    return {"game": game, "token": token, "path": f"/game/{game}#token={token}"}


def _seat_taken(game: str, token: str, seats: tuple[Seat, ...], invite: str | None) -> SeatTaken:
    names = [seat_name(seat) for seat in seats]
    return {"game": game, "token": token, "seats": names, "invite": invite}
