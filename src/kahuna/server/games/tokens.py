"""Tokens hold seats: unguessable, kept only as hashes, compared in constant time."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from hashlib import sha256

from kahuna.core import Seat


def new_token() -> str:
    """192 bits that nobody can guess."""
    return secrets.token_urlsafe(24)


def new_game_id() -> str:
    """A name for a game: not secret, but not to be found by trying either."""
    return secrets.token_urlsafe(12)


def token_hash(token: str) -> str:
    """What is stored of a token."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def seats_held(token: str, holders: Mapping[str, tuple[Seat, ...]]) -> tuple[Seat, ...]:
    """The seats that a token holds, given who holds what by hash; none if it is not known.

    Every hash is looked at, so that the time tells nothing about which one it was.
    """
    wanted = token_hash(token)
    held: tuple[Seat, ...] = ()
    for known, seats in holders.items():
        if hmac.compare_digest(wanted, known):
            held = seats
    return held


def is_token(token: str, stored: str) -> bool:
    """Whether this is the token of which that hash was stored."""
    return hmac.compare_digest(token_hash(token), stored)
