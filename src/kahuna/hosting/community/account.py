"""Accounts: who a signed-in player is. Nothing here knows passkeys or a database."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from kahuna.hosting.errors import ApiError
from kahuna.hosting.store import Player

ACCOUNT_ID: Final = r"^[A-Za-z0-9_-]{16}$"
"""A regular expression for account ids."""
PasskeyPurpose: TypeAlias = Literal["create", "add", "sign_in"]
"""What a passkey is asked for: a new account, another passkey, or to sign in."""


def new_account_id() -> str:
    """Return an account id: 96 random bits as 16 characters."""
    return secrets.token_urlsafe(12)


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A player with a name of their own. Times are seconds since the epoch."""

    id: str
    name: str
    created_at: float
    suspended_at: float | None = None
    """When an administrator suspended the account; ``None`` if it is in order."""

    @property
    def is_suspended(self) -> bool:
        """Whether the account may not meet others."""
        return self.suspended_at is not None

    @property
    def player(self) -> Player:
        """The account at a seat."""
        return Player(self.name, account=self.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Passkey:
    """A public key with which an account signs in."""

    id: str
    """In base64url."""
    public_key: bytes
    sign_count: int
    """Counts its uses; always 0 for keys that several devices share."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PasskeyChallenge:
    """What a passkey was asked for."""

    kind: PasskeyPurpose
    account: str | None = None
    """The account that will have or has the passkey; ``None`` to sign in."""
    name: str | None = None
    """The name of a new account."""


def require_account(account: Account | None) -> Account:
    """Return the account of a client; refuse one that is signed out or suspended."""
    if account is None:
        raise ApiError("signed_out", "sign in first")
    if account.is_suspended:
        raise ApiError("suspended", "this account is suspended")
    return account


def player_of(account: Account | None) -> Player | None:
    """Return who takes a seat; ``None`` for a guest. A suspended account plays as a guest."""
    return None if account is None or account.is_suspended else account.player
