"""Visitors of the lobby: the id of an account, or a mark and the key of a guest or bot."""

from __future__ import annotations

from typing import Final

from kahuna.hosting.community.account import Account
from kahuna.hosting.play.tokens import token_hash
from kahuna.hosting.store import Player

_GUEST: Final = "~"
_BOT: Final = "@"
_GUEST_DIGITS: Final = 32


def account_visitor(account: Account) -> str:
    """Return the visitor who is signed in to an account."""
    return account.id


def guest_visitor(key: str) -> str:
    """Return the visitor whose browser has a key; the key itself is not stored."""
    return _GUEST + token_hash(key)[:_GUEST_DIGITS]


def player_visitor(player: Player, guest: str) -> str:
    """Return the visitor who sits at a seat; ``guest`` is who it is without an account."""
    if player.bot is not None:
        return _BOT + player.bot
    return guest if player.account is None else player.account


def account_of_visitor(visitor: str) -> str | None:
    """Return the id of a visitor's account; ``None`` for a guest or a bot."""
    return None if visitor[:1] in ("", _GUEST, _BOT) else visitor


def bot_of_visitor(visitor: str) -> str | None:
    """Return the key of a bot; ``None`` for people."""
    return visitor.removeprefix(_BOT) if visitor.startswith(_BOT) else None
