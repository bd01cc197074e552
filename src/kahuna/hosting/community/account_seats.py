"""The seats of accounts: claim those of a guest, rename them, and hold them on another device."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias, assert_never

from kahuna.core import SEATS, Seat
from kahuna.hosting.errors import ApiError, UnknownGameError
from kahuna.hosting.play.game import HostedGame
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.seating import Link, device_link
from kahuna.hosting.play.tokens import token_hash
from kahuna.hosting.store import GameMetadata, Player

Players: TypeAlias = tuple[Player, Player]


async def claim_seats(registry: GameRegistry, tokens: Sequence[str], player: Player) -> None:
    """Give the seats that some tokens hold to an account."""
    held = await registry.store.games_of(list(map(token_hash, tokens)))
    for game, seats in held.items():
        await _seat_players(registry, game, partial(_claimed, seats=seats, player=player))


async def rename_seats(
    registry: GameRegistry, games: Iterable[str], account: str, name: str | None
) -> None:
    """Write another name on the seats of an account; ``None`` makes them those of a guest."""
    for game in games:
        await _seat_players(registry, game, partial(_renamed, account=account, name=name))


async def hold_seats(registry: GameRegistry, game_id: str, account: str) -> Link:
    """Create a token for the seats of an account, for a browser that has none."""
    token = registry.sources.token()
    async with registry.room(game_id) as room:

        async def add(game: HostedGame) -> Link:
            seats = seats_of_account(game.metadata, account)
            if not seats:
                raise ApiError("unknown_token", "this account holds no seat of this game")
            await registry.write(room, game.add_link(seats, hashed=token_hash(token)))
            return device_link(game.id, token)

        return await registry.transact(room, add)


def seats_of_account(game: GameMetadata, account: str) -> tuple[Seat, ...]:
    """Return the seats of an account; at one device they are both its own."""
    seats = tuple(seat for seat in SEATS if game.players[seat].account == account)
    return SEATS if seats and game.mode == "hotseat" else seats


def _claimed(game: GameMetadata, seats: tuple[Seat, ...], player: Player) -> Players:
    """Seat an account where a guest sat. At one device, names stay as they were typed."""
    white, black = game.players
    if any(game.players[seat].account is not None for seat in seats):
        return game.players  # They belong to an account already.
    match game.mode:
        case "hotseat":
            return replace(white, account=player.account), black
        case "replay":
            return game.players  # A record of others.
        case "bot" | "online":
            return (
                player if Seat.WHITE in seats else white,
                player if Seat.BLACK in seats else black,
            )
        case _:
            assert_never(game.mode)


def _renamed(game: GameMetadata, account: str, name: str | None) -> Players:
    """Rename an account. At one device, names stay as they were typed, unless it is deleted."""
    seats = seats_of_account(game, account)
    if game.mode == "hotseat" and name is not None:
        return game.players
    new = Player(name, account=None if name is None else account)
    white, black = (new if seat in seats else game.players[seat] for seat in SEATS)
    return white, black


async def _seat_players(
    registry: GameRegistry, game_id: str, players: Callable[[GameMetadata], Players]
) -> None:
    """Seat other players in a game, unless it was just deleted."""
    try:
        async with registry.room(game_id) as room:

            async def seat(game: HostedGame) -> None:
                if (new := players(game.metadata)) != game.metadata.players:
                    await registry.commit(room, game.seat_players(new))

            await registry.transact(room, seat)
    except UnknownGameError:
        return
