"""Notices to players who are away: who receives them, and how to ask for them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Final, Literal, TypeAlias
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from kahuna.hosting.errors import ApiError
from kahuna.hosting.play.messages import Token
from kahuna.hosting.play.seating import MAX_TOKENS
from kahuna.hosting.schema import Limits, Request, TypedDict, closed

NoticeKind: TypeAlias = Literal["begun", "turn", "reminder"]
TargetKind: TypeAlias = Literal["push", "webhook"]
Language: TypeAlias = Literal["en", "de", "nl", "it"]
Address: TypeAlias = Annotated[str, Limits(min_length=12, max_length=1000)]
Base64: TypeAlias = Annotated[str, Limits(min_length=16, max_length=120, pattern=r"^[\w-]+=*$")]
Hour: TypeAlias = Annotated[int, Limits(ge=0, le=23)]
HTTPS_PORT: Final = 443


@dataclass(frozen=True, slots=True, kw_only=True)
class QuietHours(Request):
    """Hours without notices, in the time zone of the device; they may span midnight."""

    begin: Hour
    end: Hour
    zone: Annotated[str, Limits(min_length=1, max_length=60)]

    def contains(self, at: float) -> bool:
        """Return whether a time is in these hours."""
        hour = datetime.fromtimestamp(at, _zone(self.zone)).hour
        if self.begin <= self.end:
            return self.begin <= hour < self.end
        return hour >= self.begin or hour < self.end


@dataclass(frozen=True, slots=True, kw_only=True)
class PushWanted(Request):
    """A request to notify this device of the turns of these tokens, by Web Push."""

    address: Address
    """The endpoint of the browser's push service."""
    p256dh: Base64
    auth: Base64 = field(repr=False)
    language: Language
    quiet: QuietHours | None = None
    tokens: Annotated[list[Token], Limits(max_length=MAX_TOKENS)] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookWanted(Request):
    """A request to call a program when it is the turn of these tokens."""

    address: Address
    tokens: Annotated[list[Token], Limits(max_length=MAX_TOKENS)] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class AddressGone(Request):
    """A request to send nothing to an address any more."""

    address: Address


@closed
class WebhookMade(TypedDict):
    """The secret that signs the calls of a webhook."""

    secret: str


@closed
class PushKey(TypedDict):
    """The public key of the server for Web Push; null if the server offers none."""

    key: str | None


@dataclass(frozen=True, slots=True)
class Target:
    """A device or a program that receives notices."""

    kind: TargetKind
    address: str
    p256dh: str | None = None
    """For Web Push: the key of the browser."""
    secret: str = field(default="", repr=False)
    """What authenticates a push to the browser, or signs the calls of a webhook."""
    language: Language = "en"
    quiet: QuietHours | None = None

    @property
    def id(self) -> str:
        """The id of the target."""
        return target_id(self.address)


def push_target(wanted: PushWanted) -> Target:
    """Return the target of a request; refuse an unusable address or time zone."""
    check_address(wanted.address)
    if wanted.quiet is not None:
        _zone(wanted.quiet.zone)
    return Target("push", wanted.address, wanted.p256dh, wanted.auth, wanted.language, wanted.quiet)


def target_id(address: str) -> str:
    """Return the id of the target with an address."""
    return hashlib.sha256(address.encode()).hexdigest()


def check_address(address: str) -> None:
    """Refuse an address that is not plain HTTPS. Where it leads is checked with every call."""
    try:
        parts = urlsplit(address)
        is_usable = (
            parts.scheme == "https"
            and bool(parts.hostname)
            and parts.port in (None, HTTPS_PORT)
            and "@" not in parts.netloc
            and address.isascii()
            and address.isprintable()
        )
    except ValueError:
        is_usable = False
    if not is_usable:
        raise ApiError("invalid", "the address must begin with https:// and name a public host")


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ApiError(
            "invalid", f"{name!r} is not a time zone; write it as Europe/Berlin"
        ) from None
