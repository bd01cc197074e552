"""Tokens hold seats. They cannot be guessed, and only their hashes are stored."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from hashlib import sha256
from typing import Annotated, Final, TypeAlias

from kahuna.core import Seat
from kahuna.hosting.schema import Limits

GAME_ID: Final = r"^[A-Za-z0-9_-]{1,40}$"
"""A regular expression for game ids."""
GameId: TypeAlias = Annotated[str, Limits(pattern=GAME_ID)]


def new_token() -> str:
    """Return 192 random bits as text."""
    return secrets.token_urlsafe(24)


def new_game_id() -> str:
    """Return a game id: not secret, but too long to guess."""
    return secrets.token_urlsafe(12)


def token_hash(token: str) -> str:
    """Return the hash under which a token is stored."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def seats_held(token: str, holders: Mapping[str, tuple[Seat, ...]]) -> tuple[Seat, ...]:
    """Return the seats that a token holds; none if it is unknown.

    Compare with every hash, so that timing does not reveal which one matched.
    """
    wanted = token_hash(token)
    held: tuple[Seat, ...] = ()
    for known, seats in holders.items():
        if hmac.compare_digest(wanted, known):
            held = seats
    return held


def seats_taken(holders: Mapping[str, tuple[Seat, ...]]) -> set[Seat]:
    """Return the seats that any token holds."""
    return {seat for seats in holders.values() for seat in seats}


def tokens_for(holders: Mapping[str, tuple[Seat, ...]], seats: tuple[Seat, ...]) -> tuple[str, ...]:
    """Return the hashes of all tokens that hold exactly these seats."""
    return tuple(known for known, held in holders.items() if set(held) == set(seats))


def is_token(token: str, stored: str) -> bool:
    """Return whether a token has the stored hash, in constant time."""
    return hmac.compare_digest(token_hash(token), stored)
