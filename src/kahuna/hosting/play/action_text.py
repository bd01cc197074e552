"""Actions and undos as clients write them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from kahuna.core import Action, IllegalActionError, Phase, Reason
from kahuna.hosting.errors import RefusedError
from kahuna.hosting.play.vocabulary import Refusal
from kahuna.match import Change
from kahuna.record import Ply, RecordError, WrittenAction, format_ply, parse_ply, to_action

UNDO: Final = "undo"


def parse_action(text: str, phase: Phase) -> Action:
    """Return the action that a text in notation stands for in a phase."""
    try:
        ply = _parse_ply(text)
    except RecordError:
        raise RefusedError(Refusal.BAD_MESSAGE, action=text) from None
    if ply.card is not None or ply.opened:
        raise RefusedError(Refusal.BAD_MESSAGE, action=text)
    try:
        return to_action(ply.action, phase)
    except (RecordError, IllegalActionError):
        reason = Reason.NOTHING_CLEARED
        raise RefusedError(Refusal.ILLEGAL_ACTION, reason=reason, action=text) from None


def normalize(text: str) -> str:
    """Return an action in the server's spelling; return any other text unchanged."""
    try:
        return format_ply(Ply(_parse_ply(text).action))
    except RecordError:
        return text


def request_of(change: Change) -> str:
    """Return a change as the player requested it, without the cards that chance added."""
    return _format_action(change.action) if isinstance(change, Ply) else UNDO


_parse_ply = lru_cache(maxsize=1 << 12)(parse_ply)
"""Parse a ply; cached, because only a few hundred texts ever occur."""


@lru_cache(maxsize=1 << 10)
def _format_action(action: WrittenAction) -> str:
    return format_ply(Ply(action))
