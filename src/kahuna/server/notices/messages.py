"""Write notices: encrypted for a browser, signed for a program."""

from __future__ import annotations

import hashlib
import hmac
import json
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias, assert_never
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from pywebpush import WebPusher, WebPushException

from kahuna.hosting.notices import NoticeKind, Target
from kahuna.hosting.play.names import SeatName
from kahuna.i18n import load_section

Letter: TypeAlias = tuple[dict[str, str], bytes]
"""The headers and the body of a request."""
SIGNED_SECONDS: Final = 12 * 3600
"""How long a push service accepts our signature; 24 hours are the most that is allowed."""


_KEY_BYTES: Final = 48
_CURVE_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256 (FIPS 186-4)."""


class UnusableTargetError(Exception):
    """Nothing can be encrypted for this target."""


@dataclass(frozen=True, slots=True)
class Notice:
    """What a player is told. It contains nothing that spectators cannot see."""

    kind: NoticeKind
    game: str
    seat: SeatName
    opponent: str | None
    """The name of the opponent; ``None`` for a person without a name."""
    deadline: float
    """When the seat to move runs out of time."""
    is_first: bool = False
    """Whether nobody has moved yet."""


class PushSigner:
    """Identifies the server to push services (RFC 8292)."""

    def __init__(self, secret: bytes, contact: str) -> None:
        """Derive the key from the server's secret; ``contact`` is a URL for the push services."""
        derived = HKDF(SHA256(), _KEY_BYTES, salt=None, info=b"kahuna web push").derive(secret)
        # The order of the curve is close to 2**256, so the remainder is as good as uniform.
        number = int.from_bytes(derived) % (_CURVE_ORDER - 1) + 1
        self._vapid = Vapid02(ec.derive_private_key(number, ec.SECP256R1()))
        self._contact = contact

    @property
    def public_key(self) -> str:
        """The public key, as browsers want it."""
        raw = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return urlsafe_b64encode(raw).rstrip(b"=").decode()

    def sign(self, address: str, now: float) -> dict[str, str]:
        """Return the headers that authorize a request to a push service."""
        parts = urlsplit(address)
        claims = {
            "sub": self._contact,
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(now) + SIGNED_SECONDS,
        }
        return dict(self._vapid.sign(claims))


def write(notice: Notice, target: Target, signer: PushSigner, now: float) -> Letter:
    """Write a notice for a target."""
    match target.kind:
        case "push":
            return _write_push(notice, target, signer, now)
        case "webhook":
            return _write_webhook(notice, target, now)
        case _:
            assert_never(target.kind)


def _write_push(notice: Notice, target: Target, signer: PushSigner, now: float) -> Letter:
    keys = {"p256dh": target.p256dh, "auth": target.secret}
    words = _words(target.language)
    title = _said(notice, words).format(name=notice.opponent or words.nameless)
    shown = {"title": title, "game": notice.game, "until": notice.deadline}
    try:
        pusher = WebPusher({"endpoint": target.address, "keys": keys})
        body: bytes = pusher.encode(json.dumps(shown).encode())["body"]
    except (WebPushException, ValueError) as error:
        raise UnusableTargetError(str(error)) from error
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(max(0, int(notice.deadline - now))),
        # A newer notice about the same game replaces an older one that was not delivered yet.
        "Topic": notice.game[:32],
        "Urgency": "normal",
        **signer.sign(target.address, now),
    }
    return headers, body


def _said(notice: Notice, words: NoticeTexts) -> str:
    match notice.kind:
        case "begun":
            return words.begun
        case "turn":
            return words.first_turn if notice.is_first else words.turn
        case "reminder":
            return words.reminder
        case _:
            assert_never(notice.kind)


def _write_webhook(notice: Notice, target: Target, now: float) -> Letter:
    body = json.dumps(
        {
            "type": notice.kind,
            "game": notice.game,
            "seat": notice.seat,
            "deadline": notice.deadline,
            "sent_at": int(now),
        }
    ).encode()
    return {
        "Content-Type": "application/json",
        "Kahuna-Signature": f"sha256={signature(target.secret, body)}",
    }, body


def signature(secret: str, body: bytes) -> str:
    """Return the signature of a webhook's body: HMAC-SHA-256 with the secret, in hexadecimal."""
    return hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


@dataclass(frozen=True)
class NoticeTexts:
    """What notices say."""

    begun: str
    first_turn: str
    turn: str
    reminder: str
    nameless: str


@cache
def _words(language: str) -> NoticeTexts:
    return load_section(NoticeTexts, language, "notices")
