"""Deal fair cards: players reveal the seeds that they have committed to (docs/fair-cards.md).

These functions refuse a request, or return the metadata of the game after it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, TypeAlias, TypeVar

from kahuna.core import SEATS, Seat
from kahuna.hosting.errors import Refusal, RefusedError
from kahuna.hosting.schema import Limits
from kahuna.hosting.store import GameMetadata
from kahuna.record import commitment_of

Hex: TypeAlias = Annotated[str, Limits(pattern="^[0-9a-f]{64}$")]
"""A commitment or a seed: 32 bytes in hexadecimal digits."""
_T = TypeVar("_T")


def commit_seed(game: GameMetadata, seat: Seat, commitment: str | None) -> GameMetadata:
    """Note the commitment of a seat's player, if the game has fair cards."""
    exchange = game.seed_exchange
    if exchange is None:
        return game
    commitments = with_seat(exchange.commitments, seat, commitment)
    return replace(game, seed_exchange=replace(exchange, commitments=commitments))


def reveal_seed(game: GameMetadata, seat: Seat, seed: bytes | None) -> GameMetadata:
    """Note the seed of a seat's player; ``None`` leaves it to the server, as without commitment."""
    exchange = game.seed_exchange
    if exchange is None or seat not in awaited_seats(game):
        return game
    if seed is None:
        return commit_seed(game, seat, None)
    if commitment_of(seed) != exchange.commitments[seat]:
        raise RefusedError(Refusal.BAD_MESSAGE)
    seeds = with_seat(exchange.seeds, seat, seed)
    return replace(game, seed_exchange=replace(exchange, seeds=seeds))


def deal_if_ready(game: GameMetadata) -> GameMetadata:
    """Deal the cards once both seats are taken and all seeds are revealed."""
    fair = game.fair_cards
    if fair is None or game.is_dealt or game.invite_hash is not None or awaited_seats(game):
        return game
    first = fair.first() if fair.is_first_random else game.first
    return replace(game, deal=fair.deal(game.ruleset), first=first)


def awaited_seats(game: GameMetadata) -> tuple[Seat, ...]:
    """Return the seats whose players can reveal their seeds now."""
    exchange = game.seed_exchange
    if exchange is None or game.is_dealt or game.invite_hash is not None:
        return ()
    return tuple(
        seat
        for seat in SEATS
        if exchange.commitments[seat] is not None and exchange.seeds[seat] is None
    )


def with_seat(pair: tuple[_T, _T], seat: Seat, value: _T) -> tuple[_T, _T]:
    """Return a pair with another value for one seat."""
    white, black = pair
    return (value, black) if seat is Seat.WHITE else (white, value)
