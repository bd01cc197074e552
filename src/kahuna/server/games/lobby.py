"""The reception: games are made, joined, imported, moved to another device and given up here."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from kahuna.bots import BOTS, LEVELS
from kahuna.core import (
    SEATS,
    InvalidRulesetError,
    Ruleset,
    Seat,
)
from kahuna.match import ChanceSource
from kahuna.record import GameRecord
from kahuna.server.games.game import HostedGame
from kahuna.server.games.imports import changes_of, cut_off, read_record
from kahuna.server.games.names import clean_name
from kahuna.server.games.registry import GameRegistry
from kahuna.server.games.room import Room
from kahuna.server.games.tokens import is_token, token_hash
from kahuna.server.render.ruleset import ruleset_in
from kahuna.server.storage.models import Clock, FirstChoice, GameRow, Player, bits_of_seats
from kahuna.server.storage.store import (
    Holders,
    StoredGame,
    Work,
    added_game,
    added_holder,
    joined_game,
    removed_game,
    removed_holders,
    updated_game,
)
from kahuna.server.wire.errors import ApiError, RefusedError
from kahuna.server.wire.http_bodies import (
    BranchGame,
    ImportGame,
    Link,
    NewGame,
    SeatTaken,
)
from kahuna.server.wire.ruleset import RulesetIn
from kahuna.server.wire.vocabulary import Mode, Refusal, seat_called, seat_name

MAX_HOLDERS = 20
"""Tokens that a game can have; more devices than anybody plays on."""
_NAMES = ("White", "Black")


class Lobby:
    """Makes games and gives out seats."""

    def __init__(self, registry: GameRegistry) -> None:
        self._registry = registry
        self._sources = registry.sources

    async def make(self, wanted: NewGame) -> SeatTaken:
        """A new game, and the token for the one who made it."""
        chance, now = self._sources.chance(), self._sources.now()
        ruleset = _ruleset(wanted.ruleset)
        seat = chance.first() if wanted.seat == "random" else seat_called(wanted.seat)
        is_online = wanted.mode == "online"
        invite = self._sources.token() if is_online else None
        row = GameRow(
            id=self._sources.game_id(),
            created_at=now,
            mode=wanted.mode,
            ruleset=ruleset,
            first=_first(wanted.first, chance),
            first_choice=wanted.first,
            deal=chance.deal(ruleset),
            players=_players(wanted, seat),
            clock=None if wanted.clock is None else Clock(wanted.clock.kind, wanted.clock.seconds),
            started_at=None if is_online else now,
            invite_hash=None if invite is None else token_hash(invite),
            allows_knowledge=wanted.knowledge,
        )
        seats = SEATS if wanted.mode == "hotseat" else (seat,)
        return await self._seat(row, chance, seats, invite=invite)

    async def import_record(self, body: ImportGame) -> SeatTaken:
        """A record as a game: to be replayed, or played on at one device."""
        record = await self._registry.read(read_record, body.record)
        mode: Mode = "hotseat" if record.outcome is None else "replay"
        white, black = (
            Player(clean_name(name, fallback))
            for name, fallback in zip(record.players, _NAMES, strict=True)
        )
        return await self._go_on_with(record, mode, (white, black), SEATS)

    async def branch(self, record: GameRecord, body: BranchGame) -> SeatTaken:
        """A finished game once more from one of its positions, against a bot.

        The new game is the old one up to there: its record is whole, and each seat has seen of it
        what that seat saw. What comes from the pile afterwards is drawn anew.
        """
        part = await self._registry.read(cut_off, record, body.ply)
        seat = seat_called(body.seat)
        own = Player(clean_name(body.name, _NAMES[seat]))
        return await self._go_on_with(part, "bot", _paired(own, _bot(body.bot), seat), (seat,))

    async def _go_on_with(
        self,
        record: GameRecord,
        mode: Mode,
        players: tuple[Player, Player],
        seats: tuple[Seat, ...],
    ) -> SeatTaken:
        """A game that begins with the plies of a record."""
        now = self._sources.now()
        row = GameRow(
            id=self._sources.game_id(),
            created_at=now,
            mode=mode,
            ruleset=record.ruleset,
            first=record.first,
            first_choice="random",
            deal=record.deal,
            players=players,
            started_at=now,
            is_over=record.outcome is not None,
        )
        return await self._seat(row, self._sources.chance(), seats, record=record)

    async def _seat(
        self,
        row: GameRow,
        chance: ChanceSource,
        seats: tuple[Seat, ...],
        *,
        invite: str | None = None,
        record: GameRecord | None = None,
    ) -> SeatTaken:
        token = self._sources.token()
        holders: Holders = {token_hash(token): seats}
        changes = () if record is None else changes_of(record, row.id, row.created_at)
        game = await self._registry.read(HostedGame, StoredGame(row, holders, changes), chance)
        await self._registry.write_new(added_game(row, holders, changes))
        self._registry.add(game)
        return _taken(row.id, token, seats, invite)

    async def join(self, room: Room, invite: str, name: str) -> SeatTaken:
        """Take the free seat of an online game."""
        async with self._registry.locked(room) as game:
            row = game.row
            if row.invite_hash is None:
                raise ApiError("conflict", "both seats are taken")
            if not is_token(invite, row.invite_hash):
                raise ApiError("unknown_token", "this invitation is not for this game")
            taken = {seat for seats in game.holders.values() for seat in seats}
            seat = next(seat for seat in SEATS if seat not in taken)
            token, now = self._sources.token(), self._sources.now()
            name = clean_name(name, _NAMES[seat])
            column = f"{seat_name(seat)}_name"
            joined = joined_game(row.id, row.invite_hash, **{column: name, "started_at": now})
            held = added_holder(row.id, token_hash(token), (seat,))
            await self._registry.write(room, Work(statements=(joined, held)))
            players = tuple(
                replace(player, name=name) if place is seat else player
                for place, player in zip(SEATS, row.players, strict=True)
            )
            game.row = replace(
                row, players=(players[0], players[1]), started_at=now, invite_hash=None
            )
            game.holders[token_hash(token)] = (seat,)
            game.time.start(now)
            room.tell(now)
            self._registry.go_on(room)
            return _taken(row.id, token, (seat,), None)

    async def link(self, room: Room, seats: tuple[Seat, ...]) -> Link:
        """A further token for seats that somebody holds already."""
        async with self._registry.locked(room) as game:
            if len(game.holders) >= MAX_HOLDERS:
                raise ApiError("conflict", "there are too many links to this game")
            token, game_id = self._sources.token(), game.row.id
            hashed = token_hash(token)
            work = Work(statements=(added_holder(game_id, hashed, seats),))
            await self._registry.write(room, work)
            game.holders[hashed] = seats
            return {"game": game_id, "token": token, "path": f"/game/{game_id}#token={token}"}

    async def give_up(self, room: Room, seats: tuple[Seat, ...]) -> None:
        """Forget who held these seats; a game that nobody holds is deleted."""
        async with self._registry.locked(room) as game:
            game_id = game.row.id
            going = [known for known, held in game.holders.items() if set(held) <= set(seats)]
            is_last = len(going) == len(game.holders)
            if not is_last and not game.is_over:
                raise ApiError("conflict", "somebody else is still playing: resign first")
            removed = removed_game(game_id) if is_last else removed_holders(game_id, going)
            await self._registry.write(room, Work(statements=(removed,)))
            for known in going:
                del game.holders[known]
            if is_last:
                self._registry.remove(room)

    async def rematch(self, room: Room, wanted: int) -> None:
        """Somebody wants another game; it is made when all who still hold a seat do."""
        game = room.game
        row = game.row
        held = {seat for seats in game.holders.values() for seat in seats}
        people = {seat for seat in SEATS if row.players[seat].bot is None}
        if row.invite_hash is None and people - held:
            raise RefusedError(Refusal.NO_OPPONENT)
        if bits_of_seats(tuple(held)) & ~wanted:
            work = Work(statements=(updated_game(row.id, rematch_wanted=wanted),))
            await self._registry.write(room, work)
            game.row = replace(row, rematch_wanted=wanted)
            return
        chance, now = self._sources.chance(), self._sources.now()
        white, black = row.players
        again = replace(
            row,
            id=self._sources.game_id(),
            created_at=now,
            ruleset=_swapped(row.ruleset),
            first=_first(row.first_choice, chance),
            deal=chance.deal(row.ruleset),
            players=(black, white),
            started_at=now if row.invite_hash is None else None,
            draw_offer=None,
            rematch_wanted=0,
            is_over=False,
        )
        holders = {
            known: tuple(seat.other for seat in reversed(seats))
            for known, seats in game.holders.items()
        }
        made = added_game(again, holders)
        noted = updated_game(row.id, rematch_wanted=wanted, rematch=again.id)
        await self._registry.write(room, Work(statements=(*made.statements, noted)))
        game.row = replace(row, rematch_wanted=wanted, rematch=again.id)
        self._registry.add(HostedGame(StoredGame(again, holders, ()), chance))


def _taken(game: str, token: str, seats: tuple[Seat, ...], invite: str | None) -> SeatTaken:
    names = [seat_name(seat) for seat in seats]
    return {"game": game, "token": token, "seats": names, "invite": invite}


def _first(choice: FirstChoice, chance: ChanceSource) -> Seat:
    return chance.first() if choice == "random" else seat_called(choice)


def _swapped(ruleset: Ruleset) -> Ruleset:
    """The same rules after changing seats: a handicap goes with the player."""
    seat = ruleset.handicap_seat
    return ruleset if seat is None else replace(ruleset, handicap_seat=seat.other)


def _players(wanted: NewGame, seat: Seat) -> tuple[Player, Player]:
    if wanted.bot is not None and wanted.mode != "bot":
        raise ApiError("invalid", "bot: only a game of the mode 'bot' has one")
    own = Player(clean_name(wanted.name, _NAMES[seat]))
    match wanted.mode:
        case "bot":
            other = _bot(wanted.bot)
        case "hotseat":
            other = Player(clean_name(wanted.second_name, _NAMES[seat.other]))
        case "online":
            other = Player(_NAMES[seat.other])
        case _:
            assert_never(wanted.mode)
    return _paired(own, other, seat)


def _bot(key: str | None) -> Player:
    if key not in BOTS:
        problem = "bot: it is not said which one" if key is None else f"there is no bot {key!r}"
        raise ApiError("invalid", f"{problem}; there are {', '.join(BOTS)}")
    level = LEVELS.get(key)
    return Player(key.capitalize() if level is None else level.name, key)


def _paired(own: Player, other: Player, seat: Seat) -> tuple[Player, Player]:
    """Both players, White first."""
    return (own, other) if seat is Seat.WHITE else (other, own)


def _ruleset(wanted: RulesetIn) -> Ruleset:
    try:
        return ruleset_in(wanted)
    except InvalidRulesetError as error:
        raise ApiError("invalid", *error.problems) from None
